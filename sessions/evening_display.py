"""Game sessions as one reader may see them: an unpublished recap never gets into the values made here."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caerbannog_site.markdown import rendered
from caerbannog_site.words import alphabetical
from sessions.access import Viewer
from sessions.models import Campaign, GameSession, LogEntry
from sessions.screens import Screen
from sheets.actions.edit import fingerprint

State = GameSession.State
# Entries after which another session runs, or the next one is another.
REDRAWN_BY = ("session_planned", "session_changed", "session_removed", "session_began", "session_resumed",
              "session_ended")  # fmt: skip
SHOWN_AT_ONCE = 200  # sessions in the list; a weekly table fills it in four years


@dataclass
class Evening:
    """A session for its readers. `recap` is "" for whoever may not read it, as if there were none."""

    token: str
    title: str  # what it is called, by its date if by nothing else
    date: datetime.date
    state: str
    state_label: str
    people: list[str] = field(default_factory=list)
    has_recap: bool = False
    recap: SafeString | str = ""
    source: str | None = None  # the recap as it was typed: the game masters' alone
    was: str = ""
    published: bool = False

    @property
    def is_planned(self) -> bool:
        return self.state == State.PLANNED

    @property
    def is_running(self) -> bool:
        return self.state == State.RUNNING

    @property
    def is_played(self) -> bool:
        return self.state == State.PLAYED


def title_of(title: str, date: datetime.date) -> str:
    """What a session is called in the reader's language: by its day where it has no title."""
    return title or _("Session of %(date)s") % {"date": date_format(date, "DATE_FORMAT")}


def evening(session: GameSession, viewer: Viewer) -> Evening:
    """A session in the list: whether there is something to read, but not the text."""
    return Evening(
        token=session.token,
        title=title_of(session.title, session.date),
        date=session.date,
        state=session.state,
        state_label=str(State(session.state).label),
        people=sorted((str(seat) for seat in session.attended.all()), key=alphabetical),
        has_recap=may_read(session, viewer) and bool(session.recap),
        published=session.published_at is not None,
    )


def opened(session: GameSession, viewer: Viewer) -> Evening:
    """A session on its own page, with its recap and, for game masters, what is needed to write it."""
    found = evening(session, viewer)
    if found.has_recap:
        found.recap = rendered(session.recap)
    if viewer.is_gm:
        found.source, found.was = session.recap, fingerprint(session.recap)
    return found


def may_read(session: GameSession, viewer: Viewer) -> bool:
    """The recap: everybody's once it is published."""
    return viewer.is_gm or session.published_at is not None


def evenings(campaign: Campaign, viewer: Viewer) -> list[Evening]:
    """All sessions of the table, the newest first."""
    sessions = GameSession.objects.kept().filter(campaign=campaign).prefetch_related("attended")
    return [evening(one, viewer) for one in sessions.order_by("-date", "-pk")[:SHOWN_AT_ONCE]]


def by_state(found: Iterable[Evening]) -> dict[str, list[Evening]]:
    """The list's three parts; of what is to come, the nearest first."""
    groups: dict[str, list[Evening]] = {state: [] for state in State.values}
    for one in found:
        groups[one.state].append(one)
    groups[State.PLANNED].reverse()
    return groups


def redraws(entry: LogEntry) -> bool:
    return entry.kind in REDRAWN_BY


def draw(viewer: Viewer, screen: Screen) -> str:
    """The strip that says which session runs, with the button that begins or ends one for game masters."""
    return render_to_string("sessions/_evening.html", {"strip": strip(viewer), "viewer": viewer})


def strip(viewer: Viewer) -> dict[str, object]:
    """What the strip shows. The next session is the one planned for today, or for a day that has passed."""
    wanted = GameSession.objects.filter(campaign=viewer.campaign_id, state__in=[State.RUNNING, State.PLANNED])
    sessions = list(wanted.defer("recap").order_by("date", "pk"))
    running = next((one for one in sessions if one.state == State.RUNNING), None)
    due = next((one for one in sessions if one.date <= timezone.localdate()), None) if viewer.is_gm else None
    shown = running or due
    return {
        "campaign": Campaign.objects.only("token").get(pk=viewer.campaign_id),
        "evening": shown,
        "title": title_of(shown.title, shown.date) if shown else "",
        "running": running is not None,
    }
