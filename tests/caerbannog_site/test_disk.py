"""A full disk loses nothing that was acknowledged, and says what is wrong in words."""

import errno
import io
import sqlite3

import psycopg
import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.files.storage import default_storage
from django.db import OperationalError, connection
from django.db.models import Sum
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from caerbannog_site import disk
from sessions.models import Change, LogEntry
from sheets.models import Counter
from tests.cast import HTMX, PASSWORD
from tests.sheets.pictures import picture

LONG = "The pigeons of Volterna carry everything but news. " * 38
WORDS = "disk is full"


def full() -> OperationalError:
    """What Django raises when SQLite finds no room."""
    cause = sqlite3.OperationalError("database or disk is full")
    cause.sqlite_errorname = "SQLITE_FULL"
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.fixture
def fill(transactional_db):
    """fill() makes the database's disk as full as it is now; fill(False) makes room again."""

    def do(now: bool = True) -> None:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA page_count")
                most = cursor.fetchone()[0] if now else 1 << 30
                cursor.execute(f"PRAGMA max_page_count = {most}")
                return
            cursor.execute("DROP TRIGGER IF EXISTS full_disk ON game_sessions_logentry")
            if now:
                cursor.execute("""CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$""")
                cursor.execute("""CREATE TRIGGER full_disk AFTER INSERT ON game_sessions_logentry
                    EXECUTE FUNCTION full_disk()""")

    yield do
    do(False)


def say(table, text: str, once: str, **headers):
    path = reverse("say", args=[table.campaign.token])
    return table.client("bartek").post(path, {"text": text, "once": once}, headers=headers)


def until_refused(press):
    """The first answer that says that the disk is full, and how many presses were acknowledged before."""
    for number in range(1000):
        answer = press(number)
        if answer.status_code == 507:
            return answer, number
        assert answer.status_code in (200, 204), answer.text
    raise AssertionError("the disk does not get full")


def test_what_was_acknowledged_is_there_and_the_same_press_succeeds_once_there_is_room(fill, table):
    say(table, LONG, "before", **HTMX)
    fill()
    refused, number = until_refused(lambda number: say(table, LONG, f"press {number}", **HTMX))
    acknowledged = 1 + number
    assert WORDS in refused.text
    assert "hx-partial" in refused.text
    assert LogEntry.objects.filter(kind="message").count() == acknowledged

    assert table.client("bartek").get(reverse("table", args=[table.campaign.token])).status_code == 200

    fill(False)
    for _again in range(2):
        assert say(table, LONG, f"press {number}", **HTMX).status_code == 200
    assert LogEntry.objects.filter(kind="message").count() == acknowledged + 1


def test_a_counter_does_not_move_without_its_change(fill, table):
    client, path = table.client("bartek"), reverse("counter", args=[table.julio.token, "experience"])
    client.post(path, {"delta": "3"})
    fill()
    until_refused(
        lambda number: say(table, LONG, f"press {number}", **HTMX)
    )  # little room is left for the smaller ones
    _refused, number = until_refused(lambda _number: client.post(path, {"delta": "1"}, headers=HTMX))
    counter = Counter.objects.get(character=table.julio, key="experience")
    changes = Change.objects.filter(character=table.julio, target="counter:experience")
    assert counter.current == changes.aggregate(Sum("delta"))["delta__sum"] == 3 + number


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_page_says_it_in_the_persons_own_language(table, monkeypatch, language):
    table.bartek.language = language
    table.bartek.save(update_fields=["language"])
    monkeypatch.setattr("sessions.log.Turn.record", _raise(full()))
    answer = say(table, "a word", "once")
    assert answer.status_code == 507
    assert f'<html lang="{language}"' in answer.text
    with translation.override(language):
        assert escape(str(disk.DiskFull().message)) in answer.text


def test_a_picture_that_finds_no_room_changes_nothing(table, monkeypatch):
    monkeypatch.setattr(default_storage, "save", _raise(OSError(errno.ENOSPC, "No space left on device")))
    sent = {"portrait": io.BytesIO(picture())}
    answer = table.client("bartek").post(reverse("portrait", args=[table.julio.token]), sent)
    assert answer.status_code == 507
    assert WORDS in answer.text
    assert not LogEntry.objects.exists()


def test_somebody_who_cannot_be_logged_in_is_told_too(table, monkeypatch):
    monkeypatch.setattr(SessionStore, "save", _raise(full()))
    answer = table.anonymous.post(reverse("account_login"), {"login": "bartek", "password": PASSWORD})
    assert answer.status_code == 507
    assert "sessionid" not in answer.cookies


def _raise(error: Exception):
    def fails(*_arguments, **_named):
        raise error

    return fails


def test_both_databases_words_for_it_are_known():
    told = OperationalError()
    told.__cause__ = psycopg.errors.DiskFull()
    assert disk.is_full(told)
    assert disk.is_full(full())
    assert disk.is_full(OSError(errno.EDQUOT, "Disk quota exceeded"))


@pytest.mark.parametrize(
    "error", [OperationalError("database is locked"), OSError(errno.EACCES, "Permission denied"), ValueError("full")]
)
def test_nothing_else_is_taken_for_a_full_disk(error):
    assert not disk.is_full(error)
