"""What the live hub asks of the application: grants, the log after a cursor, one rendered frame per audience."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property

from django.db.models import Max
from django.http import HttpResponse

from caerbannog_site.accounts.models import User
from caerbannog_site.http import GRANT_HEADER
from caerbannog_site.streams import CHANGED
from sessions import drawings, party, regions
from sessions.access import Viewer
from sessions.drawings import Drawing
from sessions.models import LogEntry, Seat
from sessions.screens import WITH_PARTY, Screen
from sheets.models import Character

STANDING = ("epoch", "removed_at", "user__stream_epoch", "user__is_active")  # of a seat


@dataclass(frozen=True, eq=False)
class Grant:
    """A stream's permission: who looks at what, and the epochs at which that was checked. Each stream has its own."""

    viewer: Viewer
    screen: Screen
    user_epoch: int

    @cached_property
    def standing(self) -> list[object]:
        """What its seat's row must still hold; a screen's seat has no person."""
        person = [None, None] if self.viewer.user_id is None else [self.user_epoch, True]
        return [self.viewer.epoch, None, *person]


def answer_with_grant(request, channel_id: int, viewer: Viewer, screen: Screen) -> HttpResponse:
    """The answer of a stream's view, once access is checked; asgi.py turns it into the stream."""
    grant = {
        "channel": channel_id,
        "viewer": asdict(viewer),
        "screen": asdict(screen),
        "user_epoch": 0 if viewer.user_id is None else request.user.stream_epoch,
        "cursor": request.headers.get("Last-Event-ID", request.GET.get("cursor")),
    }
    return HttpResponse(status=204, headers={GRANT_HEADER: json.dumps(grant)})


def read_grant(header: str) -> tuple[int, Grant, str | None]:
    raw = json.loads(header)
    grant = Grant(Viewer(**raw["viewer"]), Screen(**raw["screen"]), raw["user_epoch"])
    return raw["channel"], grant, raw["cursor"]


def cursor_of(channel_id: int, viewer: Viewer) -> str:
    """The token of the newest entry this viewer may know of; read it before the page's content."""
    newest = LogEntry.objects.filter(channel=channel_id).visible_to(viewer).order_by("-seq").first()
    return newest.token if newest else ""


class Source:
    """The hub's view of the log. Every call runs in one of the hub's own threads."""

    def newest(self, channel_id: int) -> int:
        return LogEntry.objects.filter(channel=channel_id).aggregate(newest=Max("seq"))["newest"] or 0

    def position(self, channel_id: int, token: str) -> int | None:
        """The seq of a client's cursor: 0 for the empty one, None for one that this channel does not know."""
        if not token:
            return 0
        return LogEntry.objects.filter(channel=channel_id, token=token).values_list("seq", flat=True).first()

    def fetch(self, channel_id: int, after: int, limit: int, *, news: bool = False) -> Sequence[Drawing]:
        entries = LogEntry.objects.filter(channel=channel_id, seq__gt=after).order_by("seq")
        return drawings.of(entries[:limit], drawings.taken(channel_id) if news else None)

    def moot(self, drawing: Drawing, since: int) -> bool:
        """The end of a revelation that a client at `since` never saw: to tell of it would be one."""
        entry = drawing.entry
        return entry.kind == "conceal" and entry.payload.get("revealed", 0) > since

    def audience(self, drawing: Drawing, grant: Grant) -> tuple[Viewer, Screen]:
        """Whoever an entry does not concern sees what everybody of that role sees."""
        entry = drawing.entry
        page = grant.screen.page
        own = bool(regions.told(entry, grant.viewer, page)) or (page in WITH_PARTY and entry.kind in party.REDRAWN_BY)
        personal = grant.viewer.seat_id is None or own or grant.viewer.seat_id in entry.concerns
        viewer = grant.viewer if personal else grant.viewer.anyone
        return viewer, drawing.narrowed(viewer, grant.screen)

    def render(self, drawing: Drawing, audience: tuple[Viewer, Screen]) -> bytes:
        return drawing.frame(*audience)

    def ended(self, grants: Iterable[Grant]) -> dict[Grant, str]:
        """The grants whose people lost or changed their rights since, with the reason to show."""
        grants = list(grants)
        seats = _rows(Seat, "campaign", {grant.viewer.campaign_id for grant in grants}, *STANDING)
        doubted = [grant for grant in grants if seats.get(grant.viewer.seat_id or 0) != grant.standing]
        users = _rows(User, "pk", {grant.viewer.user_id for grant in doubted}, "stream_epoch", "is_active")
        reasons = {grant: _reason(grant, seats, users) for grant in doubted}
        on_sheets = [grant for grant in grants if grant.screen.character_id]
        sheets = _rows(Character, "pk", {grant.screen.character_id for grant in on_sheets}, "campaign", "archived_at")
        moved = {grant: CHANGED for grant in on_sheets if _is_another_page(grant, sheets)}
        return moved | {grant: reason for grant, reason in reasons.items() if reason}


def _rows(model, column: str, ids: set[int | None], *names: str) -> dict[int, list]:
    """pk -> the values of these columns; the database is not asked where there is nothing to ask for."""
    rows = model.objects.filter(**{f"{column}__in": ids}).values_list("pk", *names)
    return {pk: values for pk, *values in rows}


def _reason(grant: Grant, seats: dict[int, list], users: dict[int, list]) -> str:
    """Why this person's stream ends; empty for someone alone with a sheet, who has no seat to lose."""
    if grant.viewer.user_id is not None and users.get(grant.viewer.user_id) != [grant.user_epoch, True]:
        return "401"
    if grant.viewer.seat_id is None:
        return ""
    _epoch, removed_at, *_user = seats.get(grant.viewer.seat_id, (0, True))
    return "removed" if removed_at else CHANGED


def _is_another_page(grant: Grant, sheets: dict[int, list]) -> bool:
    """A sheet that went to another table, or into the archive."""
    campaign, archived_at = sheets.get(grant.screen.character_id or 0, (None, None))
    return campaign != grant.viewer.campaign_id or bool(archived_at and grant.screen.edit)
