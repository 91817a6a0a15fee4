"""Parts of a page, besides the log, the party and a sheet's panels, that follow what happens at the table.

To add one: a line in REGIONS, and its template with an element of that id, which is there even while it is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sessions import (
    ask_cards,
    ask_requests,
    ending,
    evening_display,
    gm_notes_display,
    list_pages,
    rest_display,
    scene_display,
    scene_panel,
    together_cards,
)
from sessions.access import Viewer
from sessions.models import LogEntry
from sessions.screens import DASH, EVENINGS, PEOPLE, SHEET, TABLE, TV, Screen


def learns(entry: LogEntry, viewer: Viewer) -> bool:
    """Whoever sees the entry or is concerned by it. To anybody else a frame would tell that something has happened."""
    return entry.is_visible_to(viewer) or concerned(entry, viewer)


def concerned(entry: LogEntry, viewer: Viewer) -> bool:
    return viewer.seat_id is not None and viewer.seat_id in entry.concerns


def game_masters(entry: LogEntry, viewer: Viewer) -> bool:
    return viewer.is_gm and entry.is_visible_to(viewer)


def resting(entry: LogEntry, viewer: Viewer) -> bool:
    """What a rest is told with goes to all; a pool that moves beside it only to whose it is."""
    return (rest_display.is_about(entry) and learns(entry, viewer)) or concerned(entry, viewer)


@dataclass(frozen=True)
class Region:
    """`name` is the element's id, `pages` the kinds of screens on which it stands; `draw` gives the whole element as
    this person may see it on this screen, or nothing where the element asks for itself (list_pages.py).

    `redrawn_by` tells of an entry, by what is in it alone, whether it changes the region; then it is drawn for each
    person whom it is `told`.
    """

    name: str
    pages: tuple[str, ...]
    redrawn_by: Callable[[LogEntry], bool]
    draw: Callable[[Viewer, Screen], str]
    told: Callable[[LogEntry, Viewer], bool] = learns


REGIONS: tuple[Region, ...] = (
    Region("evening", (TABLE, DASH), evening_display.redraws, evening_display.draw),
    Region("ending", (DASH, TABLE), ending.redrawn_by, ending.draw, told=game_masters),
    Region("scene_strip", (SHEET, TABLE, TV), scene_display.redrawn_by, scene_display.draw_strip),
    Region("scene_panel", (DASH,), scene_panel.redrawn_by, scene_panel.draw, game_masters),
    Region("gm_notes", (DASH,), gm_notes_display.redraws, gm_notes_display.draw, told=game_masters),
    Region("rest_panel", (DASH,), rest_display.redraws_panel, rest_display.draw_panel, game_masters),
    Region("rest_card", (SHEET, TABLE), rest_display.redraws, rest_display.draw_card, resting),
    Region("together", (SHEET, TABLE, DASH), together_cards.redrawn_by, together_cards.draw),
    Region("asks", (SHEET, TABLE, DASH), ask_cards.redraws, ask_cards.draw, told=concerned),
    Region("asking", (DASH,), ask_requests.redraws_form, ask_requests.draw_form, told=game_masters),
    Region("requests", (DASH, TABLE), ask_requests.redraws, ask_requests.draw, told=game_masters),
    Region("people", (PEOPLE,), list_pages.people, list_pages.poke),
    Region("evenings", (EVENINGS,), list_pages.evenings, list_pages.poke),
)


def touched(entry: LogEntry, page: str) -> list[Region]:
    """The regions of such a page that the entry redraws."""
    return [region for region in REGIONS if page in region.pages and region.redrawn_by(entry)]


def told(entry: LogEntry, viewer: Viewer, page: str) -> list[Region]:
    """The regions of such a page that the entry redraws for this person."""
    return [region for region in touched(entry, page) if region.told(entry, viewer)]


def drawn(entry: LogEntry, viewer: Viewer, screen: Screen) -> list[tuple[str, str]]:
    """(id, HTML) of what the entry redraws for this person."""
    return [(region.name, region.draw(viewer, screen)) for region in told(entry, viewer, screen.page)]


def on_page(viewer: Viewer, screen: Screen) -> dict[str, str]:
    """All regions of a page by their names, as it is opened."""
    return {region.name: region.draw(viewer, screen) for region in REGIONS if screen.page in region.pages}


def named(names: Iterable[str], viewer: Viewer, screen: Screen) -> list[tuple[str, str]]:
    """(id, HTML) of these regions, as far as they stand on such a page."""
    wanted = [region for region in REGIONS if region.name in set(names) and screen.page in region.pages]
    return [(region.name, region.draw(viewer, screen)) for region in wanted]
