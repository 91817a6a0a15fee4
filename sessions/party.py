"""The party at a glance: one card for each character of the campaign, with what this reader may see of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.template.loader import render_to_string

from caerbannog_site.words import alphabetical
from sessions.access import Viewer
from sessions.models import Campaign, Change, Seat
from sessions.screens import DASH, TABLE, TV
from sheets import panels, snapshot
from sheets.access import Rights, name_of, rights_on
from sheets.forms import AddForm, add_form
from sheets.models import Attack, Character
from sheets.panel_rows import ConditionView, condition_views
from sheets.traits import TraitView, category_views

# Entries after which the party is another one, or is seen otherwise.
REDRAWN_BY = (
    "created", "fielded", "joined", "left", "revealed", "hidden", "seat_removed", "seat_left", "seat_named", "archived",
    "unarchived", "scene", "scene_closed", "participants", "pool_shared",  # who shares the enemies' Momentum
)  # fmt: skip
SHOWN = {"a", "p", "b"}  # the field groups of which a card shows something
BEST = 3  # traits on a game master's card


@dataclass(frozen=True)
class Look:
    """How a kind of page shows the party: its templates, and the rows that a card is drawn from."""

    party: str
    card: str
    kinds: tuple[str, ...] = ("counter", "condition")


LOOKS = {
    TABLE: Look("sessions/_party.html", "sessions/_card.html"),
    DASH: Look(
        "sessions/_dash_party.html", "sessions/_dash_card.html", ("counter", "condition", "trait", "bonus", "attack")
    ),
    TV: Look("sessions/_tv_party.html", "sessions/_tv_card.html", ()),
}


@dataclass
class Card:
    character: Character
    name: str
    player: str
    rights: Rights
    momentum: panels.CounterView | None
    pools: list[panels.CounterView]
    conditions: list[ConditionView]
    best: list[TraitView] = field(default_factory=list)
    defences: list[TraitView] = field(default_factory=list)
    form: AddForm | None = None  # of a new condition
    attacks: list[Attack] = field(default_factory=list)  # that may be made now

    @property
    def can_edit(self) -> bool:
        return self.rights.edit


def party_of(campaign_id: int, viewer: Viewer) -> list[Character]:
    """The characters in play that this viewer may know of by name, the players' first."""
    characters = Character.objects.in_play().filter(campaign=campaign_id).select_related("owner", "campaign")
    known = [one for one in characters if viewer.is_gm or not one.hidden]
    return sorted(known, key=lambda one: (one.is_npc, alphabetical(one.name), one.pk))


def cards(characters: Iterable[Character], viewer: Viewer, page: str = TABLE) -> list[Card]:
    """The cards as this kind of page shows them."""
    characters = list(characters)
    rows = snapshot.load(characters, LOOKS[page].kinds)
    seats = _seat_names(characters)
    found = [_card(one, rows[one.pk], viewer, seats.get(one.owner_id or 0, "")) for one in characters]
    if page == DASH:
        for card in found:
            _with_traits(card, rows[card.character.pk])
    return found


def _seat_names(characters: list[Character]) -> dict[int, str]:
    """Players by the names of their seats."""
    campaigns = {one.campaign_id for one in characters}
    return dict(Seat.objects.filter(campaign__in=campaigns, removed_at=None).values_list("user", "name"))


def _card(character: Character, rows: snapshot.Rows, viewer: Viewer, player: str) -> Card:
    rights = rights_on(character, viewer)
    own = [one for one in rows.spec.counters if not rows.scene_of(one.key)]  # what enemies share, their scene shows
    shown = [panels.counter_view(rows, one) for one in own if one.kind not in ("social", "plain")]
    if not rights.sees("p"):
        shown = []
    momentum = next((one for one in shown if one.kind == "momentum"), None)
    return Card(
        character=character,
        name=name_of(character, viewer),
        player=player,
        rights=rights,
        momentum=momentum,
        pools=[one for one in shown if one is not momentum],
        conditions=condition_views(rows) if rights.sees("b") else [],
    )


def _with_traits(card: Card, rows: snapshot.Rows) -> None:
    """What a game master looks for on a sheet: what the character does best, how it defends itself."""
    bonuses = {one.key: category.bonus for category in category_views(rows, "skill", {}) for one in category.traits}
    skills = [one for category in category_views(rows, "skill", {}) for one in category.traits if one.level]
    skills.sort(key=lambda one: (-one.level, -bonuses[one.key]))
    card.best = skills[:BEST]
    card.defences = [one for category in category_views(rows, "defence", {}) for one in category.traits if one.level]
    card.form = add_form("condition", rows) if card.can_edit else None
    card.attacks = rows.attacks if card.can_edit and rows.character.is_npc else []


def drawn(changes: Iterable[Change], viewer: Viewer, page: str = TABLE) -> Iterator[tuple[Card, str]]:
    """The cards that these changes redraw on such a page, as HTML."""
    groups: dict[int | None, set[str]] = defaultdict(set)
    for change in changes:
        groups[change.character_id] |= {change.group} & SHOWN
    party = party_of(viewer.campaign_id or 0, viewer)
    known = [one for one in party if groups[one.pk] & set(rights_on(one, viewer).groups)]
    for card in cards(known, viewer, page):
        yield card, render_to_string(LOOKS[page].card, {"card": card})


def draw(viewer: Viewer, page: str = TABLE) -> str:
    """The whole party panel of such a page."""
    found = cards(party_of(viewer.campaign_id or 0, viewer), viewer, page)
    campaign = Campaign.objects.get(pk=viewer.campaign_id)
    return render_to_string(LOOKS[page].party, {"cards": found, "viewer": viewer, "campaign": campaign})
