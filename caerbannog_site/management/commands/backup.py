"""manage.py backup: database and uploads in one dated file, while people play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from caerbannog_site.backup import save
from caerbannog_site.management.databases import need_table


class Command(BaseCommand):
    help = "Writes database, uploads and secret key into one dated file, on SQLite and on PostgreSQL."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--into", type=Path, help="the folder for it; DATA/backups without")

    def handle(self, *args: Any, into: Path | None, **options: Any) -> None:
        need_table()
        try:
            path = save.save(into=into)
        except OSError as error:  # a full disk, a folder of somebody else's
            raise CommandError(f"No backup was written: {error}") from error
        holds = ", ".join(f"{what}: {count}" for what, count in save.holds(path).items())
        self.stdout.write(f"{path}  {_size(path)}, {holds}")


def _size(path: Path) -> str:
    size = path.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} kB"
