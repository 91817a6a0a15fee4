"""The only way to one row of the log."""

from __future__ import annotations

from django.http import Http404

from sessions.access import Viewer, campaign_for
from sessions.models import LogEntry
from sheets.access import sheet_for
from sheets.models import Character


def entry_for(user, token: str) -> tuple[LogEntry, Viewer]:
    """The row of a campaign's log that has this token, as this person may see it; else Http404."""
    rows = LogEntry.objects.listed().select_related("character", "channel__campaign")
    entry = rows.filter(token=token, channel__campaign__isnull=False).first()
    if entry is None:
        raise Http404
    _campaign, _seat, viewer = campaign_for(user, entry.channel.campaign.token)
    if not entry.is_visible_to(viewer):
        raise Http404
    return entry, viewer


def message_for(user, token: str) -> tuple[LogEntry, Viewer]:
    """The message of this token, said at a table or noted beside a sheet that lies at none; else Http404."""
    messages = LogEntry.objects.listed().filter(kind="message", token=token)
    entry = messages.filter(channel__campaign=None).first()
    if entry is None:
        entry, viewer = entry_for(user, token)
        if entry.kind != "message":
            raise Http404
        return entry, viewer
    character = Character.objects.filter(channel=entry.channel_id).first()
    if character is None:
        raise Http404
    return entry, sheet_for(user, character.token).viewer
