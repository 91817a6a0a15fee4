"""The hub: what is committed reaches every open page once and in order, whatever happens to the wake-ups.

The log is one in memory, the clock is nobody's: a test waits for what must come, never for time to pass.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import wraps

import pytest
from django.db import OperationalError

from caerbannog_site.hub import Hub
from caerbannog_site.reader import MAX_REPLAY
from caerbannog_site.streams import HEARTBEAT, OPENING, QUEUE, RESET

CHANNEL = 7
PATIENCE = 10  # seconds until a test gives up


@dataclass(frozen=True, eq=False)  # each stream has a grant of its own
class Grant:
    name: str
    role: str = "player"


@dataclass
class Entry:
    seq: int
    text: str
    roles: tuple[str, ...]
    since: int = 0
    at: datetime = field(default_factory=lambda: datetime.now(UTC))


class Hold:
    """One read that waits: `reached` when it does, until it is let go."""

    def __init__(self, before: bool) -> None:
        self.before = before
        self.reached, self.free = threading.Event(), threading.Event()

    def wait(self) -> None:
        self.reached.set()
        assert self.free.wait(PATIENCE)


@dataclass
class Log:
    """A Source in memory, whose next read can be held back: before it looks, or with what it has seen."""

    entries: list[Entry] = field(default_factory=list)
    lost: dict[str, str] = field(default_factory=dict)  # names whose grants hold no more
    drawn: list[tuple[str, str]] = field(default_factory=list)
    fault: Exception | None = None
    holds: list[Hold] = field(default_factory=list)

    def hold(self, *, before: bool = False) -> Hold:
        self.holds.append(Hold(before))
        return self.holds[-1]

    def write(self, text: str, *roles: str, seq: int = 0, since: int = 0) -> Entry:
        entry = Entry(seq or self.newest(CHANNEL) + 1, text, roles or ("player", "gm"), since)
        self.entries.append(entry)
        return entry

    def newest(self, channel_id: int) -> int:
        return max((entry.seq for entry in self.entries), default=0)

    def position(self, channel_id: int, token: str) -> int | None:
        return int(token or 0) if not token or token.isdigit() else None

    def fetch(self, channel_id: int, after: int, limit: int, *, news: bool = False) -> list[Entry]:
        hold = self.holds.pop(0) if self.holds else None
        if hold and hold.before:
            hold.wait()
        found = [entry for entry in self.entries if entry.seq > after][:limit]
        if hold and not hold.before:
            hold.wait()
        if self.fault:
            fault, self.fault = self.fault, None
            raise fault
        return found

    def moot(self, entry: Entry, since: int) -> bool:
        return entry.since > since

    def audience(self, entry: Entry, grant: Grant) -> str:
        return grant.role

    def render(self, entry: Entry, audience: str) -> bytes:
        self.drawn.append((entry.text, audience))
        if entry.text == "cannot be drawn":
            raise ValueError(entry.text)
        return f"data: {entry.text}\n\n".encode() if audience in entry.roles else b""

    def ended(self, grants) -> dict[Grant, str]:
        return {grant: self.lost[grant.name] for grant in grants if grant.name in self.lost}


class Page:
    """An open page and what it hears, frame by frame."""

    def __init__(self, hub: Hub, grant: Grant, cursor: str | None) -> None:
        self.heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.task = asyncio.ensure_future(self._listen(hub.stream(CHANNEL, grant, cursor)))

    async def _listen(self, frames: AsyncIterator[bytes]) -> None:
        async for frame in frames:
            self.heard.put_nowait(frame)
        self.heard.put_nowait(None)

    async def next(self) -> bytes | None:
        return await asyncio.wait_for(self.heard.get(), PATIENCE)

    async def hears(self, *texts: str) -> None:
        for text in texts:
            assert await self.next() == f"data: {text}\n\n".encode()

    async def ends(self) -> None:
        assert await self.next() is None

    async def leave(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


class World:
    """One hub over one log. `table` is what the hub knows of the channel."""

    def __init__(self, heartbeat: float = 3600) -> None:
        self.log = Log()
        self.hub = Hub(self.log, heartbeat=heartbeat)

    async def open(self, name: str = "bartek", role: str = "player", cursor: str | None = None) -> Page:
        """A page that has been greeted and told what it missed, and listens."""
        page = Page(self.hub, Grant(name, role), cursor)
        assert await page.next() == OPENING
        await until(lambda: self.table.cursor is not None and self.table.task is None and not self.table.dirty)
        return page

    @property
    def table(self):
        return self.hub.tables[CHANNEL]

    def tell(self, *texts: str) -> None:
        """Write and wake, as a commit does."""
        for text in texts:
            self.log.write(text)
        self.hub.wake(CHANNEL)

    async def idle(self) -> None:
        await until(lambda: self.table.task is None)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0)


def in_a_loop(test):
    @wraps(test)
    def run(*arguments, **named):
        asyncio.run(test(*arguments, **named))

    return run


# --- wake-ups ---------------------------------------------------------------------------------------------------


@in_a_loop
async def test_an_open_page_hears_what_is_written_in_order():
    world = World()
    page = await world.open()
    world.tell("one", "two")
    world.tell("three")
    await page.hears("one", "two", "three")


@in_a_loop
async def test_nothing_is_sent_before_it_is_committed():
    world = World()
    page = await world.open()
    world.hub.wake(CHANNEL)  # the wake-up came first
    await world.idle()
    assert page.heard.empty()
    world.tell("one")
    await page.hears("one")


@in_a_loop
async def test_a_lost_wake_up_costs_nothing():
    world = World()
    page = await world.open()
    world.log.write("nobody woke for this")
    world.tell("but for this")
    await page.hears("nobody woke for this", "but for this")


@in_a_loop
async def test_the_heartbeat_wakes_too():
    world = World(heartbeat=0.01)
    page = await world.open()
    world.log.write("nobody woke for this")
    while (frame := await page.next()) == HEARTBEAT:
        pass
    assert frame == b"data: nobody woke for this\n\n"


@in_a_loop
async def test_doubled_wake_ups_double_nothing():
    world = World()
    page = await world.open()
    world.tell("one")
    for _ in range(20):
        world.hub.wake(CHANNEL)
        await asyncio.sleep(0)
    world.tell("two")
    await page.hears("one", "two")


@in_a_loop
async def test_a_wake_up_during_a_read_is_not_lost():
    world = World()
    page = await world.open()
    read = world.log.hold()
    world.tell("one")
    await until(read.reached.is_set)
    world.tell("two")  # the read that is under way has not seen it
    read.free.set()
    await page.hears("one", "two")


@in_a_loop
async def test_a_wake_up_from_another_thread_arrives():
    world = World()
    page = await world.open()
    world.log.write("one")
    await asyncio.to_thread(world.hub.notify, CHANNEL)
    await page.hears("one")


@in_a_loop
async def test_wake_ups_of_channels_that_nobody_watches_do_nothing():
    world = World()
    world.hub.wake(CHANNEL)
    assert world.hub.tables == {}


@in_a_loop
async def test_numbers_left_out_are_no_gap():
    world = World()
    page = await world.open()
    world.log.write("one", seq=5)
    world.log.write("two", seq=90)
    world.hub.wake(CHANNEL)
    await page.hears("one", "two")


@in_a_loop
async def test_more_than_one_read_holds_is_read_to_the_end():
    world = World()
    page = await world.open()
    texts = [str(n) for n in range(MAX_REPLAY + 30)]
    world.tell(*texts)
    await page.hears(*texts)


# --- coming back ------------------------------------------------------------------------------------------------


@in_a_loop
async def test_who_comes_back_hears_what_was_missed_and_then_what_comes():
    world = World()
    world.tell("seen", "missed", "missed too")
    page = await world.open(cursor="1")
    await page.hears("missed", "missed too")
    world.tell("new")
    await page.hears("new")


@in_a_loop
async def test_the_empty_cursor_is_the_beginning():
    world = World()
    world.tell("first")
    page = await world.open(cursor="")
    await page.hears("first")


@in_a_loop
async def test_without_a_cursor_only_the_future_counts():
    world = World()
    world.tell("old")
    page = await world.open(cursor=None)
    world.tell("new")
    await page.hears("new")


@in_a_loop
async def test_two_hundred_missed_are_told():
    world = World()
    texts = [str(n) for n in range(MAX_REPLAY)]
    world.tell(*texts)
    page = await world.open(cursor="")
    await page.hears(*texts)


@pytest.mark.parametrize("cursor", ["0", "nonsense"], ids=["too far behind", "unknown"])
@in_a_loop
async def test_a_cursor_of_no_use_loads_the_page_again_and_the_stream_goes_on(cursor):
    world = World()
    world.tell(*[str(n) for n in range(MAX_REPLAY + 1)])
    page = await world.open(cursor=cursor)
    assert await page.next() == RESET
    world.tell("new")
    await page.hears("new")


@in_a_loop
async def test_what_one_may_not_see_brings_nobody_behind():
    world = World()
    for n in range(2 * MAX_REPLAY):
        world.log.write(f"secret {n}", "gm")
    world.log.write("open")
    page = await world.open(cursor="")
    await page.hears("open")


@in_a_loop
async def test_the_same_frame_is_told_once_to_who_comes_back():
    world = World()
    world.tell("card", "card", "row", "card")
    page = await world.open(cursor="")
    world.tell("end")
    await page.hears("row", "card", "end")


@in_a_loop
async def test_the_end_of_something_never_seen_is_not_told():
    world = World()
    world.log.write("shown")
    world.log.write("hidden again", since=1)
    world.log.write("end")
    late = await world.open("celina", cursor="0")
    await late.hears("shown", "end")
    there = await world.open("bartek", cursor="1")
    await there.hears("hidden again", "end")


# --- joining while others are served ----------------------------------------------------------------------------


@pytest.mark.parametrize("before", [True, False], ids=["before it looks", "after it looked"])
@pytest.mark.parametrize("second", ["celina", "bartek"], ids=["somebody else", "the same person's second tab"])
@in_a_loop
async def test_who_sits_down_while_the_log_is_read_misses_nothing_and_doubles_nothing(second, before):
    world = World()
    first = await world.open("bartek")
    read = world.log.hold(before=before)
    world.tell("one")
    await until(read.reached.is_set)
    late = Page(world.hub, Grant(second), cursor="")
    assert await late.next() == OPENING  # it has read the log by itself, up to here
    await late.hears("one")
    world.log.write("two")  # known to the read that is still to look, and to nobody else
    read.free.set()
    world.hub.wake(CHANNEL)
    world.tell("three")
    await late.hears("two", "three")
    await first.hears("one", "two", "three")


# --- who is told ------------------------------------------------------------------------------------------------


@in_a_loop
async def test_nobody_gets_a_frame_of_another_audience():
    world = World()
    player, gm = await world.open("bartek"), await world.open("alicja", "gm")
    world.log.write("for the gm", "gm")
    world.tell("for all")
    await player.hears("for all")
    await gm.hears("for the gm", "for all")


@in_a_loop
async def test_an_entry_is_drawn_once_for_each_audience_that_is_there():
    world = World()
    pages = [await world.open(name) for name in ("bartek", "celina", "gustaw")]
    world.tell("one")
    for page in pages:
        await page.hears("one")
    assert world.log.drawn == [("one", "player")]


@in_a_loop
async def test_an_entry_that_cannot_be_drawn_stops_nothing(caplog):
    world = World()
    page = await world.open()
    world.tell("cannot be drawn", "next")
    await page.hears("next")
    assert "could not be drawn" in caplog.text


@in_a_loop
async def test_a_database_that_failed_once_is_read_again(caplog):
    world = World()
    page = await world.open()
    world.log.fault = OperationalError("gone away")
    world.tell("one")
    await world.idle()
    assert "could not be read" in caplog.text
    world.hub.wake(CHANNEL)
    await page.hears("one")


# --- endings ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "last_words"),
    [
        ("removed", b"event: gone\ndata: removed\n\n"),
        ("401", b"event: gone\ndata: 401\n\n"),
        ("changed", RESET),
    ],
)
@in_a_loop
async def test_who_lost_a_right_is_told_and_nothing_more(reason, last_words):
    world = World()
    page, other = await world.open("bartek"), await world.open("celina")
    world.log.lost["bartek"] = reason
    world.tell("not for bartek any more")
    assert await page.next() == last_words
    await page.ends()
    await other.hears("not for bartek any more")


@in_a_loop
async def test_a_right_that_was_lost_during_the_read_is_lost():
    world = World()
    page = await world.open("bartek")
    read = world.log.hold()
    world.tell("one")
    await until(read.reached.is_set)
    world.log.lost["bartek"] = "removed"
    read.free.set()
    assert await page.next() == b"event: gone\ndata: removed\n\n"
    await page.ends()


@in_a_loop
async def test_who_comes_back_without_the_right_hears_only_the_farewell():
    world = World()
    world.tell("one", "two")
    world.log.lost["bartek"] = "removed"
    page = Page(world.hub, Grant("bartek"), "")
    assert await page.next() == OPENING
    assert await page.next() == b"event: gone\ndata: removed\n\n"
    await page.ends()


@in_a_loop
async def test_a_page_that_is_too_slow_is_cut_and_others_are_not():
    world = World()
    quick = await world.open("celina")
    slow = world.hub.stream(CHANNEL, Grant("bartek"), None)
    assert await anext(slow) == OPENING  # and then it reads no further
    await until(lambda: len(world.table.streams) == 2)
    texts = [str(n) for n in range(QUEUE + 2)]
    for text in texts:
        world.tell(text)
        await quick.hears(text)
    with pytest.raises(StopAsyncIteration):
        await anext(slow)


@in_a_loop
async def test_the_heartbeat_is_an_event_that_a_page_can_hear():
    world = World(heartbeat=0.001)
    page = await world.open()
    assert await page.next() == b"event: heartbeat\ndata: \n\n"


@in_a_loop
async def test_at_the_end_of_the_process_every_stream_ends():
    world = World()
    pages = [await world.open(name) for name in ("bartek", "celina")]
    world.hub.stop()
    for page in pages:
        await page.ends()


@in_a_loop
async def test_a_channel_is_forgotten_with_its_last_page():
    world = World()
    page = await world.open()
    await page.leave()
    assert world.hub.tables == {}


@in_a_loop
async def test_a_hundred_open_pages_hold_no_thread():
    world = World()
    first = await world.open("0")
    world.tell("warm", "up")
    await first.hears("warm", "up")
    before = threading.active_count()
    pages = [await world.open(str(n)) for n in range(1, 100)]
    world.tell("one")
    for page in (first, *pages):
        await page.hears("one")
    assert threading.active_count() <= before + 1  # the hub has two threads of its own, and no more
