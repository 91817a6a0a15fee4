"""A game session's life: planned, begun, ended, mended. One runs at a time; the channel's lock sees to it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from sessions import log
from sessions.access import Viewer, as_now, need_gm, need_open
from sessions.models import Campaign, Change, GameSession, LogEntry, Role, Seat
from sessions.models.campaign import GM_ROLES

State = GameSession.State
PLAYING = (*GM_ROLES, Role.PLAYER)  # who is counted among those present
MOST_PLANNED = 50


@contextmanager
def gm_turn(actor: Viewer, campaign: Campaign, once: str) -> Iterator[log.Turn]:
    """A turn of somebody who is a game master of this open campaign, also once the lock is held."""
    need_gm(actor)
    need_open(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        now = as_now(actor)
        need_gm(now)
        need_open(now)
        yield turn


def plan(*, actor: Viewer, campaign: Campaign, date: datetime.date, title: str = "", once: str = "") -> LogEntry:
    """A meeting that is to come. Refused when there are too many of them."""
    with gm_turn(actor, campaign, once) as turn:
        if turn.repeated:
            return turn.repeated
        if GameSession.objects.filter(campaign=campaign, state=State.PLANNED).count() >= MOST_PLANNED:
            raise Refused(_("There are too many planned sessions. Call some off first."))
        session = GameSession.objects.create(campaign=campaign, date=date, title=title)
        return turn.record("session_planned", listed=False, payload=told_of(session),
                           changes=[changed(session, "state", None, State.PLANNED)])  # fmt: skip


def change(
    *, actor: Viewer, campaign: Campaign, session: GameSession, once: str = "", **wanted: Any
) -> LogEntry | None:
    """Set any of title, date and attended (seats of this table); None when nothing differs."""
    with gm_turn(actor, campaign, once) as turn:
        if turn.repeated:
            return turn.repeated
        read_again(session)
        changes = [_set(session, name, value) for name, value in wanted.items()]
        done = [one for one in changes if one.old != one.new]
        if not done:
            return None
        session.save(update_fields=["title", "date"])
        return turn.record("session_changed", listed=False, changes=done, payload=told_of(session))


def remove(*, actor: Viewer, campaign: Campaign, session: GameSession, once: str = "") -> LogEntry:
    """Call a planned session off; what has begun stays."""
    with gm_turn(actor, campaign, once) as turn:
        if turn.repeated:
            return turn.repeated
        read_again(session)
        if session.state != State.PLANNED:
            raise Conflict(_("This session has begun already."), who=_who(session, "session_began"))
        moved = _move(session, State.REMOVED)
        return turn.record("session_removed", listed=False, changes=[moved], payload=told_of(session))


def begin(
    *, actor: Viewer, campaign: Campaign, today: datetime.date, session: GameSession | None = None,
    present: Iterable[Seat] | None = None, once: str = "",
) -> LogEntry:  # fmt: skip
    """Begin the planned `session`, go on with a played one, or begin one from nothing.

    `present` are the seats of those who are here, by default of everybody who plays. Raises Conflict, with who was
    faster, while another session runs.
    """
    with gm_turn(actor, campaign, once) as turn:
        if turn.repeated:
            return turn.repeated
        _need_none_running(campaign)
        session = read_again(session) if session else GameSession(campaign=campaign)
        resumed = session.state == State.PLAYED
        if not resumed:
            session.date, session.began_at = today, timezone.now()
        session.ended_at = None
        moved = _move(session, State.RUNNING)
        here = _set(session, "attended", _players(campaign) if present is None else present) if not resumed else None
        turn.run(session)
        kind = "session_resumed" if resumed else "session_began"
        return turn.record(kind, changes=[moved, *([here] if here else [])], payload=told_of(session))


def end(*, actor: Viewer, campaign: Campaign, session: GameSession, once: str = "") -> LogEntry:
    """The running session is over; its own end is the last entry that belongs to it."""
    with gm_turn(actor, campaign, once) as turn:
        if turn.repeated:
            return turn.repeated
        read_again(session)
        if session.state != State.RUNNING:
            who = _who(session, "session_ended")
            message = _("%(who)s was faster: this session is over.") % {"who": who} if who else None
            raise Conflict(message or _("This session is not running."), who=who)
        session.ended_at = timezone.now()
        moved = _move(session, State.PLAYED)
        turn.run(None)
        return turn.record("session_ended", changes=[moved], payload=told_of(session))


def told_of(session: GameSession) -> dict[str, str]:
    """What an entry keeps of a session, for its sentence and its link."""
    return {"session": session.token, "campaign": session.campaign.token, "name": session.title,
            "date": session.date.isoformat()}  # fmt: skip


def changed(session: GameSession, field: str, old: Any, new: Any) -> Change:
    return Change(target=f"session:{session.token}", field=field, old=old, new=new)


def read_again(session: GameSession) -> GameSession:
    """The session as it is under the lock; Conflict when it was called off meanwhile."""
    session.refresh_from_db(fields=["title", "date", "state", "began_at", "ended_at", "recap", "published_at"])
    if session.state == State.REMOVED:
        raise Conflict(_("This session was called off."))
    return session


def _need_none_running(campaign: Campaign) -> None:
    running = GameSession.objects.filter(campaign=campaign, state=State.RUNNING).first()
    if running is None:
        return
    who = _who(running, "session_began", "session_resumed")
    message = _("%(who)s was faster: a session is running.") % {"who": who} if who else _("A session is running.")
    raise Conflict(message, who=who)


def _who(session: GameSession, *kinds: str) -> str:
    """Who did this to the session last, by the name of their seat."""
    entries = LogEntry.objects.filter(channel=session.campaign.channel_id, kind__in=kinds, session=session)
    last = entries.select_related("seat").order_by("-seq").first()
    return last.seat.name if last and last.seat else ""


def _move(session: GameSession, state: str) -> Change:
    was = session.state if session.pk else None
    session.state = state
    session.save()
    return changed(session, "state", was, state)


def _players(campaign: Campaign) -> Iterable[Seat]:
    return campaign.seats.filter(removed_at=None, role__in=PLAYING)


def _set(session: GameSession, name: str, value: Any) -> Change:
    if name == "attended":
        return _attend(session, value)
    old = getattr(session, name)
    setattr(session, name, value)
    if name == "date":
        return changed(session, name, old.isoformat(), value.isoformat())
    return changed(session, name, old, value)


def _attend(session: GameSession, seats: Iterable[Seat]) -> Change:
    old = sorted(session.attended.values_list("token", flat=True))
    seats = list(seats)
    session.attended.set(seats)
    return changed(session, "attended", old, sorted(seat.token for seat in seats))
