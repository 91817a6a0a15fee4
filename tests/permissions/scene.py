"""One table with something behind every address: what the rows of the permission table point at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from rules.values import CheckRequest, Participant, TraitUse
from sessions import models
from sessions.actions import (
    asks,
    checks,
    consequences,
    evenings,
    follow_ups,
    recaps,
    rests,
    rounds,
    scenes,
    secrecy,
    tv,
    ways_back,
)
from sessions.actions import table as talk
from sessions.actions.proposals import Choice
from sessions.actions.scenes import Joining, Plan
from sessions.asked import Asked
from sessions.models import Answer, Ask, Check, GameSession, Invitation, LogEntry, Mode, Rest, Seat
from sessions.pack import packed
from sheets.access import sheet_for
from sheets.actions import counters, portrait
from sheets.models import Ability, Attack, Character, Condition, Counter, Item, Training
from sheets.snapshot import Rows
from tests import dice
from tests.cast import CampaignFactory, CharacterFactory, NpcFactory, SeatFactory, Table, make_table, viewer
from tests.sessions.together import begin, share, throw
from tests.sheets.pictures import picture

# The columns of the permission table, by the letter that heads them.
PERSONS = {
    "A": "alicja",
    "E": "ewa",
    "B": "bartek",
    "C": "celina",
    "G": "gustaw",
    "F": "filip",
    "I": "iga",
    "H": "henryk",
    "D": "daniel",
    "-": "",
}
POOLS = {"momentum": 5, "endurance": 6, "determination": 6}


class Scene:
    """The cast's table, and on Julio's sheet and in the log one of everything."""

    def __init__(self) -> None:
        self.table: Table = make_table()
        for key, value in POOLS.items():
            Counter.objects.create(character=self.julio, key=key, current=value, maximum=10)
        for name, thing in vars(Scene).items():
            if isinstance(thing, cached_property):
                getattr(self, name)
        for name in PERSONS.values():
            self.client(name)

    @property
    def campaign(self):
        return self.table.campaign

    @property
    def julio(self) -> Character:
        return self.table.julio

    def client(self, name: str) -> Client:
        return self.table.client(name) if name else self.table.anonymous

    # --- the scene --------------------------------------------------------------------------------------------

    @cached_property
    def combat(self) -> models.Scene:
        """Julio's turn in a combat, with Rosalia, the guard, and the shade unseen."""
        people = [Joining(self.julio), Joining(self.table.rosalia), Joining(self.table.guard, "enemies")]
        scenes.open_scene(
            actor=self.table.viewer("alicja"), campaign=self.campaign, plan=Plan("combat"),
            people=[*people, Joining(self.table.shade, "enemies", hidden=True)],
        )  # fmt: skip
        scene = models.Scene.objects.get()
        rounds.go_on(actor=self.table.viewer("alicja"), campaign=self.campaign, scene=scene, expect=scene.step)
        for character in (self.julio, self.table.rosalia):
            Counter.objects.update_or_create(character=character, key="momentum", defaults={"current": 5})
        return models.Scene.objects.get()

    @cached_property
    def newcomer(self) -> Character:
        return NpcFactory(campaign=self.campaign, name="Bronka")

    def in_combat(self, character: Character) -> str:
        return models.Participant.objects.get(scene=self.combat, character=character).token

    # --- on the sheet ---------------------------------------------------------------------------------------

    @cached_property
    def ability(self) -> Ability:
        return Ability.objects.create(character=self.julio, name="Sea legs", cost=1)

    @cached_property
    def item(self) -> Item:
        return Item.objects.create(character=self.julio, name="Kaftan", bonus=1, wear_left=2, wear_most=3)

    @cached_property
    def condition(self) -> Condition:
        kind = Rows(self.julio).spec.condition_kinds[0][0]
        return Condition.objects.create(character=self.julio, kind=kind, name="Limping", strength=2)

    @cached_property
    def training(self) -> Training:
        return Training.objects.create(character=self.julio, name="Swords", invested=1)

    @cached_property
    def alone(self) -> Character:
        """Bartek's character at no table."""
        return CharacterFactory(owner=self.table.bartek, name="Hermit")

    @cached_property
    def attack(self) -> Attack:
        return Attack.objects.create(character=self.table.guard, name="Halberd", value=5, defence="block")

    @cached_property
    def template(self) -> Character:
        return NpcFactory(campaign=self.campaign, name="Wolf", template=True, hidden=True)

    @cached_property
    def portrait(self) -> str:
        portrait.set_portrait(actor=self.table.viewer("bartek"), character=self.julio, data=picture(size=(20, 20)))
        return self.julio.portrait

    @cached_property
    def change(self):
        """Bartek's last change of his sheet that can be taken back."""
        return counters.change_counter(
            actor=self.table.viewer("bartek"), character=self.julio, key="momentum", typed="+1"
        )  # fmt: skip

    # --- evenings -------------------------------------------------------------------------------------------

    def session(self, state: str, **given: Any) -> GameSession:
        return GameSession.objects.create(campaign=self.campaign, date=date(2026, 12, 4), state=state, **given)

    @cached_property
    def planned(self) -> GameSession:
        return self.session("planned")

    @cached_property
    def played(self) -> GameSession:
        """Its recap is the game masters' alone."""
        return self.session("played", recap="They crossed the bridge.")

    @cached_property
    def told(self) -> GameSession:
        """A session whose recap everybody reads."""
        session = self.session("played", recap="They crossed the river.")
        recaps.publish(actor=self.table.viewer("alicja"), campaign=self.campaign, session=session)
        return session

    @cached_property
    def running(self) -> GameSession:
        """At another table of the same people: here the next one is still to begin."""
        campaign = CampaignFactory()
        for name, seat in self.table.seats.items():
            SeatFactory(campaign=campaign, user=self.table.people[name], role=seat.role, removed_at=seat.removed_at)
        actor = viewer(self.table.alicja, campaign)
        evenings.begin(actor=actor, campaign=campaign, today=date(2026, 12, 4))
        return GameSession.objects.get(campaign=campaign)

    @cached_property
    def free(self) -> models.Scene:
        """A free scene at that other table."""
        campaign = self.running.campaign
        scenes.open_scene(actor=viewer(self.table.alicja, campaign), campaign=campaign)
        return models.Scene.objects.get(campaign=campaign)

    # --- around the table -----------------------------------------------------------------------------------

    @cached_property
    def screen(self) -> tuple[Seat, str]:
        """A table's screen, and the secret of its link."""
        return tv.open_screen(actor=self.table.viewer("alicja"), campaign=self.campaign, name="TV")

    @cached_property
    def revoked_screen(self) -> str:
        gm = self.table.viewer("alicja")
        seat, secret = tv.open_screen(actor=gm, campaign=self.campaign, name="Old TV")
        tv.revoke_screen(actor=gm, campaign=self.campaign, seat=seat)
        return secret

    @cached_property
    def way_back(self) -> str:
        """The secret of a guest's link to another device."""
        gm, seat = self.table.viewer("alicja"), self.table.seats["gustaw"]
        return ways_back.make_for_seat(actor=gm, campaign=self.campaign, seat=seat)

    @cached_property
    def rest(self) -> Rest:
        """A breather of the party, which has been hurt."""
        people = [self.julio, self.table.rosalia, self.table.shade]
        for one in people:
            Counter.objects.update_or_create(
                character=one, key="endurance", defaults={"current": 6, "maximum": 10}
            )  # fmt: skip
        rests.call(actor=self.table.viewer("alicja"), campaign=self.campaign, kind="breather", characters=people)
        return Rest.objects.get()

    # --- in the log -----------------------------------------------------------------------------------------

    @cached_property
    def invitation(self) -> Invitation:
        return Invitation.objects.create(campaign=self.campaign, expires_at=timezone.now() + timedelta(days=7))

    @cached_property
    def file(self) -> bytes:
        """The whole campaign, as it stands by then."""
        with packed(self.campaign, self.table.viewer("alicja")) as file:
            return file.read()

    @cached_property
    def message(self) -> LogEntry:
        return self.said(Mode.PUBLIC)

    @cached_property
    def message_to_the_gm(self) -> LogEntry:
        return self.said(Mode.GM)

    def said(self, mode: str) -> LogEntry:
        actor = self.table.viewer("bartek")
        return talk.say(actor=actor, channel_id=self.campaign.channel_id, text="Who is on the roof?", mode=mode)

    @cached_property
    def note_to_self(self) -> LogEntry:
        """Beside a sheet that lies at no table."""
        alone = sheet_for(self.table.bartek, self.alone.token)
        return talk.say(actor=alone.viewer, channel_id=self.alone.channel_id, text="Buy rope")

    def roll(self, mode: str = Mode.PUBLIC, trait: str = "athletics", against: str = "") -> Check:
        """Bartek's failure of Athletics: it can be boosted and turned by an effort."""
        dice.queue.next(1, 2, 5)
        test = (Participant(self.julio.pk, "initiator", (TraitUse(trait),)),)
        request = CheckRequest(participants=test, difficulty=6, against=against)
        return checks.roll(
            actor=self.table.viewer("bartek"), character=self.julio, request=request, mode=mode
        ).rolled  # fmt: skip

    @cached_property
    def failure(self) -> Check:
        return self.roll()

    @cached_property
    def for_the_gm(self) -> Check:
        return self.roll(Mode.GM)

    @cached_property
    def blind(self) -> Check:
        return self.roll(Mode.BLIND)

    @cached_property
    def revealed(self) -> Check:
        check = self.roll(Mode.GM)
        secrecy.reveal(actor=self.table.viewer("alicja"), check=check, expect=0)
        return Check.objects.get(pk=check.pk)

    def together(self, role: str, **more) -> Check:
        """Julio's Guile with Rosalia, who helps or opposes."""
        shares = share(self.julio, "initiator", "guile"), share(self.table.rosalia, role, "guile")
        return begin(self.table, *shares, by="bartek", **more).rolled

    @cached_property
    def gathering(self) -> Check:
        return self.together("helper")

    @cached_property
    def blind_gathering(self) -> Check:
        check = self.together("helper", mode=Mode.BLIND)
        throw(self.table, check, self.table.rosalia, faces=(3,))
        return check

    @cached_property
    def versus(self) -> Check:
        dice.queue.next(2, 3, 3)
        return self.together("opponent", kind="opposed", difficulty=None, at_once=frozenset([self.julio.pk]))

    @cached_property
    def applied(self) -> Check:
        check = self.roll(Mode.BLIND)
        secrecy.apply_held(actor=self.table.viewer("alicja"), check=check, expect=0)
        return Check.objects.get(pk=check.pk)

    @cached_property
    def defence(self) -> Check:
        """Bartek's defence, which is not enough."""
        return self.roll(trait="block", against="attack")

    @cached_property
    def hurt(self) -> LogEntry:
        """What came of a roll: the guard is hurt."""
        return consequences.bring_about(
            actor=self.table.viewer("alicja"), check=self.roll(), choice=Choice("free.damage.endurance"),
            targets=[self.table.guard], expect=0,
        )  # fmt: skip

    @cached_property
    def npcs_change(self) -> LogEntry:
        return counters.change_counter(
            actor=self.table.viewer("alicja"), character=self.table.guard, key="momentum", typed="+1"
        )  # fmt: skip

    @cached_property
    def asked(self) -> Check:
        """A failure with another cost proposed for its effort."""
        check = self.roll()
        follow_ups.ask_cost(
            actor=self.table.viewer("bartek"), check=check, who=self.julio.pk, text="my good name", expect=0
        )  # fmt: skip
        return Check.objects.get(pk=check.pk)

    # --- asked for ------------------------------------------------------------------------------------------

    def ask(self, mode: str = Mode.PUBLIC) -> Answer:
        """Julio is asked for a test."""
        entry = asks.ask(
            actor=self.table.viewer("alicja"), campaign=self.campaign, characters=[self.julio], mode=mode,
            asked=Asked(((TraitUse("inquiry"),),), CheckRequest((), 3)),
        )  # fmt: skip
        return entry.ask.answers.get()

    @cached_property
    def asked_openly(self) -> Answer:
        return self.ask()

    @cached_property
    def asked_in_secret(self) -> Answer:
        return self.ask(Mode.BLIND)

    @cached_property
    def proposal(self) -> Ask:
        asked = Asked(((TraitUse("inquiry"),),))
        return asks.propose(actor=self.table.viewer("bartek"), character=self.julio, asked=asked).ask


def upload(name: str, content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


@contextmanager
def undone_after() -> Iterator[None]:
    """Whatever happens inside is forgotten, so that the next person finds the same data."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def statements() -> Iterator[list[str]]:
    """What is asked of the database beside reading: where it is nothing, no row has changed."""
    asked: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not sql.startswith("SELECT"):
            asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield asked


def everything() -> dict[str, list[tuple]]:
    """Every row of every table but the browsers' sessions and Django's own lists."""
    left_out = (Session, Permission, ContentType)
    tables = [model._meta.db_table for model in apps.get_models(include_auto_created=True) if model not in left_out]
    return {table: _rows(table) for table in tables}


def _rows(table: str) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY id")
        return cursor.fetchall()


Given = Callable[[Scene], dict[str, Any]]
