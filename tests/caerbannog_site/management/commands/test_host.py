"""`manage.py host NAME`: the first host, and every other one."""

import re
import sys

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import translation

from caerbannog_site.accounts.models import User
from caerbannog_site.management import passwords
from tests.cast import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)


@pytest.fixture
def types(monkeypatch):
    """types(...): what somebody types, one answer after another."""

    def at_the_terminal(*answers):
        left = list(answers)
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(passwords, "getpass", lambda _question: left.pop(0))

    return at_the_terminal


@pytest.fixture
def host(capsys):
    def run(*arguments):
        call_command("host", *arguments)
        return capsys.readouterr().out

    return run


def is_host(name):
    return User.objects.get(username=name).is_staff


def test_the_first_one_gets_an_account_and_a_password_that_opens(host, client):
    password = re.search("The password: (.+)", host("alicja"))[1]
    assert is_host("alicja")
    assert not User.objects.get(username="alicja").is_superuser
    assert client.post("/accounts/login/", {"login": "alicja", "password": password}).url == "/"


def test_a_password_that_was_typed_is_not_shown(host, types):
    types("kurnik-pod-lasem", "kurnik-pod-lasem")
    assert "kurnik" not in host("alicja")
    assert User.objects.get(username="alicja").check_password("kurnik-pod-lasem")


@pytest.mark.parametrize("answers", [("kurnik-pod-lasem", "inny-kurnik-7"), ("1234", "1234")])
def test_a_poor_password_or_two_make_nobody(host, types, answers):
    types(*answers)
    with pytest.raises(CommandError):
        host("alicja")
    assert not User.objects.exists()


def test_whoever_is_there_keeps_their_password(host):
    UserFactory(username="alicja")
    assert "password" not in host("Alicja")
    assert is_host("alicja")
    assert User.objects.get().check_password(PASSWORD)


def test_twice_is_once(host):
    host("alicja")
    before = User.objects.get().password
    assert "already" in host("alicja")
    assert (User.objects.get().password, is_host("alicja")) == (before, True)


def test_a_host_no_more(host):
    host("alicja")
    assert "no more" in host("alicja", "--remove")
    assert not is_host("alicja")
    assert "already" in host("alicja", "--remove")


def test_a_name_that_is_none_is_refused_in_english(host):
    with translation.override("pl"), pytest.raises(CommandError, match="Enter a valid username"):
        host("zła nazwa")


@pytest.mark.parametrize("arguments", [("nobody", "--remove"), ("guest-1",), ("guest-9",), ("ala kota",), ("",)])
def test_who_cannot_be_one_is_refused(host, arguments):
    UserFactory(username="guest-1", is_guest=True)
    with pytest.raises(CommandError):
        host(*arguments)
    assert not User.objects.filter(is_staff=True).exists()
    assert User.objects.count() == 1
