"""What requests have in common: a session that is renewed in time, and an answer to what cannot be understood."""

import contextlib
import time

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from caerbannog_site.accounts.models import User
from caerbannog_site.http import RefusalMiddleware
from sessions import log
from sessions.actions.accounts import delete_account
from sessions.models import LogEntry
from tests.cast import HTMX, client_of, make_table
from tests.races import at_once

DAY = 24 * 3600
PATHS = {
    "say": lambda table: {"token": table.campaign.token},
    "roll": lambda table: {"token": table.julio.token},
    "counter": lambda table: {"token": table.julio.token, "key": "momentum"},
}


@pytest.fixture
def later():
    """later(31): that many days pass."""
    with contextlib.ExitStack() as travels:
        yield lambda days: travels.enter_context(time_machine.travel(time.time() + days * DAY))


def ends(client):
    return Session.objects.get(pk=client.session.session_key).expire_date


def test_who_comes_back_after_a_month_is_remembered_for_another_year(table, later):
    guest = table.client("gustaw")
    before = ends(guest)
    later(31)
    answer = guest.get("/")
    assert answer.cookies["sessionid"]["max-age"] == 400 * DAY
    assert (ends(guest) - before).days in (30, 31)
    later(399)
    assert guest.get("/").status_code == 200


def test_within_the_month_nothing_is_written(table, later):
    guest = table.client("gustaw")
    later(29)
    with CaptureQueriesContext(connection) as queries:
        answer = guest.get("/")
    assert "sessionid" not in answer.cookies
    assert not [query for query in queries if "django_session" in query["sql"] and "SELECT" not in query["sql"]]


def test_once_renewed_it_rests(table, later):
    guest = table.client("gustaw")
    later(31)
    guest.get("/")
    assert "sessionid" not in guest.get("/").cookies


def test_a_stream_renews_nothing_for_its_cookie_would_be_lost(table, later):
    guest = table.client("gustaw")
    later(31)
    guest.get(reverse("table_live", args=[table.campaign.token]))
    assert "sessionid" in guest.get("/").cookies


def test_a_session_for_one_evening_stays_one(table, later):
    guest = table.client("gustaw")
    session = guest.session
    session.set_expiry(0)
    session.save()
    later(31)
    assert guest.get("/").cookies["sessionid"]["max-age"] == ""


def test_leaving_ends_the_session(table, later):
    guest = table.client("bartek")
    later(31)
    guest.post("/accounts/logout/")
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    ("language", "heading"), [("pl", "Tego nie da się zrozumieć"), ("en", "This cannot be understood")]
)
def test_what_cannot_be_understood_has_a_page(client, db, language, heading):
    answer = client.get("/join/?code=%00", headers={"Accept-Language": language})
    assert answer.status_code == 400
    assert f"<h1>{heading}</h1>" in answer.text
    assert f'<html lang="{language}">' in answer.text


# --- whose account goes meanwhile -------------------------------------------------------------------------------


@pytest.fixture
def going(transactional_db, monkeypatch):
    """going(user): their next press waits for the table while, in another connection, their account is deleted."""

    def meanwhile(user):
        opened = log.turn

        def turn(*given, **named):
            monkeypatch.setattr(log, "turn", opened)
            at_once(1, lambda _: delete_account(user=User.objects.get(pk=user.pk)))
            return opened(*given, **named)

        monkeypatch.setattr(log, "turn", turn)

    return meanwhile


@pytest.mark.parametrize(
    ("name", "data", "headers"),
    [
        ("say", {"text": "Wait for me"}, {}),
        ("roll", {"traits": "inquiry"}, HTMX),
        ("counter", {"delta": "1"}, HTMX),
    ],
)
def test_who_presses_while_their_account_goes_is_logged_out_and_nothing_is_stored(going, dice, name, data, headers):
    dice.real()
    table = make_table()
    client = table.client("bartek")
    client.raise_request_exception = False
    path = reverse(name, kwargs=PATHS[name](table))
    going(table.bartek)
    answer = client.post(path, data, headers=headers)
    assert answer.url == "/accounts/login/"  # nothing to come back to, for it answers presses alone
    assert not User.objects.filter(pk=table.bartek.pk).exists()
    assert LogEntry.objects.get().kind == "seat_erased"
    assert "sessionid" not in {name for name, cookie in client.cookies.items() if cookie.value}
    assert client.get("/").url == "/accounts/login/?next=/"


def test_who_only_looked_comes_back_to_the_page(rf, client, db):
    request = rf.get("/join/?code=x")
    request.user, request.session = User(pk=1), client.session
    answer = RefusalMiddleware(lambda _: None).process_exception(request, ValueError())
    assert answer.url == "/accounts/login/?next=/join/%3Fcode%3Dx"


def test_whoever_presses_and_deletes_at_once_is_never_told_of_an_error(transactional_db):
    table = make_table()
    clients = [client_of(table.bartek) for _ in range(4)]
    path = reverse("say", args=[table.campaign.token])

    def press(number):
        if number == 0:
            return delete_account(user=User.objects.get(pk=table.bartek.pk))
        clients[number].raise_request_exception = False
        return clients[number].post(path, {"text": "Wait for me"}).status_code

    assert set(at_once(4, press)[1:]) <= {302}
    assert not LogEntry.objects.filter(actor__isnull=False).exists()


def test_other_mistakes_are_still_ours(table, monkeypatch):
    client = table.client("bartek")
    client.raise_request_exception = False

    def fail(*_given, **_named):
        raise ValueError

    monkeypatch.setattr(log, "turn", fail)
    assert client.post(reverse("say", args=[table.campaign.token]), {"text": "Hello"}).status_code == 500
    assert client.get("/").status_code == 200


# --- https ------------------------------------------------------------------------------------------------------


def test_over_https_cookies_are_kept_for_https(db):
    answer = Client().get("/accounts/login/", secure=True)
    assert answer.cookies
    assert all(cookie["secure"] for cookie in answer.cookies.values())
    assert "max-age=" in answer.headers["Strict-Transport-Security"]


def test_in_a_network_without_https_they_work_too(db):
    answer = Client().get("/accounts/login/")
    assert answer.cookies
    assert not any(cookie["secure"] for cookie in answer.cookies.values())
    assert "Strict-Transport-Security" not in answer.headers
