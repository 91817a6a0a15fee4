"""What is about to end at the table: conditions whose turns are up, for the game masters to take away."""

from __future__ import annotations

from django.template.loader import render_to_string

from sessions.access import Viewer
from sessions.models import LogEntry
from sessions.screens import Screen
from sheets.models import Character, Condition


def redrawn_by(entry: LogEntry) -> bool:
    return any(change.target.startswith("condition:") for change in entry.told) or entry.kind in (
        "archived", "unarchived", "joined", "left", "seat_left", "seat_removed",
    )  # fmt: skip


def draw(viewer: Viewer, _screen: Screen) -> str:
    """The list, hidden while it is empty; nobody else's page has it."""
    if not viewer.is_gm or viewer.campaign_id is None:
        return ""
    return render_to_string("sessions/_ending.html", {"conditions": _ending(viewer.campaign_id), "viewer": viewer})


def _ending(campaign_id: int) -> list[Condition]:
    in_play = Character.objects.in_play().filter(campaign=campaign_id)
    up = Condition.objects.filter(character__in=in_play, deleted=False, lasts=Condition.Lasts.ROUNDS, rounds_left=0)
    return list(up.select_related("character").order_by("pk"))
