"""What ends somebody's open streams, and what does not."""

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import override_settings

from caerbannog_site import live
from caerbannog_site.accounts.models import User
from tests.cast import PASSWORD, CharacterFactory, SeatFactory, UserFactory, client_of


@pytest.fixture
def person(db):
    return UserFactory(username="daniel")


def epoch(person):
    return User.objects.values_list("stream_epoch", flat=True).get(pk=person.pk)


def test_logging_out_ends_them(person):
    client_of(person).post("/accounts/logout/")
    assert epoch(person) == 1


def test_looking_at_the_way_out_does_not(person):
    client_of(person).get("/accounts/logout/")
    assert epoch(person) == 0


def test_logging_in_does_not(client, person):
    client.post("/accounts/login/", {"login": "daniel", "password": PASSWORD})
    assert epoch(person) == 0


def test_a_new_password_ends_them(person):
    new = {"oldpassword": PASSWORD, "password1": "inny-kurnik-7", "password2": "inny-kurnik-7"}
    client_of(person).post("/accounts/password/change/", new)
    assert epoch(person) == 1


def test_a_refused_password_does_not(person):
    new = {"oldpassword": "wrong", "password1": "inny-kurnik-7", "password2": "inny-kurnik-7"}
    assert client_of(person).post("/accounts/password/change/", new).status_code == 200
    assert epoch(person) == 0


def test_a_password_set_by_a_script_ends_them(person):
    person.set_password("inny-kurnik-7")
    person.save()
    assert epoch(person) == 1


def test_a_deactivation_ends_them(person):
    person.is_active = False
    person.save(update_fields=["is_active"])
    assert epoch(person) == 1


def test_a_new_name_or_language_does_not(person):
    person.display_name, person.language = "Dan", "pl"
    person.save()
    assert epoch(person) == 0


def test_a_stronger_hash_of_the_same_password_does_not(client, person):
    class Stronger(PBKDF2PasswordHasher):
        iterations = 10

    hashers = [f"{Stronger.__module__}.StrongerHasher", "django.contrib.auth.hashers.MD5PasswordHasher"]
    globals()["StrongerHasher"] = Stronger
    with override_settings(PASSWORD_HASHERS=hashers):
        client.post("/accounts/login/", {"login": "daniel", "password": PASSWORD})
        person.refresh_from_db()
        assert person.password.startswith("pbkdf2")
    assert epoch(person) == 0


def test_the_hubs_are_woken_wherever_this_person_may_have_a_page_open(person, monkeypatch):
    seat, own, _elsewhere = SeatFactory(user=person), CharacterFactory(owner=person), CharacterFactory()
    woken = []
    monkeypatch.setattr(live, "publish", woken.append)
    client_of(person).post("/accounts/logout/")
    assert set(woken) == {seat.campaign.channel_id, own.channel_id}
    assert len(woken) == 2


def test_other_peoples_streams_go_on(person):
    other = UserFactory()
    client_of(person).post("/accounts/logout/")
    assert epoch(other) == 0
