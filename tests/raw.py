"""What the database holds, byte by byte."""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.db import connection


def database() -> bytes:
    """SQLite's file with its log, free pages and all; of PostgreSQL every row of every table, which is what a dump has.

    The test needs `transactional_db`: what is not committed is not there.
    """
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        return b"".join(part.read_bytes() for part in (file, Path(f"{file}-wal")) if part.exists())
    tables = [model._meta.db_table for model in apps.get_models(include_auto_created=True)]
    with connection.cursor() as cursor:
        return b"".join(_rows(cursor, table) for table in tables)


def _rows(cursor, table: str) -> bytes:
    cursor.execute(f"SELECT t::text FROM {table} AS t")
    return "\n".join(row for (row,) in cursor.fetchall()).encode()
