"""What the hub's threads do: read the log after a cursor and draw it for those who watch, once per audience."""

from __future__ import annotations

import logging
import time
from collections.abc import Hashable, Iterable, Sequence
from datetime import datetime
from typing import Any, Protocol

from django.db import DatabaseError

from caerbannog_site import metrics

logger = logging.getLogger(__name__)
MAX_REPLAY = 200  # visible entries; a client further behind loads the page again


class Entry(Protocol):
    @property
    def seq(self) -> int: ...
    @property
    def at(self) -> datetime: ...


class Source(Protocol):
    """What the hub asks of the application; every call is made in one of the hub's own threads.

    position  the seq of a client's cursor, None when the channel does not know it
    fetch     the entries after `after`, oldest first; `news`: those that were only just written
    moot      whether a client that comes back from `since` need not hear of the entry
    ended     the grants that hold no more, with the reason
    """

    def newest(self, channel_id: int) -> int: ...
    def position(self, channel_id: int, token: str) -> int | None: ...
    def fetch(self, channel_id: int, after: int, limit: int, *, news: bool = False) -> Sequence[Entry]: ...
    def moot(self, entry: Any, since: int) -> bool: ...
    def audience(self, entry: Any, grant: Any) -> Hashable: ...
    def render(self, entry: Any, audience: Any) -> bytes: ...
    def ended(self, grants: Iterable[Any]) -> dict[Any, str]: ...


class Reader:
    def __init__(self, source: Source) -> None:
        self.source = source

    def news(self, channel_id: int, after: int, grants: set[Any]) -> tuple[dict[Any, str], list[Any], bool]:
        """What came after `after` for each grant. Rights are read last: what came after they were lost is not sent."""
        entries = self.source.fetch(channel_id, after, MAX_REPLAY + 1, news=True)
        ended = self.source.ended(grants)
        cache: dict[Any, bytes] = {}
        rows = []
        for entry in entries:
            frames = {grant: self._frame(entry, grant, cache) for grant in grants if grant not in ended}
            rows.append((entry.seq, frames))
            cache.clear()
            metrics.LAG.observe(max(0, time.time() - entry.at.timestamp()))
        return ended, rows, len(entries) > MAX_REPLAY

    def missed(self, channel_id: int, grant: Any, cursor: str | None) -> tuple[int, list[bytes] | None]:
        """The newest seq now, and the frames after the client's cursor (None: too many, or the cursor is unknown).

        All of them show the present state, so of equal ones the last is enough; how many there were is not told.
        """
        newest = self.source.newest(channel_id)
        after = newest if cursor is None else self.source.position(channel_id, cursor)
        if after is None:
            return newest, None
        since, frames = after, dict[bytes, None]()
        while entries := self.source.fetch(channel_id, after, MAX_REPLAY):
            after = entries[-1].seq
            for entry in entries:
                if not self.source.moot(entry, since) and (frame := self._frame(entry, grant, {})):
                    frames.pop(frame, None)
                    frames[frame] = None
            if len(frames) > MAX_REPLAY:
                return newest, None
        if self.source.ended([grant]):
            return newest, []  # the first wake-up says farewell
        return max(after, newest), list(frames)

    def _frame(self, entry: Any, grant: Any, cache: dict[Any, bytes]) -> bytes:
        audience = self.source.audience(entry, grant)
        frame = cache.get(audience)
        if frame is None:
            frame = cache[audience] = self._render(entry, audience)
        return frame

    def _render(self, entry: Any, audience: Any) -> bytes:
        """One entry that cannot be drawn must not stop all that come after it."""
        try:
            return self.source.render(entry, audience)
        except DatabaseError:
            raise  # not the entry's fault: read again
        except Exception:
            logger.exception("live: entry %s could not be drawn", entry.seq)
            return b""
