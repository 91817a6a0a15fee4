"""The game masters' secret notes, on their own page of the table."""

from __future__ import annotations

from django.template.loader import render_to_string

from sessions.access import Viewer
from sessions.models import Campaign, LogEntry
from sessions.models.campaign import NOTES_LENGTH
from sessions.screens import Screen
from sheets.actions.edit import fingerprint

FIELD = "gm-notes-text"  # the DOM id that the field, its draft and its conflict slot share


def redraws(entry: LogEntry) -> bool:
    return entry.kind == "gm_notes"


def draw(viewer: Viewer, _screen: Screen) -> str:
    """The panel, for a game master; nothing is read for anybody else."""
    if not viewer.is_gm:
        return ""
    campaign = Campaign.objects.get(pk=viewer.campaign_id)
    context = {
        "campaign": campaign,
        "viewer": viewer,
        "field_id": FIELD,
        "was": fingerprint(campaign.gm_notes),
        "length": NOTES_LENGTH,
    }
    return render_to_string("sessions/_gm_notes.html", context)
