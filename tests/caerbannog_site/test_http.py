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

DAY = 24 * 3600


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
