"""The only writer of LogEntry and Change.

An action opens a `turn`, which is its one transaction and holds the locks of its channels, and records one entry:

    with log.turn(actor, character.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        ...change rows...
        return turn.record("counter", character=character, changes=[...])
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site import busy, live, metrics
from caerbannog_site.errors import TooOften
from sessions.access import Viewer
from sessions.models import Change, Channel, GameSession, LogEntry, Mode, Seat
from sheets.models import Character

# SQLite has one writer anyway; waiting here instead of in its busy loop is fairer (p99 of writers 593 -> 162 ms).
_sqlite_writer = threading.RLock()
THROWS = ("check", "dice")
# Of one person in a minute: the kinds that count together, the setting that says how many, and what is said then.
PACES = (
    ((*THROWS, "ask"), "ROLLS_A_MINUTE", _("So many rolls in one minute? Wait a moment, then go on.")),
    (("message",), "MESSAGES_A_MINUTE", _("So many messages in one minute? Wait a moment, then go on.")),
)
MINUTE = timedelta(minutes=1)


class Place(NamedTuple):
    """Where an entry goes: its number in the channel, and the game session that runs there."""

    seq: int
    session_id: int | None


class Turn:
    """One write at the table. `repeated` is the entry of an earlier press with the same key, else None."""

    def __init__(self, actor: Viewer, places: dict[int, Place], channel_id: int, once: str) -> None:
        self.actor = actor
        self.repeated = _entry_of_press(actor, once)
        self._places, self._channel_id, self._once = places, channel_id, once
        self._recorded = False

    def move_to(self, channel_id: int) -> None:
        """Record in another of the locked channels than the first one."""
        assert channel_id in self._places
        self._channel_id = channel_id

    def make_room(self, number: int) -> int:
        """So many numbers more of the channel, before that of the turn's own entry; the first of them."""
        first = self._places[self._channel_id]
        Channel.objects.filter(pk=self._channel_id).update(seq=F("seq") + number)
        self._places[self._channel_id] = first._replace(seq=first.seq + number)
        return first.seq

    def run(self, session: GameSession | None) -> None:
        """Entries from now on belong to this game session, this turn's own too. None: those of later turns to none."""
        Channel.objects.filter(pk=self._channel_id).update(session=session)
        if session is not None:
            self._places[self._channel_id] = self._places[self._channel_id]._replace(session_id=session.pk)

    def record(
        self,
        kind: str,
        *,
        character: Character | None = None,
        changes: Sequence[Change] = (),
        mode: str = Mode.PUBLIC,
        listed: bool = True,
        group: str = "",
        concerns: Iterable[Character] = (),
        seats: Iterable[int | None] = (),
        shared: str = "",
        parent: LogEntry | None = None,
        undoes: LogEntry | None = None,
        payload: dict[str, Any] | None = None,
    ) -> LogEntry:
        """Write the turn's one entry with its Changes and tell the live hub at commit. Raises TooOften.

        `concerns` are characters beyond `character` whose owners get a rendering of their own, `seats` more of those.
        """
        assert not self._recorded, "one turn, one entry"
        self._recorded = True
        _need_pace(self.actor, kind)
        entry = LogEntry.objects.create(
            channel_id=self._channel_id,
            **self._places[self._channel_id]._asdict(),
            kind=kind, mode=mode, listed=listed,
            group=group or ("" if listed else _common_group(changes)),
            actor_id=self.actor.user_id, seat_id=self.actor.seat_id,
            character=character,
            concerns=_seats(self.actor, (character, *concerns), seats),
            shared=shared, parent=parent, undoes=undoes,
            once=self._once or None,
            payload={"v": 1, **(payload or {})},
        )  # fmt: skip
        entry.told = _written(changes, entry)
        if kind in THROWS:
            transaction.on_commit(metrics.ROLLS.inc)
        live.publish(self._channel_id)
        return entry


@contextmanager
def turn(actor: Viewer, channel_id: int, *others: int, once: str = "") -> Iterator[Turn]:
    """Open the transaction, lock the channels in the order of their ids, take the next seq of the first one.

    Raises Busy where SQLite's one writer is taken for too long.
    """
    with _writer(), transaction.atomic():
        places = {number: _next_place(number) for number in sorted({channel_id, *others})}
        yield Turn(actor, places, channel_id, once)


@contextmanager
def _writer() -> Iterator[None]:
    """Be the one who writes. Raises Busy where another turn takes too long, before the browser gives up waiting."""
    if connection.vendor != "sqlite":
        yield
        return
    if not _sqlite_writer.acquire(timeout=busy.PATIENCE):
        raise busy.Busy
    try:
        yield
    finally:
        _sqlite_writer.release()


def _next_place(channel_id: int) -> Place:
    """Take the channel's next number. The row lock that this update holds until commit is the table's lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE game_sessions_channel SET seq = seq + 1 WHERE id = %s RETURNING seq, session_id",
            [channel_id],
        )
        return Place(*cursor.fetchone())


def _entry_of_press(actor: Viewer, once: str) -> LogEntry | None:
    if not once:
        return None
    found = LogEntry.objects.filter(actor=actor.user_id, once=once)
    return found.first() if found.exists() else None  # nearly always None: no whole row is asked for then


def _need_pace(actor: Viewer, kind: str) -> None:
    """One query that costs the same however much this person has written: an index ends it after a minute's rows."""
    for kinds, most, words in PACES:
        if kind in kinds:
            now = timezone.now()
            own = LogEntry.objects.filter(actor=actor.user_id, kind__in=kinds, at__gt=now - MINUTE).order_by("-at")
            allowed = getattr(settings, most)
            if since := own.values_list("at", flat=True)[allowed - 1 : allowed].first():
                raise TooOften(words, (since + MINUTE - now).seconds + 1)


def _written(changes: Sequence[Change], entry: LogEntry) -> list[Change]:
    for change in changes:
        change.entry = entry
    return Change.objects.bulk_create(changes)


def _common_group(changes: Sequence[Change]) -> str:
    """An entry that only a sheet's history shows is for those who see what it changed; others must not count it."""
    groups = {change.group for change in changes}
    return groups.pop() if len(groups) == 1 else ""


def _seats(actor: Viewer, characters: Iterable[Character | None], more: Iterable[int | None]) -> list[int]:
    """The actor's own seat, those of these characters' owners, and these."""
    users = {one.owner_id for one in characters if one and one.owner_id}
    seats = {seat for seat in (actor.seat_id, *more) if seat}
    if others := users - {actor.user_id}:
        seats |= set(Seat.objects.filter(campaign=actor.campaign_id, user__in=others).values_list("pk", flat=True))
    return sorted(seats)


def raise_epochs(seats) -> None:
    """End the open streams of these seats: what they may show has changed."""
    seats.update(epoch=F("epoch") + 1)
