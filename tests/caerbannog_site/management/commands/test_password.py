"""`manage.py password NAME`: a one-time link, or a password set, for somebody who has forgotten theirs."""

import re
import sys
from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from caerbannog_site import hosts, limits
from caerbannog_site.accounts.models import User
from tests.caerbannog_site.accounts.test_password_reset import NEW, follow, link_in, opens, set_anew
from tests.cast import PASSWORD, UserFactory, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)


@pytest.fixture
def daniel():
    return UserFactory(username="daniel", email="daniel@example.org")


@pytest.fixture
def password(capsys):
    def run(*arguments):
        call_command("password", *arguments)
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize("name", ["daniel", "Daniel", "daniel@example.org"])
def test_a_link_sets_a_new_password_and_whoever_was_logged_in_is_out(daniel, password, name):
    inside = client_of(daniel)
    path = link_in(password(name))
    assert inside.get("/").status_code == 200  # so far nothing has changed
    set_anew(path)
    assert opens(NEW["password1"])
    assert not opens(PASSWORD)
    assert inside.get("/").status_code == 302
    assert User.objects.get().stream_epoch == 1


def test_a_link_is_void_once_its_person_has_logged_in_after_all(daniel, password):
    path = link_in(password("daniel"))
    with time_machine.travel(timezone.now() + timedelta(seconds=2), tick=False):
        assert opens(PASSWORD)
    assert "This link does not work" in follow(path).text


@pytest.mark.parametrize(
    ("public", "listens", "begins"),
    [
        ("https://table.example", ("127.0.0.1", "8000"), "https://table.example/accounts/"),
        ("https://example.org/games/table", ("127.0.0.1", "8000"), "https://example.org/accounts/"),
        ("", ("127.0.0.1", "9000"), "http://127.0.0.1:9000/accounts/"),
        ("", ("0.0.0.0", "8000"), "http://192.168.1.20:8000/accounts/"),
    ],
)
def test_the_link_begins_where_people_find_the_table(daniel, password, settings, monkeypatch, public, listens, begins):
    """The path of PUBLIC_URL is part of every link already (FORCE_SCRIPT_NAME)."""
    monkeypatch.setattr(hosts, "lan_addresses", lambda: ["192.168.1.20"])
    settings.PUBLIC_URL, settings.LISTENS_ON = public, listens
    assert f"\n{begins}password/reset/key/" in password("daniel")


def test_or_a_password_is_set_at_once(daniel, password):
    inside = client_of(daniel)
    made = re.search("has a new password: (.+)", password("daniel", "--set"))[1]
    assert opens(made)
    assert not opens(PASSWORD)
    assert inside.get("/").status_code == 302
    assert User.objects.get().stream_epoch == 1


@pytest.mark.parametrize("arguments", [("nobody",), ("",), ("guest-1",), ("ewa",), ("nobody", "--set")])
def test_there_is_none_for_who_has_no_account(password, arguments):
    UserFactory(username="guest-1", is_guest=True)
    UserFactory(username="ewa", is_active=False)
    with pytest.raises(CommandError):
        password(*arguments)


def test_with_the_link_the_lock_of_wrong_passwords_opens_too(password):
    UserFactory(username="daniel")
    for _ in range(limits.WRONG_PASSWORDS_OF_ACCOUNT):
        assert not opens("wrong")
    assert not opens(PASSWORD)
    set_anew(link_in(password("daniel")))
    assert opens(NEW["password1"])
