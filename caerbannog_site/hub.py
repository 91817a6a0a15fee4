"""The hub of one process: tails the log of each watched channel and hands the rendered frames to the open streams.

It reads committed entries after its cursor, renders each once per audience that is present, and never trusts
a wake-up: a lost, late, doubled or reordered one costs nothing, for the heartbeat wakes too, and a client that
comes back is told what it missed after its own cursor. A stream holds neither a thread nor a database connection.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.db import close_old_connections
from django.urls import set_script_prefix

from caerbannog_site import live, metrics
from caerbannog_site.reader import Reader, Source
from caerbannog_site.streams import CLOSE, HEARTBEAT, OPENING, RESET, Stream, Table

logger = logging.getLogger(__name__)


def _set_prefix() -> None:
    set_script_prefix(settings.FORCE_SCRIPT_NAME or "/")


class Hub:
    def __init__(self, source: Source, listen: Callable[[Hub], Any] | None = None, heartbeat: float = 15) -> None:
        self.reader, self.listen, self.heartbeat = Reader(source), listen, heartbeat
        self.tables: dict[int, Table] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self.tasks: list[asyncio.Task[None]] = []
        # The only threads and connections that streams use. What they draw holds links, and Django keeps the prefix of
        # all links for each thread.
        self.pool = ThreadPoolExecutor(2, "live", initializer=_set_prefix)

    # --- life -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Bind to the running loop: as the server starts, or with the first stream."""
        if self.loop is not None:
            return
        self.loop = asyncio.get_running_loop()
        self.unsubscribe = live.subscribe(self.notify)
        self.tasks.append(self.loop.create_task(self._beat()))
        if self.listen:
            self.tasks.append(self.loop.create_task(self._listen()))

    def stop(self) -> None:
        """End every stream, so that the server can shut down; clients come back to the next process."""
        for stream in self._streams():
            stream.close()
        for task in self.tasks:
            task.cancel()
        self.tasks.clear()
        if self.loop is not None:
            self.unsubscribe()
            self.loop = None

    def _streams(self) -> list[Stream]:
        return [stream for table in self.tables.values() for stream in table.streams.values()]

    async def _in_thread(self, call: Callable[..., Any], *arguments: Any) -> Any:
        def run() -> Any:
            close_old_connections()
            try:
                return call(*arguments)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self.pool, run)

    # --- wake-ups -------------------------------------------------------------------------------------------

    def notify(self, channel_id: int) -> None:
        """From any thread, after commit."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.wake, channel_id)

    def wake(self, channel_id: int) -> None:
        table = self.tables.get(channel_id)
        if table is None:
            return
        table.dirty = True
        if table.task is None and table.cursor is not None:
            table.task = asyncio.get_running_loop().create_task(self._pump(channel_id, table))

    def wake_all(self) -> None:
        for channel_id in list(self.tables):
            self.wake(channel_id)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.heartbeat)
            for stream in self._streams():
                stream.put(0, HEARTBEAT)
            self.wake_all()

    async def _listen(self) -> None:
        assert self.listen
        while True:
            try:
                await self.listen(self)
            except Exception:
                logger.exception("live: the listener failed and starts again")
                await asyncio.sleep(1)

    # --- from the log to the streams --------------------------------------------------------------------------

    async def _pump(self, channel_id: int, table: Table) -> None:
        try:
            while table.dirty:
                table.dirty = False
                grants = set(table.streams)
                ended, rows, full = await self._in_thread(self.reader.news, channel_id, table.cursor, grants)
                if not table.streams.keys() <= grants:
                    table.dirty = True  # somebody sat down while we read: read again, for them too
                    continue
                table.deliver(ended, rows)
                table.dirty = table.dirty or full
        except Exception:
            logger.exception("live: channel %s could not be read", channel_id)
            asyncio.get_running_loop().call_later(1, self.wake, channel_id)
        finally:
            table.task = None

    # --- one stream -------------------------------------------------------------------------------------------

    async def stream(self, channel_id: int, grant: Any, cursor: str | None) -> AsyncIterator[bytes]:
        """The bytes of one page's stream: what it missed after `cursor` (a token), then what comes."""
        self.start()
        table = self.tables.setdefault(channel_id, Table())
        metrics.STREAMS.inc()
        stream = table.streams[grant] = Stream()  # subscribe first, then read: nothing falls between
        try:
            last, missed = await self._in_thread(self.reader.missed, channel_id, grant, cursor)
            if table.cursor is None:
                table.cursor = last
            yield OPENING
            if missed is None:
                yield RESET
                missed = []
            if missed:
                metrics.REPLAYS.inc()
            for frame in missed:
                yield frame
            self.wake(channel_id)
            while (item := await stream.queue.get()) is not CLOSE:
                seq, frame = item
                if seq == 0 or seq > last:
                    last = seq or last
                    yield frame
        finally:
            metrics.STREAMS.dec()
            del table.streams[grant]
            if not table.streams and self.tables.get(channel_id) is table:
                del self.tables[channel_id]
