"""A backup put back, on either database: the tables as they were when it was made, its rows, then what is new since."""

from __future__ import annotations

import io
import json
import os
import shutil
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from caerbannog_site.backup import FORMAT, VERSION, rows


class Unusable(Exception):
    """Why a file can't be put back; nothing was touched."""


@dataclass(frozen=True)
class Backup:
    """An open file that can be put back."""

    archive: tarfile.TarFile
    migrations: list[rows.Migration]
    counts: dict[str, int]  # of the rows of each table


@contextmanager
def opened(path: Path) -> Iterator[Backup]:
    """Raises Unusable."""
    with _readable(path) as archive:
        manifest = _manifest(archive)
        migrations = [(app, name) for app, name in manifest["migrations"]]
        _need_known(migrations)
        yield Backup(archive, migrations, manifest["rows"])


def restore(backup: Backup, *, files: bool = True) -> dict[str, int]:
    """Replace the whole database, the uploads and the kept secret key; how many rows each table has now.

    `files`: without, the rows alone.
    """
    _drop_everything()
    _migrate_to(backup.migrations)
    counts = _load(backup)
    if files:
        _put_files(backup.archive)
    call_command("migrate", interactive=False, verbosity=0)
    return counts


def _readable(path: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(path, "r:gz")
    except (OSError, tarfile.TarError) as error:
        raise Unusable(f"{path} is no backup that can be read: {error}") from error


def _manifest(archive: tarfile.TarFile) -> dict[str, Any]:
    try:
        manifest = json.loads(_text(archive, "manifest.json"))
        known = manifest["format"] == FORMAT and manifest["v"] <= VERSION
    except (KeyError, ValueError, EOFError, OSError, tarfile.TarError) as error:
        raise Unusable("This file is no whole backup of a table.") from error
    if not known:
        raise Unusable("This backup is of a form that this version does not know.")
    for table in manifest["rows"]:
        if f"rows/{table}.jsonl" not in archive.getnames():
            raise Unusable(f"The rows of {table} are missing in this backup.")
    return dict(manifest)


def _text(archive: tarfile.TarFile, name: str) -> str:
    file = archive.extractfile(name)
    assert file is not None
    return file.read().decode()


def _need_known(migrations: list[rows.Migration]) -> None:
    known = MigrationExecutor(connection).loader.graph.nodes
    if unknown := [f"{app}.{name}" for app, name in migrations if (app, name) not in known]:
        raise Unusable(f"This backup was made by a newer version, which knows {', '.join(unknown)}.")


def _drop_everything() -> None:
    """The database is the table's alone, as docs/hosting.md says."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys = OFF")
        for table in tables:
            cascade = "" if connection.vendor == "sqlite" else " CASCADE"
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)}{cascade}")
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys = ON")


def _migrate_to(migrations: list[rows.Migration]) -> None:
    """Without the signals that would fill tables before their rows come."""
    executor = MigrationExecutor(connection)
    earlier = {key for target in migrations for key in executor.loader.graph.forwards_plan(target)[:-1]}
    executor.migrate(sorted(set(migrations) - earlier))


def _load(backup: Backup) -> dict[str, int]:
    models = [model for model in rows.models_at(backup.migrations) if model._meta.db_table in backup.counts]
    with transaction.atomic():
        found = {one._meta.db_table: rows.load(one, _lines(backup.archive, one._meta.db_table)) for one in models}
        rows.reset_numbers(models)
    return found


def _lines(archive: tarfile.TarFile, table: str) -> Iterator[str]:
    file = archive.extractfile(f"rows/{table}.jsonl")
    assert file is not None
    return io.TextIOWrapper(file, encoding="utf-8", newline="\n")


def _put_files(archive: tarfile.TarFile) -> None:
    uploads = Path(settings.MEDIA_ROOT)
    shutil.rmtree(uploads, ignore_errors=True)
    for entry in archive.getmembers():
        if entry.isfile() and entry.name.startswith("uploads/"):
            archive.extract(_under(entry, "uploads/"), uploads, filter="data")
    if "secret_key" in archive.getnames():
        _keep_secret(_text(archive, "secret_key"))


def _under(entry: tarfile.TarInfo, prefix: str) -> tarfile.TarInfo:
    return entry.replace(name=entry.name.removeprefix(prefix), mode=0o600, deep=False)


def _keep_secret(key: str) -> None:
    target = Path(settings.DATA) / "secret_key"
    with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(key)
