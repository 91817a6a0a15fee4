"""manage.py move: the whole table from this database to another one, SQLite to PostgreSQL for example."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import dj_database_url
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from caerbannog_site.backup import save
from caerbannog_site.management.databases import need_table


class Command(BaseCommand):
    help = "Copies every row into the database at this address, which must be empty. This one stays as it is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("to", help="postgresql://USER:PASSWORD@HOST/NAME")
        parser.add_argument("--force", action="store_true", help="replace people who are there")

    def handle(self, *args: Any, to: str, force: bool, **options: Any) -> None:
        if not to:
            raise CommandError("Say where to, for example: make move TO=postgresql://USER:PASSWORD@HOST/NAME")
        need_table()
        try:
            dj_database_url.parse(to)
        except ValueError as error:
            raise CommandError("TO is no database's address: postgresql://USER:PASSWORD@HOST/NAME") from error
        with tempfile.TemporaryDirectory() as folder:
            file = save.save(into=Path(folder))
            command = [sys.executable, "manage.py", "restore", str(file), "--rows-alone", *(["--force"] * force)]
            environment = {**os.environ, "DATABASE_URL": to}
            done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment)
        if done.returncode:
            raise CommandError("Nothing was moved.")
        self.stdout.write("Start the server with this DATABASE_URL from now on.")
