"""Nothing reaches Django before its whole body is here: a slow or broken sender must neither hold one of the few
threads nor have half of what was written saved as if it were all.
"""

from __future__ import annotations

import asyncio
from typing import Any

from caerbannog_site.uploads import MOST

LIMIT = MOST + 256 * 1024  # the largest file, and what a form says around it
SECONDS = 30  # for the whole body


class BadBody(Exception):
    """`status` is the answer; None: nobody is there to hear one."""

    def __init__(self, status: int | None) -> None:
        super().__init__(status)
        self.status = status


async def whole(scope: dict[str, Any], receive: Any) -> bytes:
    """The request's body, or BadBody."""
    announced = next((int(value) for name, value in scope["headers"] if name == b"content-length"), None)
    if announced is not None and announced > LIMIT:
        raise BadBody(413)
    try:
        async with asyncio.timeout(SECONDS):
            body = await _read(receive)
    except TimeoutError:
        raise BadBody(408) from None
    if announced is not None and len(body) != announced:
        raise BadBody(400)
    return body


async def _read(receive: Any) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadBody(None)
        body += message.get("body", b"")
        if len(body) > LIMIT:
            raise BadBody(413)
        if not message.get("more_body", False):
            return bytes(body)


def replay(body: bytes, receive: Any) -> Any:
    """A `receive` that begins with this body."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> dict[str, Any]:
        return waiting.pop() if waiting else await receive()

    return replayed


async def refuse(error: BadBody, send: Any) -> None:
    """Pages have words of their own for these answers (static/js/forms.js). The rest of a slow body is not awaited."""
    if error.status is not None:
        headers = [(b"content-length", b"0"), *([(b"connection", b"close")] if error.status != 413 else [])]
        await send({"type": "http.response.start", "status": error.status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
