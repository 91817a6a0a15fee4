"""The bare broadcaster: a queue for each stream, one ready-made frame for all of them."""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict
from typing import Any

FRAME = "data: " + "x" * int(os.environ.get("BARE_FRAME", "4000")) + "\n\n"  # as long as one of the product's
HEADERS = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
_groups: dict[str, set[asyncio.Queue[bytes]]] = defaultdict(set)
_loop: list[asyncio.AbstractEventLoop] = []


def broadcast(group: str, number: int) -> None:
    """From any thread."""
    _loop[0].call_soon_threadsafe(send_all, group, number)


def send_all(group: str, number: int) -> None:
    frame = f"id: {number}\n{FRAME}".encode()
    for queue in _groups[group]:
        queue.put_nowait(frame)


async def stream(group: str, receive: Any, send: Any) -> None:
    _loop[:] = [asyncio.get_running_loop()]
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    _groups[group].add(queue)
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await send({"type": "http.response.body", "body": b"event: heartbeat\ndata: \n\n", "more_body": True})
    pump = asyncio.create_task(_pump(queue, send))
    try:
        while (await receive())["type"] != "http.disconnect":
            pass
    finally:
        pump.cancel()
        _groups[group].discard(queue)


async def _pump(queue: asyncio.Queue[bytes], send: Any) -> None:
    while True:
        await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})
