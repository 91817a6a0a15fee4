"""The panels of a sheet: which field group each belongs to, which changes redraw it, what its template is given.

A panel is given nothing of a group that its reader may not see. To add one: a line in PANELS and in
panel_content.GIVEN, a template templates/sheets/panels/<name>.html, and its words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from sessions.models import Change
from sheets.access import Rights
from sheets.models import ROWS
from sheets.panel_content import GIVEN
from sheets.panel_rows import CounterView, counter_view
from sheets.snapshot import Rows
from sheets.traits import RollSettings

__all__ = [
    "BY_NAME",
    "PANELS",
    "CounterView",
    "Panel",
    "context",
    "counter_view",
    "draw",
    "kinds_read",
    "seen",
    "touched",
]


@dataclass(frozen=True)
class Panel:
    """`targets` begin the Change targets that redraw it; a `poked` one fetches itself (docs/frontend.md).

    What is `of_npcs` stands on a player's sheet only if a file brought it there.
    """

    name: str
    group: str
    targets: tuple[str, ...]
    poked: bool = False
    of_npcs: bool = False


PANELS = (
    Panel("ident", "a", ("character", "ability")),
    Panel("pools", "p", ("counter",)),
    Panel("conditions", "b", ("condition",)),
    Panel("social", "p", ("counter",)),
    Panel("skills", "b", ("trait", "bonus", "character", "ability"), poked=True),
    Panel("defences", "b", ("trait",), poked=True),
    Panel("attacks", "b", ("attack",), of_npcs=True),
    Panel("abilities", "b", ("ability", "counter")),
    Panel("items", "b", ("item",)),
    Panel("trainings", "b", ("training",)),
    Panel("biography", "c", ("note",)),
    Panel("private", "d", ("note",)),
    Panel("gm", "e", ("note",)),
)
BY_NAME = {panel.name: panel for panel in PANELS}


def seen(rights: Rights, rows: Rows | None = None) -> list[Panel]:
    """The panels of a sheet that this reader sees; with `rows` only those for which this sheet has a use."""
    with_attacks = rows is None or rows.character.is_npc or bool(rows.attacks)
    return [panel for panel in PANELS if rights.sees(panel.group) and (with_attacks or not panel.of_npcs)]


def touched(changes: list[Change], rights: Rights) -> list[Panel]:
    """The panels that these changes redraw, as far as the reader may know of the changes."""
    known = [change.target for change in changes if rights.sees(change.group)]
    return [panel for panel in seen(rights) if any(target.startswith(panel.targets) for target in known)]


def kinds_read(drawn: Iterable[Panel]) -> list[str]:
    """The kinds of rows that these panels are drawn from: the ones whose changes redraw them."""
    return [kind for kind in ROWS if any(kind in panel.targets for panel in drawn if not panel.poked)]


def context(
    panel: Panel, rows: Rows, rights: Rights, *, editing: bool = False, settings: RollSettings | None = None
) -> dict[str, Any]:
    """What a panel's template is given. `settings` are the reader's roll settings, for the chances beside the dice;
    a template makes no rolls."""
    settings = settings if rights.edit and not rows.character.template else None
    return {
        "panel": panel,
        "panel_id": f"panel-{panel.name}-{rows.character.token}",
        "character": rows.character,
        "rights": rights,
        "can_edit": rights.edit,
        "editing": editing and rights.edit,
        "spec": rows.spec,
        "settings": settings,
        **GIVEN[panel.name](rows, rights, settings),
    }


def draw(panel: Panel, rows: Rows, rights: Rights, **options: Any) -> str:
    return render_to_string(f"sheets/panels/{panel.name}.html", context(panel, rows, rights, **options))
