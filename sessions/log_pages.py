"""A page of the log: keyset paging by an entry's token, filters by kind, character and game session, search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from sessions import log_kinds, log_reading, log_search
from sessions.access import Viewer
from sessions.models import GameSession, LogEntry
from sessions.models.log import LogQuerySet
from sheets.models import Character

PAGE = 50
OFFERED = 6  # newest sessions to filter by; the list of sessions leads to all


@dataclass(frozen=True)
class Wanted:
    """What of the log was asked for: its entries as far as this viewer sees them, and the filters that count."""

    entries: LogQuerySet
    only: str = ""
    of: str = ""
    session: str = ""
    search: str = ""

    @property
    def query(self) -> QueryDict:
        """The filters as an address has them."""
        found = QueryDict(mutable=True)
        named = {"only": self.only, "of": self.of, "session": self.session, "q": self.search}
        found.update({name: value for name, value in named.items() if value})
        return found

    @property
    def rows_that_join(self) -> str:
        """What a new row must be to join the page (`data-only`): into findings and into the past none does."""
        return "none" if self.search or self.session else " ".join(filter(None, (self.only, self.of)))


def wanted(channel_id: int, viewer: Viewer, query: Mapping[str, str], session: GameSession | None = None) -> Wanted:
    """The rows of the kind `only`, of the character `of`, of the game session `session` (or that of the page), with the
    words `q`.

    A token that this viewer may not know filters nothing and finds nothing: it is as good as unknown.
    """
    entries = LogEntry.objects.filter(channel=channel_id).listed().visible_to(viewer)
    only = query.get("only", "") if query.get("only", "") in log_kinds.FILTERS else ""
    if only:
        entries = entries.filter(kind__in=log_kinds.kinds_of(only))
    character = _character(channel_id, viewer, query.get("of", ""))
    if query.get("of"):
        entries = entries.filter(character=character) if character else entries.none()
    chosen = session or _session(viewer, query.get("session", ""))
    if chosen or query.get("session"):
        entries = entries.filter(session=chosen) if chosen else entries.none()
    return Wanted(
        entries,
        only,
        character.token if character else "",
        chosen.token if chosen and session is None else "",
        " ".join(query.get("q", "").split())[: log_search.LONGEST],
    )


def page(
    channel_id: int, viewer: Viewer, query: Mapping[str, str], session: GameSession | None = None
) -> dict[str, Any]:
    """The newest wanted rows before `before`, newest first; a search looks at so many entries and no more."""
    asked = wanted(channel_id, viewer, query, session)
    entries = asked.entries.order_by("-seq")
    if before := query.get("before"):
        seq = LogEntry.objects.filter(channel=channel_id, token=before).visible_to(viewer).values("seq")
        entries = entries.filter(seq__lt=seq[:1])
    if asked.search:
        rows, older = log_search.find(entries, viewer, asked.search, PAGE)
    else:
        found = list(log_reading.with_details(entries)[: PAGE + 1])
        rows, older = log_reading.rows(found[:PAGE], viewer), found[PAGE - 1].token if len(found) > PAGE else ""
    return {
        "rows": rows,
        "older": older,
        "asked": asked,
        "only": asked.only,
        "of": asked.of,
        "filters": log_kinds.FILTERS,
    }


def sessions_offered(viewer: Viewer) -> list[GameSession]:
    """The newest sessions that something may have happened in."""
    begun = GameSession.objects.filter(campaign=viewer.campaign_id, began_at__isnull=False)
    return list(begun.defer("recap").order_by("-date", "-pk")[:OFFERED])


def _session(viewer: Viewer, token: str) -> GameSession | None:
    if not token or viewer.campaign_id is None:
        return None
    return GameSession.objects.kept().filter(campaign=viewer.campaign_id, token=token).first()


def _character(channel_id: int, viewer: Viewer, token: str) -> Character | None:
    """A hidden NPC cannot be filtered by: its rows would tell that they are its own."""
    if not token:
        return None
    found = Character.objects.filter(channel=channel_id, token=token)
    return found.first() if viewer.is_gm else found.filter(hidden=False).first()
