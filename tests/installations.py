"""Installations beside the tests' own: each with a folder and a database that nobody else uses."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import psycopg
from django.conf import settings
from django.db import connection

ASK = """
import json
from django.core.cache import cache
cache.set("a try at the door", 1)  # which fails where there is no table for it, and is never kept in a backup
from caerbannog_site.backup import rows
found = {m._meta.db_table: [json.loads(line) for line in rows.lines_of(m)] for m in rows.models_at(rows.applied())}
print(json.dumps(found, sort_keys=True))  # PostgreSQL keeps the keys of an object in an order of its own
"""
PRIVATE = ("DATABASE_URL", "TEST_DATABASE", "SECRET_KEY", "PUBLIC_URL", "DJANGO_SETTINGS_MODULE")


@dataclass
class Place:
    """An installation with a folder and a database of its own."""

    data: Path
    database: str = ""

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {key: value for key, value in os.environ.items() if key not in PRIVATE}
        environment |= {"DATA": str(self.data), **({"DATABASE_URL": self.database} if self.database else {})}
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True)

    def must(self, *arguments: str) -> str:
        done = self.manage(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def content(self) -> str:
        """Every row of every table."""
        return self.must("shell", "--no-imports", "-c", ASK)


def server() -> psycopg.Connection:
    """The run's PostgreSQL, outside any transaction."""
    wanted = connection.get_connection_params()
    found = {key: value for key, value in wanted.items() if key in ("host", "port", "user", "password")}
    return psycopg.connect(dbname="postgres", autocommit=True, **found)


def new_database(made: list[str]) -> str:
    """The address of a new database there; `made` gets its name, to be dropped by."""
    name = f"backup_{secrets.token_hex(6)}"
    server().execute(f'CREATE DATABASE "{name}"')
    made.append(name)
    return settings.DATABASE_ADDRESS.rpartition("/")[0] + f"/{name}"
