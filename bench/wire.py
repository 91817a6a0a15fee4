"""The clients: raw HTTP/1.1 over asyncio, as cheap as can be, since they share the machine with the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

PATIENCE = 30


class Connection:
    """One kept connection of one browser."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port, self.cookie = port, cookie
        self.reader: asyncio.StreamReader | None = None
        self.used = -60.0

    async def post(self, path: str, data: Mapping[str, object], headers: Mapping[str, str] | None = None) -> bytes:
        body = urlencode(data).encode()
        lines = [
            f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Content-Length: {len(body)}",
            "Content-Type: application/x-www-form-urlencoded", f"Cookie: {self.cookie}", "Accept-Encoding: gzip",
            *(f"{name}: {value}" for name, value in (headers or {}).items()),
        ]  # fmt: skip
        await self._connect()
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        return await asyncio.wait_for(self._answer(), PATIENCE)

    async def _connect(self) -> None:
        """Anew where the server may be about to close it: it gives a kept connection five seconds."""
        if time.monotonic() - self.used > 3:
            self.close()
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.used = time.monotonic()

    async def _answer(self) -> bytes:
        assert self.reader
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        status = int(head.split(b" ", 2)[1])
        body = b""
        if b"content-length:" in head:
            body = await self.reader.readexactly(int(head.split(b"content-length:")[1].split(b"\r\n")[0]))
        elif b"transfer-encoding: chunked" in head:
            while size := int((await self.reader.readuntil(b"\r\n")).split(b";")[0], 16):
                body += (await self.reader.readexactly(size + 2))[:-2]
            await self.reader.readexactly(2)
        if status not in (200, 204):
            raise RuntimeError(f"answered {status}: {body[:300]!r}")
        return body

    def close(self) -> None:
        if self.reader is not None:
            self.writer.close()


class Screen(asyncio.Protocol):
    """One open stream. It only counts the frames that have an id and came to their end."""

    def __init__(self, screens: Screens, request: bytes) -> None:
        self.screens, self.request = screens, request
        self.seen, self.whole, self.tail = 0, 0, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        joined = self.tail + data
        if not self.screens.opened(self, joined):
            return
        self.seen += joined.count(b"\nid: ")
        self.tail = joined[-4:]  # shorter than what is counted: nothing counts twice
        self.screens.bytes += len(data)
        if joined.endswith(b"\n\n\r\n") and self.whole != self.seen:
            self.whole = self.seen
            self.screens.arrived()

    def connection_lost(self, error: Exception | None) -> None:
        self.screens.lost += not self.screens.closing


class Screens:
    """Some open streams, and who waits for the last of them."""

    def __init__(self, port: int) -> None:
        self.port, self.screens = port, list[Screen]()
        self.bytes = self.lost = 0
        self.closing = False
        self._open: set[Screen] = set()
        self._waiter: asyncio.Future[float] | None = None
        self._wanted = 0

    async def open(self, pages: Sequence[tuple[str, str]]) -> Screens:
        """Open a stream for each (path, cookie), and wait until each of them was answered."""
        loop = asyncio.get_running_loop()
        for path, cookie in pages:
            request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {cookie}\r\n\r\n".encode()
            screen = Screen(self, request)
            await loop.create_connection(lambda screen=screen: screen, "127.0.0.1", self.port)
            self.screens.append(screen)
        until = time.monotonic() + PATIENCE
        while len(self._open) < len(self.screens):
            if time.monotonic() > until or self.lost:
                raise TimeoutError(f"{len(self._open)} of {len(self.screens)} streams opened")
            await asyncio.sleep(0.01)
        return self

    def opened(self, screen: Screen, data: bytes) -> bool:
        """Whether the stream's opening has come; it is not counted."""
        if screen in self._open:
            return True
        screen.tail = data
        if b"event: heartbeat" in data:
            if b" 200 " not in data[:20]:
                raise RuntimeError(data[:200])
            self._open.add(screen)
            screen.tail = b""
        return False

    def arrived(self) -> None:
        waiter = self._waiter
        if waiter and not waiter.done() and min(screen.whole for screen in self.screens) >= self._wanted:
            waiter.set_result(time.perf_counter())

    async def after(self, more: int = 1) -> float:
        """The moment when the last screen has `more` frames than were awaited before."""
        self._wanted += more
        self._waiter = asyncio.get_running_loop().create_future()
        self.arrived()
        return await asyncio.wait_for(self._waiter, PATIENCE)

    def caught_up(self) -> None:
        self._wanted = min(screen.whole for screen in self.screens)

    def close(self) -> None:
        self.closing = True
        for screen in self.screens:
            screen.transport.close()
