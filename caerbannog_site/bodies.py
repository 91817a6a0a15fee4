"""Nothing reaches Django before its whole body is here: a slow or broken sender must neither hold one of the few
threads nor have half of what was written saved as if it were all.
"""

from __future__ import annotations

import asyncio
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from caerbannog_site.uploads import MOST, most_at

AROUND = 256 * 1024  # what a form says around a file
LIMIT = MOST + AROUND
SECONDS = 30  # for the whole body
LARGE_SECONDS = 600  # of a campaign, on a slow line
LARGE_AT_ONCE = 4  # arrive in one process, and wait on the disk
PIECE = 1024 * 1024
_arriving: list[Any] = []


class BadBody(Exception):
    """`status` is the answer; None: nobody is there to hear one."""

    def __init__(self, status: int | None) -> None:
        super().__init__(status)
        self.status = status


async def whole(scope: dict[str, Any], receive: Any) -> IO[bytes]:
    """The request's body, at its beginning, or BadBody. What is larger than most requests may be is not in memory."""
    announced = next((int(value) for name, value in scope["headers"] if name == b"content-length"), None)
    limit = most_at(scope.get("path", "")) + AROUND
    if announced is not None and announced > limit:
        raise BadBody(413)
    body = SpooledTemporaryFile(max_size=LIMIT)  # noqa: SIM115 -- asgi.py closes it
    try:
        size = await _arrived(receive, body, limit)
        if announced is not None and size != announced:
            raise BadBody(400)
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body


async def _arrived(receive: Any, body: IO[bytes], limit: int) -> int:
    """How much came, within its time."""
    if limit > LIMIT and len(_arriving) >= LARGE_AT_ONCE:
        raise BadBody(503)
    _arriving.extend([receive] if limit > LIMIT else [])
    try:
        async with asyncio.timeout(LARGE_SECONDS if limit > LIMIT else SECONDS):
            return await _read(receive, body, limit)
    except TimeoutError:
        raise BadBody(408) from None
    finally:
        if receive in _arriving:
            _arriving.remove(receive)


async def _read(receive: Any, body: IO[bytes], limit: int) -> int:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadBody(None)
        body.write(message.get("body", b""))
        if body.tell() > limit:
            raise BadBody(413)
        if not message.get("more_body", False):
            return body.tell()


def replay(body: IO[bytes], receive: Any) -> Any:
    """A `receive` that begins with this body, piece by piece."""
    ended = False

    async def replayed() -> dict[str, Any]:
        nonlocal ended
        if ended:
            return await receive()
        piece = body.read(PIECE)
        ended = len(piece) < PIECE
        return {"type": "http.request", "body": piece, "more_body": not ended}

    return replayed


async def refuse(error: BadBody, send: Any) -> None:
    """Pages have words of their own for these answers (static/js/forms.js). The rest of a slow body is not awaited."""
    if error.status is not None:
        headers = [(b"content-length", b"0"), *([(b"connection", b"close")] if error.status != 413 else [])]
        await send({"type": "http.response.start", "status": error.status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
