"""Installations beside the tests' own: each with a folder and a database that nobody else uses."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import dj_database_url
import psycopg
from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections
from django.db.utils import ConnectionHandler

from caerbannog_site.backup import rows

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

    @contextmanager
    def opened(self) -> Iterator[None]:
        """With its database in the place of the tests' own: a process for each look would take longer than the look."""
        address = self.database or f"sqlite:///{self.data / 'table.sqlite3'}"
        own = connections["default"]
        connections["default"] = ConnectionHandler({"default": dj_database_url.parse(address)})["default"]
        try:
            yield
        finally:
            connections["default"].close()
            connections["default"] = own

    def content(self) -> str:
        """Every row of every table."""
        with self.opened():
            cache.set("a-try-at-the-door", 1)  # fails where there is no table for it, and is never kept in a backup
            return json.dumps(content(), sort_keys=True)  # PostgreSQL keeps an object's keys in an order of its own


def content() -> dict[str, list]:
    """Every row of the database that is open."""
    models = rows.models_at(rows.applied())
    return {model._meta.db_table: [json.loads(line) for line in rows.lines_of(model)] for model in models}


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
