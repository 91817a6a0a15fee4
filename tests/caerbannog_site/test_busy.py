"""Who waits for SQLite's one writer is never lost: told in words, and the same press counts once it is sent again."""

import sqlite3
import threading
from types import SimpleNamespace

import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from caerbannog_site import busy
from sessions import log
from sessions.models import LogEntry
from tests.cast import HTMX

WORDS = "Press again in a moment"


@pytest.fixture
def writing(monkeypatch):
    """Somebody brings in a campaign. Nobody waits long for it here, and databases with more writers act as SQLite."""
    monkeypatch.setattr(busy, "PATIENCE", 0.01)
    monkeypatch.setattr(log, "connection", SimpleNamespace(vendor="sqlite", cursor=connection.cursor))
    begun, done = threading.Event(), threading.Event()

    def work():
        with log._sqlite_writer:
            begun.set()
            done.wait()

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    yield lambda: (done.set(), thread.join())
    done.set()
    thread.join()


def locked(folder) -> OperationalError:
    """What Django raises when somebody else writes, made by SQLite itself."""
    holds, waits = (sqlite3.connect(folder / "a.sqlite3", timeout=0, isolation_level=None) for _ in range(2))
    holds.execute("BEGIN IMMEDIATE")
    error = OperationalError("database is locked")
    try:
        waits.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as cause:
        error.__cause__ = cause
    holds.close()
    waits.close()
    return error


def say(table, **headers):
    path = reverse("say", args=[table.campaign.token])
    return table.client("bartek").post(path, {"text": "Wait for me", "once": "a-press"}, headers=headers)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "script"])
def test_a_press_that_waits_too_long_is_told_so_and_counts_once_it_is_sent_again(table, writing, headers):
    answer = say(table, **headers)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert WORDS in answer.text
    assert not LogEntry.objects.exists()
    writing()
    for _ in range(2):
        assert say(table, **headers).status_code < 400
    assert LogEntry.objects.get().payload["text"] == "Wait for me"


def test_pages_are_read_meanwhile(table, writing):
    assert table.client("bartek").get(reverse("table", args=[table.campaign.token])).status_code == 200


def test_whatever_else_finds_the_database_locked_is_told_the_same(table, tmp_path, monkeypatch):
    def fail(*_given, **_named):
        raise locked(tmp_path)

    monkeypatch.setattr(log, "turn", fail)
    answer = say(table)
    assert answer.status_code == 503
    assert WORDS in answer.text


@pytest.mark.parametrize("error", [OperationalError("no such table"), ValueError()])
def test_other_errors_are_none_of_this(error):
    assert not busy.is_locked(error)
