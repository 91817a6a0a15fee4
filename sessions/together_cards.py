"""The region `together`: what a shared test waits for from this person, and what its initiator and the GMs may do."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from caerbannog_site.templatetags.words import number
from rules import registry, serialise
from rules.errors import RuleError
from rules.values import Text
from sessions import together_display
from sessions.access import Viewer
from sessions.actions import shared
from sessions.models import Check, CheckPart, LogEntry
from sessions.screens import SHEET, Screen
from sheets import snapshot
from sheets.access import may_act, name_of
from sheets.traits import category_views

MOST_TRAITS = 3


@dataclass
class Throw:
    """A share that the reader may throw. `options` are the traits to choose from, `choices` the further ones."""

    who: str
    name: str
    own: bool
    thrown: int
    dice: str
    tested: str
    may_drop: bool
    options: list[Any] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)


@dataclass
class Card:
    """One test. `missing` are (token, name) of the helpers who may be left out, `finish` (token, name, sum) of a throw
    to be declared final, `resists` (token, name) of an opponent who may choose not to. `tells`: the reader may tell the
    difficulty."""

    check: Check
    lead: str
    title: str
    against: str
    note: str
    difficulty: str = ""
    difficulty_name: Text | None = None
    throws: list[Throw] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    missing: list[tuple[str, str]] = field(default_factory=list)
    finish: tuple[str, str, str] | None = None
    resists: tuple[str, str] | None = None
    leads: bool = False
    tells: bool = False

    @property
    def own(self) -> list[Throw]:
        return [one for one in self.throws if one.own]

    @property
    def for_others(self) -> list[Throw]:
        return [one for one in self.throws if not one.own]


ENDS = ("scene", "scene_closed", "left", "joined", "archived", "seat_removed", "seat_left")


def redrawn_by(entry: LogEntry) -> bool:
    return bool(entry.payload.get("together")) or entry.kind in ENDS


def draw(viewer: Viewer, screen: Screen) -> str:
    return render_to_string("sessions/_together.html", {"cards": cards(viewer, screen)})


def cards(viewer: Viewer, screen: Screen) -> list[Card]:
    """The tests that want something of this person, the newest first; on a sheet's page for that character alone."""
    if viewer.campaign_id is None or viewer.is_watching or viewer.archived:
        return []
    at_table = Check.objects.filter(channel__campaign=viewer.campaign_id, request__isnull=False)
    parts = CheckPart.objects.filter(check_of__in=at_table.filter(_open()).values("pk")).order_by("-check_of", "pk")
    read = parts.select_related("check_of__root", "check_of__newest", "character__campaign")
    found = (_card(check, list(own), viewer, screen) for check, own in groupby(read, lambda part: part.check_of))
    return [one for one in found if one]


def _open() -> Q:
    """Tests in which somebody has to do something: dice are missing, or a side of an opposed one is not final."""
    undecided = (CheckPart.State.WAITING, CheckPart.State.THROWN)
    opposed = Q(state=Check.State.OPEN, request__has_key="test", parts__state__in=undecided)
    return Q(state=Check.State.GATHERING) | opposed


def _card(check: Check, parts: list[CheckPart], viewer: Viewer, screen: Screen) -> Card | None:
    lead, other = parts[0], shared.opponent(parts)
    mine = [part for part in parts if may_act(part.character, viewer) and part.state != CheckPart.State.DECLINED]
    if screen.page == SHEET:
        mine = [part for part in mine if part.character_id == screen.character_id]
    if not mine:
        return None
    told = shared.told(check)
    card = Card(check, name_of(lead.character, viewer), together_display.tested(lead, told["names"]),
                name_of(other.character, viewer) if other else "", told.get("note", ""))  # fmt: skip
    _difficulty(card, lead, viewer)
    if check.state == Check.State.GATHERING:
        _gathering(card, parts, mine, viewer)
    else:
        _opposed(card, lead, other, mine, viewer)
    return card if card.throws or card.leads or card.finish or card.resists else None


def _difficulty(card: Card, lead: CheckPart, viewer: Viewer) -> None:
    request = serialise.request_from_json(card.check.request)
    if request.difficulty is None or (card.check.hidden and not viewer.is_gm):
        return
    names = registry.system(lead.character.system).difficulties(snapshot.Rows(lead.character).tables)
    card.difficulty, card.difficulty_name = str(request.difficulty), dict(names).get(request.difficulty)


def _gathering(card: Card, parts: list[CheckPart], mine: list[CheckPart], viewer: Viewer) -> None:
    side = shared.first_side(parts)
    late = [part for part in side if part.state == CheckPart.State.WAITING]
    card.leads = parts[0] in mine
    card.tells = viewer.is_gm and shared.opponent(parts) is None and "value" not in shared.told(parts[0].check_of)
    card.waiting = [name_of(part.character, viewer) for part in late]
    card.throws = [_throw(part, side, viewer) for part in late if part in mine]
    if card.leads:
        open_still = [part for part in late if part.role == "helper" and not any(die[2] for die in part.dice)]
        card.missing = [
            (part.character.token, name_of(part.character, viewer))
            for part in open_still
            if viewer.is_gm or not part.character.hidden
        ]


def _opposed(card: Card, lead: CheckPart, other: CheckPart | None, mine: list[CheckPart], viewer: Viewer) -> None:
    final = lead.state == CheckPart.State.DONE
    payload = card.check.newest.payload
    if lead in mine and not final:
        card.finish = _finish(lead, payload["result"], viewer)
    if other is None or other not in mine:
        return
    if other.state == CheckPart.State.WAITING and not any(die[2] for die in other.dice):
        card.resists = other.character.token, name_of(other.character, viewer)
    if final and other.state == CheckPart.State.WAITING:
        card.throws = [_throw(other, [other], viewer)]
    if final and other.state == CheckPart.State.THROWN:
        card.finish = _finish(other, payload["answer"], viewer)


def _finish(part: CheckPart, stored: Any, viewer: Viewer) -> tuple[str, str, str]:
    result = serialise.result_from_json(stored)
    return part.character.token, name_of(part.character, viewer), number(result.value or 0)


def _throw(part: CheckPart, side: list[CheckPart], viewer: Viewer) -> Throw:
    character = part.character
    own = character.is_npc or character.owner_id == viewer.user_id
    thrown = sum(1 for die in part.dice if die[2])
    throw = Throw(
        character.token, name_of(character, viewer), own, thrown, dice_of(part),
        together_display.tested(part, shared.told(part.check_of)["names"]),
        may_drop=part.role == "helper" and not thrown,
    )  # fmt: skip
    if not part.uses:
        rows = snapshot.load_one(character, ["trait", "bonus"])
        kinds = ("defence", "skill") if part.role == "opponent" else ("skill", "defence")
        throw.options = [group for kind in kinds for group in category_views(rows, kind, {}) if group.traits]
        throw.choices = [str(number) for number in range(1, min(_count(part, side), MOST_TRAITS))]
    return throw


def dice_of(part: CheckPart) -> str:
    """What is still to be thrown: 2d8 + d6."""
    counted: dict[int, int] = {}
    for _trait, sides, face in part.dice:
        if not face:
            counted[sides] = counted.get(sides, 0) + 1
    return " + ".join(f"{n if n > 1 else ''}{_('d%(sides)s') % {'sides': sides}}" for sides, n in counted.items())


def _count(part: CheckPart, side: list[CheckPart]) -> int:
    """How many dice somebody has who has not chosen yet what to throw them for."""
    system = registry.system(part.character.system)
    sheets = {one.character_id: snapshot.load_one(one.character, ["trait"]).sheet() for one in side}
    tables = snapshot.Rows(side[0].character).tables
    try:
        return shared.dice_for(system, shared.request_of(part.check_of, side, tables), side, sheets, part)
    except RuleError:
        return 1
