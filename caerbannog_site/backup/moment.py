"""The database as it is at one moment, while people go on writing to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """A transaction that sees the database as it is now and keeps nobody from writing; within one, that one."""
    connection.ensure_connection()
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        before, connection.transaction_mode = connection.transaction_mode, "DEFERRED"  # type: ignore[attr-defined]
        try:
            with transaction.atomic():
                yield
        finally:
            connection.transaction_mode = before  # type: ignore[attr-defined]
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
