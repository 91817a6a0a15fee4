"""manage.py restore: put a backup back. The server must not run meanwhile."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from caerbannog_site import running
from caerbannog_site.backup import restore, save


class Command(BaseCommand):
    help = "Replaces the database and the uploads by those of a backup. A database with people in it is kept first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--force", action="store_true", help="replace a database that has people in it")
        parser.add_argument("--rows-alone", action="store_true", help="leave uploads and secret key as they are")

    def handle(self, *args: Any, file: Path, force: bool, rows_alone: bool, **options: Any) -> None:
        if file == Path():
            raise CommandError("Say which file, for example: make restore FILE=backups/table-20261201-200000.tar.gz")
        if running.is_held():
            raise CommandError("The table is running on this DATA: stop it first.")
        try:
            with restore.opened(file) as backup:
                if _has_people():
                    self._keep(force)
                counts = restore.restore(backup, files=not rows_alone)
        except restore.Unusable as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored {sum(counts.values())} rows of {len(counts)} tables from {file}")

    def _keep(self, force: bool) -> None:
        if not force:
            raise CommandError("There are people in this database. FORCE=1 replaces them; they are kept in a file.")
        self.stdout.write(f"What was there is kept in {save.save('before-restore')}")


def _has_people() -> bool:
    try:
        return get_user_model().objects.exists()
    except DatabaseError:  # not even tables
        return False
