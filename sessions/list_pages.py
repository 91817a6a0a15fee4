"""Pages that are lists, of people and of sessions: what happens at the table pokes them, and they ask for themselves.

Their forms belong to one reader and one browser, so no frame can bring them.
"""

from __future__ import annotations

from sessions import evening_display
from sessions.access import Viewer
from sessions.models import LogEntry
from sessions.screens import Screen

PEOPLE = ("seat_joined", "seat_left", "seat_removed", "seat_named", "seat_regained", "seat_taken", "seat_erased",
          "role", "handed_over", "created", "joined", "left", "archived", "unarchived")  # fmt: skip


def people(entry: LogEntry) -> bool:
    """Whether somebody has come, gone or is called otherwise, with their sheets."""
    return entry.kind in PEOPLE or any(
        (change.target, change.field) == ("character", "name") for change in entry.told
    )  # fmt: skip


def evenings(entry: LogEntry) -> bool:
    return evening_display.redraws(entry) or entry.kind == "recap_published"


def poke(viewer: Viewer, screen: Screen) -> str:
    """Nothing: the element fetches itself, as `data-refresh` in docs/frontend.md."""
    return ""
