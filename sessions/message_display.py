"""A typed message in its row: the text, or that it was taken back and by whom; who may take it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from sessions.access import Viewer
from sessions.log_display import Row
from sessions.models import LogEntry, Seat

SPOKEN = 200  # signs that are read out


def retractors(entries: Iterable[LogEntry]) -> dict[int, str]:
    """The names of those who took messages back, by their seats."""
    seats = {seat for entry in entries if (seat := entry.payload.get("retracted"))}
    return {one.pk: str(one) for one in Seat.objects.filter(pk__in=seats)} if seats else {}


def own(entries: Iterable[LogEntry], viewer: Viewer) -> frozenset[int]:
    """The messages among these that the viewer wrote: their rows have a button for it."""
    if viewer.user_id is None:
        return frozenset()
    return frozenset(one.pk for one in entries if one.kind == "message" and one.actor_id == viewer.user_id)


def tell(row: Row, viewer: Viewer, names: Mapping[int, str]) -> None:
    """Add to the row of a message what is left of it, for a viewer who sees it."""
    payload = row.entry.payload
    if "text" in payload:
        row.can_retract = viewer.is_gm or bool(own([row.entry], viewer))
    else:
        row.data = {"gone": _gone(row.entry, names)}
    row.say = f"{row.who}: {row.data.get('gone') or payload['text'][:SPOKEN]}"


def _gone(entry: LogEntry, names: Mapping[int, str]) -> str:
    if "deleted" in entry.payload:
        return _("Message deleted together with the account")
    seat = entry.payload["retracted"]
    if seat == entry.seat_id or seat not in names:
        return _("Message retracted")
    return _("Message retracted (by: %(name)s)") % {"name": names[seat]}
