"""Tables of their own, outside the tests' database: what a restore drops is nobody else's."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
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


@dataclass
class Kept:
    """The demonstration table with an uploaded file, and its backup."""

    place: Place
    content: str
    file: Path


@pytest.fixture(scope="session")
def kept(tmp_path_factory) -> Kept:
    place = Place(tmp_path_factory.mktemp("kept"))
    place.must("migrate", "--verbosity", "0")
    place.must("demo")
    (place.data / "uploads").mkdir(exist_ok=True)
    (place.data / "uploads" / "portrait.webp").write_bytes(b"\x00a picture\xff")
    return Kept(place, place.content(), Path(place.must("backup").split("  ")[0]))


@pytest.fixture
def place(tmp_path):
    """place(): an empty installation on SQLite; place("postgresql"): on this run's PostgreSQL."""
    made: list[str] = []

    def make(vendor: str = "sqlite") -> Place:
        data = tmp_path / secrets.token_hex(4)
        data.mkdir()
        return Place(data, _new_database(made) if vendor == "postgresql" else "")

    yield make
    for name in made:
        _server().execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _server() -> psycopg.Connection:
    wanted = connection.get_connection_params()
    found = {key: value for key, value in wanted.items() if key in ("host", "port", "user", "password")}
    return psycopg.connect(dbname="postgres", autocommit=True, **found)


def _new_database(made: list[str]) -> str:
    name = f"backup_{secrets.token_hex(6)}"
    _server().execute(f'CREATE DATABASE "{name}"')
    made.append(name)
    return settings.DATABASE_ADDRESS.rpartition("/")[0] + f"/{name}"
