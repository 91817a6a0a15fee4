"""The only way to one row of a campaign's log."""

from __future__ import annotations

from django.http import Http404

from sessions.access import Viewer, campaign_for
from sessions.models import LogEntry


def entry_for(user, token: str) -> tuple[LogEntry, Viewer]:
    """The row of this token as this person may see it; else Http404."""
    rows = LogEntry.objects.listed().select_related("character", "channel__campaign")
    entry = rows.filter(token=token, channel__campaign__isnull=False).first()
    if entry is None:
        raise Http404
    _campaign, _seat, viewer = campaign_for(user, entry.channel.campaign.token)
    if not entry.is_visible_to(viewer):
        raise Http404
    return entry, viewer
