"""Live updates: the log is the queue.

Writers call `publish` inside their transaction. It wakes the hub of every process when the transaction commits,
with nothing but the channel's id: the hub (hub.py) reads what was committed from the log itself.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import connection, transaction

PG_CHANNEL = "live"
_listeners: list[Callable[[int], None]] = []


def publish(channel_id: int) -> None:
    """Wake the hubs when the running transaction commits."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [PG_CHANNEL, str(channel_id)])  # sent at commit only
    else:
        transaction.on_commit(lambda: _wake(channel_id))


def subscribe(notify: Callable[[int], None]) -> Callable[[], None]:
    """Call `notify(channel_id)` after each commit of this process; the answer ends it."""
    _listeners.append(notify)
    return lambda: _listeners.remove(notify)


def _wake(channel_id: int) -> None:
    for notify in _listeners:
        notify(channel_id)
