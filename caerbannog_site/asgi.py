"""The ASGI entry.

Ordinary requests: the whole sync Django in one executor call on a few kept threads with kept connections, once the
whole body is here (bodies.py).
Streams: an ordinary view checks access and answers with a grant in a header; this wrapper takes over when Django
has finished, so an open stream holds neither a thread nor a database connection. The header never leaves here.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caerbannog_site.settings")

from django.core.wsgi import get_wsgi_application

wsgi_application = get_wsgi_application()  # loads the apps, which the imports below need

from a2wsgi import WSGIMiddleware
from django.conf import settings

from caerbannog_site import bodies
from caerbannog_site.http import GRANT_HEADER
from caerbannog_site.hub import Hub
from caerbannog_site.pg_listen import listener
from sessions import feed

logger = logging.getLogger(__name__)

THREADS = 4
STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]

django_app: Any = WSGIMiddleware(cast(Any, wsgi_application), workers=THREADS)
hub = Hub(feed.Source(), listen=listener(), heartbeat=settings.LIVE_HEARTBEAT)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        try:
            body = await bodies.whole(scope, receive)
        except bodies.BadBody as error:
            await bodies.refuse(error, send)
            return
        with body:
            grant = await _django(scope, bodies.replay(body, receive), send)
        if grant:
            await _stream(grant, receive, send)


async def _lifespan(receive: Any, send: Any) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            _leave_out_what_stays()
            _end_streams_on_signal()
            hub.start()
        await send({"type": message["type"] + ".complete"})
        if message["type"] == "lifespan.shutdown":
            return


def _leave_out_what_stays() -> None:
    """The collector of garbage need not look again and again at the code, templates and catalogues that are loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)  # one page makes thousands of objects, nearly all gone with it


def _end_streams_on_signal() -> None:
    """uvicorn waits for open responses when it is told to stop, so end ours first, then let its handler run."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def handler(received: int, frame: Any, before: Any = before) -> None:
            loop.call_soon_threadsafe(hub.stop)
            if callable(before):
                before(received, frame)

        try:
            signal.signal(number, handler)
        except ValueError:  # not the main thread: a server inside a test
            return


async def _django(scope: dict[str, Any], receive: Any, send: Any) -> str | None:
    """Let Django answer; a stream's grant is kept back and given to the caller instead."""
    name = GRANT_HEADER.lower().encode()
    grant = None

    async def guard(message: dict[str, Any]) -> None:
        nonlocal grant
        if message["type"] == "http.response.start":
            found = [value for key, value in message["headers"] if key.lower() == name]
            grant = found[0].decode() if found else None
        if grant is None:
            await send(message)

    await django_app(scope, receive, guard)
    return grant


async def _stream(grant: str, receive: Any, send: Any) -> None:
    channel_id, granted, cursor = feed.read_grant(grant)
    await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})

    async def pump() -> None:
        async for chunk in hub.stream(channel_id, granted, cursor):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    tasks = [asyncio.create_task(pump()), asyncio.create_task(gone())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):  # being cancelled is none
                logger.error("live: a stream failed", exc_info=result)
