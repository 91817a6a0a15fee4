"""Tables of their own, outside the tests' database: what a restore drops is nobody else's."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.installations import Place, new_database, server


@dataclass
class Kept:
    """The demonstration table with an uploaded file, and its backup."""

    place: Place
    content: str
    file: Path


@pytest.fixture(scope="session")
def kept(tmp_path_factory, django_db_blocker) -> Kept:
    place = Place(tmp_path_factory.mktemp("kept"))
    place.must("migrate", "--verbosity", "0")
    place.must("demo")
    (place.data / "uploads").mkdir(exist_ok=True)
    (place.data / "uploads" / "portrait.webp").write_bytes(b"\x00a picture\xff")
    with django_db_blocker.unblock():
        content = place.content()
    return Kept(place, content, Path(place.must("backup").split("  ")[0]))


@pytest.fixture
def place(tmp_path):
    """place(): an empty installation on SQLite; place("postgresql"): on this run's PostgreSQL."""
    made: list[str] = []

    def make(vendor: str = "sqlite") -> Place:
        data = tmp_path / secrets.token_hex(4)
        data.mkdir()
        return Place(data, new_database(made) if vendor == "postgresql" else "")

    yield make
    for name in made:
        server().execute(f'DROP DATABASE "{name}" WITH (FORCE)')
