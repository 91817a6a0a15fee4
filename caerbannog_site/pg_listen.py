"""On PostgreSQL, wake-ups come from every process and machine by LISTEN, on one connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from django.db import connection

from caerbannog_site.live import PG_CHANNEL

if TYPE_CHECKING:
    from caerbannog_site.hub import Hub


_listening = threading.Event()


def listens(now: bool) -> None:
    """Whether this process's hub hears the others."""
    if now:
        _listening.set()
    else:
        _listening.clear()


def hears() -> bool:
    """Whether wake-ups arrive; where one process tells itself they always do."""
    return connection.vendor != "postgresql" or _listening.is_set()


def listener() -> Callable[[Hub], Awaitable[None]] | None:
    """What the hub awaits for its wake-ups; None on SQLite, where one process tells itself."""
    return _listen if connection.vendor == "postgresql" else None


async def _listen(hub: Hub) -> None:
    """Connected as Django is, certificates and all, but for its own ways with rows and values."""
    import psycopg

    parameters = connection.get_connection_params()
    wanted = {name: value for name, value in parameters.items() if name not in ("cursor_factory", "context")}
    async with await psycopg.AsyncConnection.connect(autocommit=True, **wanted) as listening:
        await listening.execute(f"LISTEN {PG_CHANNEL}")
        hub.wake_all()  # whatever came while nobody listened
        listens(True)
        try:
            async for notice in listening.notifies():
                hub.wake(int(notice.payload))
        finally:
            listens(False)
