"""What those who run the server ask: alive, ready, how is it doing."""

import pytest
from django.db import DatabaseError
from django.test import Client

from caerbannog_site import health, metrics, pg_listen
from tests.sessions.actions.test_checks import roll


def test_a_living_process_says_so_without_the_database():
    answer = Client().get("/healthz")  # the test has no database to ask
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert not answer.cookies


@pytest.fixture
def listening():
    pg_listen.listens(True)
    yield
    pg_listen.listens(False)


def test_it_is_ready_with_database_migrations_and_listener(db, listening):
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "migrations": True, "listener": True})


def test_without_its_database_it_is_not(db, listening, monkeypatch):
    class Broken:
        def cursor(self):
            raise DatabaseError

    monkeypatch.setattr(health, "connection", Broken())
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["database"], answer.json()["migrations"]) == (503, False, False)


def test_before_its_migrations_it_is_not(db, listening, monkeypatch):
    monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *_: ["one to come"])
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["migrations"]) == (503, False)


def test_while_it_does_not_hear_the_other_processes_it_is_not(db, monkeypatch):
    monkeypatch.setattr(pg_listen, "hears", lambda: False)
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["listener"]) == (503, False)


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer wrong", "Bearer s3cret ", "Basic s3cret"])
def test_the_numbers_are_for_whoever_has_the_token(settings, given):
    settings.METRICS_TOKEN = "s3cret"
    assert Client().get("/metrics", headers={"Authorization": given}).status_code == 404
    assert Client().get("/metrics", headers={"Authorization": "Bearer s3cret"}).status_code == 200


def test_without_a_token_there_are_no_numbers(settings):
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_a_roll_is_counted_once_it_is_stored(table, dice, django_capture_on_commit_callbacks):
    before = metrics.ROLLS._value.get()
    dice.next(5, 7, 6)
    with django_capture_on_commit_callbacks(execute=True):
        roll(table)
    assert metrics.ROLLS._value.get() == before + 1


def test_every_number_is_told(settings):
    settings.METRICS_TOKEN = "s3cret"
    told = Client().get("/metrics", headers={"Authorization": "Bearer s3cret"}).text
    names = ("open_streams", "live_lag_seconds_bucket", "stream_overflows_total", "stream_replays_total", "rolls_total")
    for name in names:
        assert f"\ntable_{name}" in told
