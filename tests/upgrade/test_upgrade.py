"""Each released version's database becomes this one's: `git pull && make run`, and everything is there.

The files are demo tables as those versions made them; CONTRIBUTING.md tells how the next one is added.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from django.conf import settings

from tests.installations import PRIVATE, Place

FILES = sorted(Path(__file__).parent.glob("*.sqlite3.gz"))
# Rows that are written anew at each update, or that say what the database has been through.
NOT_THE_TABLES_OWN = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}
OPEN_EVERYTHING = """
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from sessions.models import Campaign, LogEntry, Seat
from sheets.models import Character

campaign = Campaign.objects.get()
at_table = ("table", "people", "sessions", "house")
of_sheet = ("sheet", "history", "print_sheet", "export")
for seat in Seat.objects.exclude(user=None):
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(seat.user)
    pages = [reverse("home"), *(reverse(name, args=[campaign.token]) for name in at_table)]
    mine = Character.objects.filter(owner=seat.user) or Character.objects.all()
    pages += [reverse(name, args=[one.token]) for one in mine for name in of_sheet]
    for page in pages:
        print(seat.user.username, page, client.get(page).status_code)
"""


def rows(database: Path) -> dict[str, tuple[list[str], set[tuple]]]:
    """Each table's columns, and its rows."""
    connection = sqlite3.connect(database)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {}
    for name in set(names) - NOT_THE_TABLES_OWN:
        cursor = connection.execute(f'SELECT * FROM "{name}"')
        found[name] = [column[0] for column in cursor.description], set(cursor.fetchall())
    connection.close()
    return found


def prepared(place: Place) -> str:
    """What the server's start prints before it serves."""
    environment = {name: value for name, value in os.environ.items() if name not in PRIVATE} | {"DATA": str(place.data)}
    command = [sys.executable, "-m", "caerbannog_site.serve", "--prepare"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name.removesuffix(".sqlite3.gz"))
def test_an_older_table_is_kept_taken_over_whole_and_opens(file, tmp_path):
    place, database = Place(tmp_path), tmp_path / "table.sqlite3"
    database.write_bytes(gzip.decompress(file.read_bytes()))
    before = rows(database)

    assert "everything is kept in" in prepared(place)
    after = rows(database)
    for table, (columns, old) in before.items():
        now, new = after[table]
        places = [now.index(column) for column in columns]
        assert old == {tuple(row[place] for place in places) for row in new}, table

    (kept,) = (tmp_path / "backups").glob("before-update-*.tar.gz")
    with tarfile.open(kept) as archive:
        entries = archive.extractfile("rows/game_sessions_logentry.jsonl").read().splitlines()
    assert len(entries) == 1 + len(before["game_sessions_logentry"][1])

    answers = place.must("shell", "--no-imports", "-c", OPEN_EVERYTHING).splitlines()
    assert {answer.split()[-1] for answer in answers} == {"200"}, answers
    assert len(answers) > 25
