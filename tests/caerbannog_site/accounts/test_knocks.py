"""Who tries too often waits: passwords by account and by address, codes by address and all together, files by person.

tests/caerbannog_site/test_processes.py sees the same counted by two processes.
"""

from datetime import timedelta

import pytest
import time_machine
from allauth.core.internal import ratelimit
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from caerbannog_site import limits
from caerbannog_site.accounts import knocks
from sessions.models import Invitation
from sessions.models.invitation import ALPHABET, LENGTH
from tests.cast import PASSWORD, CampaignFactory, CharacterFactory, UserFactory, client_of
from tests.sheets.pictures import picture

pytestmark = pytest.mark.django_db
YEAR = 365 * 24 * 3600
LATER = timedelta(seconds=limits.DOOR + 1)


@pytest.fixture
def daniel():
    return UserFactory(username="daniel", email="daniel@example.org")


@pytest.fixture
def few(settings):
    """few(action="2/600s/ip"): this limit, instead of the wide one."""

    def narrow(**rates):
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, **rates}

    return narrow


def log_in(password=PASSWORD, login="daniel", address="10.0.0.1", **headers):
    answer = Client().post(
        "/accounts/login/", {"login": login, "password": password}, REMOTE_ADDR=address, headers=headers
    )
    return answer.status_code


def refused(answer):
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == str(limits.DOOR)
    assert "Wait 10 minutes and try again." in answer.text
    return True


# --- passwords --------------------------------------------------------------------------------------------------


def lock(login="daniel", address="10.0.0.{}", **headers):
    """As many wrong passwords as an account takes, each from another address."""
    for number in range(limits.WRONG_PASSWORDS_OF_ACCOUNT):
        assert log_in("wrong", login, address.format(number), **headers) == 200


def test_an_account_takes_so_many_wrong_passwords_from_wherever_and_then_not_even_the_right_one(daniel):
    lock()
    assert log_in(address="10.9.9.9") == 429
    answer = Client().post("/accounts/login/", {"login": "daniel", "password": PASSWORD})
    assert refused(answer)


def test_the_right_person_comes_in_again_when_the_time_is_over(daniel):
    lock()
    assert log_in() == 429
    with time_machine.travel(timezone.now() + LATER, tick=False):
        assert log_in() == 302


@pytest.mark.parametrize("login", ["DANIEL", "daniel@example.org", "Daniel@Example.org"])
def test_an_account_is_one_by_whatever_name(daniel, login):
    lock()
    assert log_in(login=login) == 429


def test_and_at_whatever_host(daniel):
    for number in range(limits.WRONG_PASSWORDS_OF_ACCOUNT):
        assert log_in("wrong", address=f"10.0.0.{number}", host=f"192.168.1.{number}") == 200
    assert log_in(host="192.168.1.200") == 429


def test_nobodys_name_is_locked_alike(daniel):
    lock("nobody")
    assert log_in(login="nobody") == 429


def test_others_may_still_come_in(daniel):
    UserFactory(username="celina")
    lock()
    assert log_in(login="celina") == 302


def test_right_passwords_are_not_counted(daniel):
    for _ in range(limits.WRONG_PASSWORDS_OF_ACCOUNT + 1):
        assert log_in() == 302


def test_an_address_that_tries_many_accounts_is_stopped_and_others_are_not(daniel, few):
    few(login_failed="3/600s/ip,10/600s/key")
    for number in range(3):
        assert log_in("wrong", f"person{number}") == 200
    assert log_in() == 429
    assert log_in(address="10.0.0.2") == 302


def test_no_header_changes_the_address(daniel, few):
    few(login_failed="3/600s/ip,10/600s/key")
    for number in range(3):
        assert log_in("wrong", f"person{number}", x_forwarded_for=f"8.8.8.{number}", x_real_ip="8.8.4.4") == 200
    assert log_in(x_forwarded_for="8.8.8.9") == 429


def test_a_network_of_ipv6_is_one_address(daniel, few):
    few(login_failed="2/600s/ip,10/600s/key")
    for number in (1, 2):
        assert log_in("wrong", f"person{number}", f"2a01:db8:1:1::{number}") == 200
    assert log_in(address="2a01:db8:1:1::9") == 429
    assert log_in(address="2a01:db8:1:2::9") == 302


def test_confirming_ones_password_counts_too(daniel):
    inside = client_of(daniel)
    for _ in range(limits.WRONG_PASSWORDS_OF_ACCOUNT):
        assert inside.post("/accounts/reauthenticate/", {"password": "wrong"}).status_code == 200
    assert refused(inside.post("/accounts/reauthenticate/", {"password": PASSWORD}))


# --- invitation codes -------------------------------------------------------------------------------------------


@pytest.fixture
def invitation():
    return Invitation.objects.create(campaign=CampaignFactory(), expires_at=timezone.now() + timedelta(days=1))


def look(code, address="10.0.0.1", method="get"):
    return getattr(Client(REMOTE_ADDR=address), method)(f"/join/{code}/")


def test_an_address_that_guesses_codes_is_stopped_before_the_right_one_and_others_are_not(few, invitation):
    few(code="5/600s/ip,9/600s/key")
    for _ in range(5):
        assert look("AAAAAAAAAA").status_code == 404
    assert refused(look(invitation.code))
    assert look(invitation.code, "10.0.0.2").status_code == 200
    with time_machine.travel(timezone.now() + LATER, tick=False):
        assert look(invitation.code).status_code == 200


@pytest.mark.parametrize("method", ["head", "post"])
def test_in_whatever_way_it_asks(few, invitation, method):
    few(code="2/600s/ip,9/600s/key")
    for _ in range(2):
        assert look("AAAAAAAAAA", method=method).status_code == 404
    assert look(invitation.code, method=method).status_code == 429


def test_the_way_to_a_new_account_is_no_way_around(few, invitation, settings):
    settings.SIGNUP = "invited"
    few(code="2/600s/ip,9/600s/key")
    for _ in range(2):
        assert Client().get("/accounts/signup/?next=/join/AAAAAAAAAA/").status_code == 200
    assert refused(Client().get(f"/accounts/signup/?next=/join/{invitation.code}/"))


def test_many_addresses_together_are_stopped_too(few, invitation):
    few(code="9/600s/ip,3/600s/key")
    for number in range(3):
        assert look("AAAAAAAAAA", f"10.0.0.{number}").status_code == 404
    assert refused(look(invitation.code, "10.0.0.9"))


def test_a_whole_club_opens_its_invitation_at_one_address(few, invitation):
    few(code="5/600s/ip,9/600s/key")
    for _ in range(10):
        assert look(invitation.code).status_code == 200


def test_guessing_a_code_at_the_allowed_rate_takes_thousands_of_years():
    rate = next(rate for rate in ratelimit.get_rates(app=knocks.APP, action="code") if rate.per == "key")
    tries_a_year, open_ones = rate.amount * YEAR / rate.duration, 1000
    assert len(ALPHABET) ** LENGTH / open_ones / tries_a_year > 1000


def test_a_code_in_the_wrong_hands_does_not_fill_a_table(invitation, monkeypatch):
    monkeypatch.setattr(limits, "NEW_SEATS_OF_CAMPAIGN", 2)

    def sit_down(press):
        return Client().post(f"/join/{invitation.code}/", {"name": "Gucio", "role": "player", "once": press})

    assert [sit_down(press).status_code for press in ("first", "second")] == [302, 302]
    assert refused(sit_down("third"))
    assert sit_down("second").status_code == 302  # who sits there already
    assert invitation.campaign.seats.count() == 2
    with time_machine.travel(timezone.now() + LATER, tick=False):
        assert sit_down("third").status_code == 302


# --- files ------------------------------------------------------------------------------------------------------


def test_somebody_who_sends_files_all_the_time_is_stopped_and_others_are_not(few, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    few(upload="2/600s/user")
    sheet, other = CharacterFactory(), CharacterFactory()
    inside = client_of(sheet.owner)

    def send(client, character):
        return client.post(f"/s/{character.token}/portrait/", {"portrait": SimpleUploadedFile("me.png", picture())})

    assert send(inside, sheet).status_code == 302
    assert inside.post("/s/import/", {}).status_code == 422
    assert refused(send(inside, sheet))
    assert refused(inside.post("/s/import/", {}))
    assert refused(inside.post("/c/import/", {}))
    assert inside.post(f"/s/{sheet.token}/portrait/", {"remove": "1"}).status_code == 302
    assert send(client_of(other.owner), other).status_code == 302
