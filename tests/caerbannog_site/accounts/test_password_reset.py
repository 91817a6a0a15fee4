"""A forgotten password: by mail where one can be sent, else by a link from whoever keeps the installation."""

import re
import smtplib
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from caerbannog_site import limits
from caerbannog_site.accounts.models import User
from tests.cast import PASSWORD, UserFactory, client_of

ASK, DONE = "/accounts/password/reset/", "/accounts/password/reset/done/"
NEW = {"password1": "inny-kurnik-7", "password2": "inny-kurnik-7"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def daniel():
    return UserFactory(username="daniel", email="daniel@example.org")


@pytest.fixture
def with_mail(settings):
    settings.HAS_MAIL, settings.PUBLIC_URL = True, "https://table.example"


def ask(address="daniel@example.org", **headers):
    return Client().post(ASK, {"email": address}, headers=headers)


def link_in(text):
    return re.search(r"https?://[^\s/]+(/\S+)", text)[1]


def follow(path, client=None):
    """The page where a new password is typed; its address holds no key any more."""
    return (client or Client()).get(path, follow=True)


def set_anew(path, client=None):
    client = client or Client()
    return client.post(follow(path, client).context["action_url"], NEW)


def opens(password, login="daniel"):
    return Client().post("/accounts/login/", {"login": login, "password": password}).status_code == 302


# --- by mail ----------------------------------------------------------------------------------------------------


def test_a_mail_leads_to_a_new_password_and_whoever_was_logged_in_is_out(daniel, with_mail):
    inside = client_of(daniel)
    assert "Whoever keeps this place can help." not in Client().get("/accounts/login/").text
    assert ask("Daniel@example.org").url == DONE
    [sent] = mail.outbox
    assert sent.to == ["daniel@example.org"]
    assert "“daniel”" in sent.body
    assert set_anew(link_in(sent.body)).url == "/accounts/password/reset/key/done/"
    assert opens(NEW["password1"])
    assert not opens(PASSWORD)
    assert inside.get("/").status_code == 302
    assert User.objects.get().stream_epoch == 1


def test_the_link_works_once(daniel, with_mail):
    ask()
    path = link_in(mail.outbox[0].body)
    set_anew(path)
    assert "This link does not work" in follow(path).text


def test_and_for_three_days(daniel, with_mail):
    ask()
    path = link_in(mail.outbox[0].body)
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        assert 'name="password1"' in follow(path).text
    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        assert "This link does not work" in follow(path).text


def test_an_address_that_nobody_has_is_answered_alike_and_gets_a_mail_without_a_link(daniel, with_mail):
    known, unknown = ask(), ask("nobody@example.org")
    assert (known.status_code, known.url, known.content) == (unknown.status_code, unknown.url, unknown.content)
    assert [sent.to for sent in mail.outbox] == [["daniel@example.org"], ["nobody@example.org"]]
    assert "http" not in mail.outbox[1].body
    assert mail.outbox[0].from_email == mail.outbox[1].from_email


def test_who_was_shut_out_gets_no_link(with_mail):
    UserFactory(email="daniel@example.org", is_active=False)
    ask()
    assert "http" not in mail.outbox[0].body


@pytest.mark.parametrize("host", ["10.0.0.66", "localhost", "127.0.0.1:8000"])
def test_the_link_leads_to_the_public_address_whatever_host_was_named(daniel, with_mail, host):
    ask(host=host)
    assert "https://table.example/accounts/password/reset/key/" in mail.outbox[0].body
    assert host not in mail.outbox[0].body


@pytest.mark.parametrize("error", [smtplib.SMTPServerDisconnected("gone"), TimeoutError()])
def test_a_mail_server_that_fails_tells_nobody_anything(daniel, with_mail, monkeypatch, error, caplog):
    def fail(*_):
        raise error

    monkeypatch.setattr(EmailBackend, "send_messages", fail)
    assert ask().url == DONE
    assert "could not be sent" in caplog.text


def test_nobody_is_buried_in_mails(daniel, with_mail):
    for _ in range(limits.RESETS_OF_ACCOUNT):
        assert ask().status_code == 302
    answer = ask("DANIEL@example.org")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(limits.DOOR))
    assert len(mail.outbox) == limits.RESETS_OF_ACCOUNT
    assert ask("ala@example.org").status_code == 302


def test_somebody_elses_link_logs_this_one_out_first(daniel, with_mail):
    celina = client_of(UserFactory(username="celina"))
    ask()
    set_anew(link_in(mail.outbox[0].body), celina)
    assert celina.get("/").url.startswith("/accounts/login/")
    assert opens(PASSWORD, "celina")
    assert opens(NEW["password1"])


def test_the_lock_of_wrong_passwords_opens(daniel, with_mail):
    for _ in range(limits.WRONG_PASSWORDS_OF_ACCOUNT):
        assert not opens("wrong")
    assert not opens(PASSWORD)
    ask()
    set_anew(link_in(mail.outbox[0].body))
    assert opens(NEW["password1"])


@pytest.mark.parametrize("poor", [{"password1": "1234"}, {"password2": "another-one-9"}])
def test_a_poor_password_changes_nothing(daniel, with_mail, poor):
    ask()
    client = Client()
    page = follow(link_in(mail.outbox[0].body), client)
    assert client.post(page.context["action_url"], {**NEW, **poor}).context["form"].errors
    assert opens(PASSWORD)


# --- without ----------------------------------------------------------------------------------------------------


def test_without_mail_the_pages_say_whom_to_ask_and_nothing_is_sent(daniel):
    door = Client().get("/accounts/login/").text
    assert "Whoever keeps this place can help." in door
    assert door.count("Forgot your password?") == 1
    page = Client().get(ASK).text
    assert "<code>make password</code>" in page
    assert 'name="email"' not in page
    assert ask().status_code == 200
    assert not mail.outbox


@pytest.mark.parametrize("page", [ASK, DONE, "/accounts/password/reset/key/done/", "/accounts/password/reset/key/1-x/"])
def test_every_page_of_the_way_back_is_ours(page):
    assert 'class="door"' in Client().get(page).text
