"""The open pages of one process, by the channel that they watch; and what the wire carries besides the log's frames."""

from __future__ import annotations

import asyncio
from typing import Any

from caerbannog_site import metrics

QUEUE = 256  # frames; a client slower than that is cut and comes back with its cursor
CLOSE = None
OPENING = b"retry: 2000\n\nevent: heartbeat\ndata: \n\n"
HEARTBEAT = b"event: heartbeat\ndata: \n\n"  # a named event: a page does not hear comments
RESET = b"event: reset\ndata: \n\n"  # load the page again
CHANGED = "changed"  # the reason of a stream whose person sees other things now, and may still come in


def farewell(reason: str) -> bytes:
    """Who may see other things now loads the page again; who may see nothing any more is told why."""
    return RESET if reason == CHANGED else f"event: gone\ndata: {reason}\n\n".encode()


class Stream:
    """One open page; the queue holds frames not yet sent."""

    __slots__ = ("queue",)

    def __init__(self) -> None:
        self.queue: asyncio.Queue[tuple[int, bytes] | None] = asyncio.Queue(QUEUE)

    def put(self, seq: int, frame: bytes) -> None:
        try:
            self.queue.put_nowait((seq, frame))
        except asyncio.QueueFull:
            metrics.OVERFLOWS.inc()
            self.close()

    def close(self, last_words: bytes = b"") -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        if last_words:
            self.queue.put_nowait((0, last_words))
        self.queue.put_nowait(CLOSE)


class Table:
    """A channel that somebody watches in this process, by the grants of its streams, of which each has its own.

    `cursor` is the seq up to which it was read.
    """

    __slots__ = ("cursor", "dirty", "streams", "task")

    def __init__(self) -> None:
        self.streams: dict[Any, Stream] = {}
        self.cursor: int | None = None
        self.dirty = False
        self.task: asyncio.Task[None] | None = None

    def deliver(self, ended: dict[Any, str], rows: list[tuple[int, dict[Any, bytes]]]) -> None:
        """Hand each stream what was read for its grant: (seq, grant -> frame), oldest first."""
        for grant in ended.keys() & self.streams.keys():
            self.streams[grant].close(farewell(ended[grant]))
        for seq, frames in rows:
            self.cursor = seq
            for grant, stream in self.streams.items():
                if frame := frames.get(grant):
                    stream.put(seq, frame)
