"""Words that are taken back go from the database file too, not only from its rows.

SQLite overwrites what is deleted (`secure_delete` in the settings), but keeps whole old pages in its write-ahead log
until that begins anew. PostgreSQL overwrites by itself, when it vacuums. Backups keep what they were made of.
"""

from __future__ import annotations

from django.db import connection, transaction


def wipe_at_commit() -> None:
    """Let the database forget what the running transaction takes away."""
    if connection.vendor == "sqlite":
        transaction.on_commit(_begin_log_anew, robust=True)  # what was committed is done, whatever comes of this


def _begin_log_anew() -> None:
    """Waits for whoever reads at this moment; after that SQLite gives up, and the log begins anew by itself later."""
    if connection.in_atomic_block:  # a test's
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
