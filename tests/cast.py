"""One cast of people for all tests: they sit at the same table everywhere.

Alicja   game master                 Ewa      co-game master
Bartek   player of Julio             Filip    spectator
Celina   player of Rosalia           Gustaw   guest, a player without a character
Daniel   a stranger to the table     Henryk   was removed from it
Iga      the table's screen

Strażnik is an NPC that all know, Cień a hidden one ("a stranger in grey").
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import factory
from django.test import Client
from django.utils import timezone
from factory.django import DjangoModelFactory, Password

from caerbannog_site.accounts.models import User
from sessions.access import Viewer, viewer_of
from sessions.models import Campaign, Channel, Role, Seat
from sheets.models import Bonus, Character, Trait

SYSTEM = "caerbannog_2026"
PASSWORD = "dwanaście-kurników"
HTMX = {"HX-Request": "true"}  # Client().post(url, data, headers=HTMX) asks as a page's script does


class UserFactory(DjangoModelFactory):
    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"person{n}")
    display_name = factory.LazyAttribute(lambda user: user.username.capitalize())
    password = Password(PASSWORD)
    language = "en"  # so that tests can quote message ids


class ChannelFactory(DjangoModelFactory):
    class Meta:
        model = Channel


class CampaignFactory(DjangoModelFactory):
    class Meta:
        model = Campaign

    name = "The Killer Rabbit"
    system = SYSTEM
    channel = factory.SubFactory(ChannelFactory)


class SeatFactory(DjangoModelFactory):
    class Meta:
        model = Seat

    campaign = factory.SubFactory(CampaignFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.PLAYER
    name = factory.LazyAttribute(lambda seat: str(seat.user))


class CharacterFactory(DjangoModelFactory):
    """A sheet alone; with `campaign=` it sits at that table, with `levels=` and `bonuses=` it has those rows."""

    class Meta:
        model = Character
        skip_postgeneration_save = True

    owner = factory.SubFactory(UserFactory)
    campaign = None
    channel = factory.LazyAttribute(lambda c: c.campaign.channel if c.campaign else ChannelFactory())
    system = factory.LazyAttribute(lambda c: c.campaign.system if c.campaign else SYSTEM)
    name = factory.Sequence(lambda n: f"Hero {n}")

    @factory.post_generation
    def levels(self, create, extracted, **given):
        rows = {**(extracted or {}), **given}
        Trait.objects.bulk_create(
            Trait(character=self, kind=kind, category=category, key=key, level=rows[key])
            for kind, category, key in _spec_traits(self.system)
            if key in rows
        )

    @factory.post_generation
    def bonuses(self, create, extracted, **given):
        rows = {**(extracted or {}), **given}
        Bonus.objects.bulk_create(Bonus(character=self, category=key, value=value) for key, value in rows.items())


class NpcFactory(CharacterFactory):
    owner = None
    hidden = False


def _spec_traits(system: str):
    from rules import registry

    for category in registry.system(system).sheet().categories:
        for spec in (*category.printed, *category.offered):
            yield category.kind, category.key, spec.key


def client_of(user: User) -> Client:
    """A browser in which this person is signed in."""
    client = Client()
    client.force_login(user)
    return client


def viewer(user: User, campaign: Campaign) -> Viewer:
    """This person at this table, read afresh, as the actions and access functions want it."""
    seat = Seat.objects.get(campaign=campaign, user=user)
    return viewer_of(seat, Campaign.objects.get(pk=campaign.pk), user.language)


@dataclass
class Table:
    """The campaign with everybody in it. `seats` are by first name in small letters."""

    campaign: Campaign
    people: dict[str, User]
    seats: dict[str, Seat]
    julio: Character
    rosalia: Character
    guard: Character
    shade: Character
    _clients: dict[str, Client] = field(default_factory=dict)

    def __getattr__(self, name: str) -> User:
        people = self.__dict__.get("people", {})
        if name in people:
            return people[name]
        raise AttributeError(name)

    def viewer(self, name: str) -> Viewer:
        return viewer(self.people[name], self.campaign)

    def client(self, name: str) -> Client:
        if name not in self._clients:
            self._clients[name] = client_of(self.people[name])
        return self._clients[name]

    @cached_property
    def anonymous(self) -> Client:
        return Client()


ROLES = {
    "alicja": Role.GM,
    "bartek": Role.PLAYER,
    "celina": Role.PLAYER,
    "ewa": Role.CO_GM,
    "filip": Role.SPECTATOR,
    "gustaw": Role.PLAYER,
    "henryk": Role.PLAYER,
    "iga": Role.SCREEN,
}
STRANGER = "daniel"
GUEST = "gustaw"
REMOVED = "henryk"


def make_table() -> Table:
    people = {name: UserFactory(username=name, is_guest=name == GUEST) for name in (*ROLES, STRANGER)}
    campaign = CampaignFactory()
    seats = {
        name: SeatFactory(
            campaign=campaign, user=people[name], role=role, removed_at=timezone.now() if name == REMOVED else None
        )
        for name, role in ROLES.items()
    }
    julio = CharacterFactory(
        owner=people["bartek"],
        campaign=campaign,
        name="Julio",
        concept="A sailor with a debt",
        levels={"athletics": 1, "riding": 2, "stealth": 2, "inquiry": 2, "perception": 3, "composure": 1, "block": 1},
        bonuses={"physical": 3, "social": 3, "practical": 2},
    )
    rosalia = CharacterFactory(
        owner=people["celina"],
        campaign=campaign,
        name="Rosalia",
        concept="A physician who listens",
        levels={"medicine": 2, "guile": 2, "intimidation": 2, "inquiry": 1, "general_knowledge": 1, "dodge": 2},
        bonuses={"specialist": 2, "social": 2},
    )
    guard = NpcFactory(campaign=campaign, name="Strażnik", levels={"melee": 1, "block": 1})
    shade = NpcFactory(
        campaign=campaign, name="Cień", hidden=True, alias="a stranger in grey", levels={"stealth": 3, "melee": 2}
    )
    return Table(campaign, people, seats, julio, rosalia, guard, shade)
