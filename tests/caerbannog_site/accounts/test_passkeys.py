"""Passkeys: where browsers take them, whose they are, and that they are another key and no second lock.

tests/browser/test_passkeys.py makes and uses a real one.
"""

from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.test import Client

from tests.cast import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db
PARTS = '{"id": "abc", "rawId": "abc", "response": {"userHandle": "AAAA", "clientDataJSON": "e30"}}'
ADD, LIST, REMOVE, LOGIN = (f"/accounts/passkeys/{name}" for name in ("add/", "", "remove/", "login/"))


@pytest.fixture
def daniel():
    return UserFactory(username="daniel")


def passkey(user, name="Phone", key_id="abc"):
    return Authenticator.objects.create(user=user, type="webauthn", data={"name": name, "credential": {"id": key_id}})


def client_at(host, user=None):
    client = Client(headers={"host": host})
    if user:
        client.force_login(user)
    return client


def confirmed(user):
    """At a place that takes them, with the password just typed."""
    client = client_at("localhost", user)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


# --- where ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "secure", "shown"),
    [
        ("localhost:8000", False, True),
        ("kurnik.local", True, True),
        ("kurnik.local", False, False),
        ("192.168.1.20", False, False),
        ("192.168.1.20", True, False),
        ("127.0.0.1", False, False),
    ],
)
def test_they_show_where_a_browser_takes_them_and_nowhere_else(daniel, host, secure, shown):
    assert ("with a passkey" in client_at(host).get("/accounts/login/", secure=secure).text) is shown
    inside = client_at(host, daniel)
    assert (LIST in inside.get("/accounts/profile/", secure=secure).text) is shown
    assert (ADD in inside.get(LIST, secure=secure).text) is shown
    assert inside.get(ADD, secure=secure).url == (
        f"/accounts/reauthenticate/?next={ADD.replace('/', '%2F')}" if shown else LIST
    )


def test_a_guest_takes_a_password_first(daniel):
    guest = client_at("localhost", UserFactory(is_guest=True))
    assert LIST not in guest.get("/accounts/profile/").text
    assert guest.get(ADD).url == LIST


def test_so_does_who_comes_by_discord_alone(daniel):
    daniel.set_unusable_password()
    daniel.save()
    page = client_at("localhost", daniel).get(LIST).text
    assert ADD not in page
    assert "/accounts/password/set/" in page
    assert "only over https" not in page


# --- made and removed -------------------------------------------------------------------------------------------


def test_it_is_made_for_this_place_and_asks_who_holds_it(daniel):
    options = confirmed(daniel).get(ADD).context["options"]
    assert options["rp"]["id"] == "localhost"
    assert options["user"]["name"] == "daniel"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"


@pytest.mark.parametrize("credential", ["", "{}", "[]", '"x"', PARTS, "not json"])
def test_what_is_none_is_refused(daniel, credential):
    inside = confirmed(daniel)
    inside.get(ADD)
    assert inside.post(ADD, {"name": "Phone", "credential": credential}).status_code == 200
    assert not Authenticator.objects.exists()


def test_one_removes_ones_own_with_the_password_and_nobody_elses(daniel):
    celina = UserFactory(username="celina")
    passkey(daniel, key_id="daniels")
    passkey(celina, key_id="celinas")
    unsure = client_at("localhost", daniel).post(REMOVE, {"passkey": "daniels"})
    assert unsure.url.startswith("/accounts/reauthenticate/")
    inside = confirmed(daniel)
    for guess in ("celinas", "", "1"):
        assert inside.post(REMOVE, {"passkey": guess}).status_code == 404
    assert Authenticator.objects.count() == 2
    assert inside.post(REMOVE, {"passkey": "daniels"}).url == LIST
    assert [key.user for key in Authenticator.objects.all()] == [celina]


def test_one_sees_ones_own_alone(daniel):
    passkey(daniel, "Mine")
    passkey(UserFactory(), "Theirs", "xyz")
    page = client_at("localhost", daniel).get(LIST).text
    assert "Mine" in page
    assert "Theirs" not in page


# --- used -------------------------------------------------------------------------------------------------------


def test_a_password_alone_still_opens(daniel):
    passkey(daniel)
    answer = client_at("localhost").post("/accounts/login/", {"login": "daniel", "password": PASSWORD})
    assert answer.url == "/"


@pytest.fixture
def device(monkeypatch):
    """device(key): the next passkey that is used is this one, of a device that knows its owner or not."""

    def holds(key, knows_owner=True):
        seen = SimpleNamespace(is_user_verified=lambda: knows_owner)
        answer = SimpleNamespace(response=SimpleNamespace(authenticator_data=seen))
        monkeypatch.setattr(auth, "parse_authentication_response", lambda _response: answer)
        monkeypatch.setattr(auth, "extract_user_from_response", lambda _response: key.user)
        monkeypatch.setattr(auth, "complete_authentication", lambda _user, _response: key)

    return holds


def comes_in(client):
    client.post(LOGIN, {"credential": '{"id": "abc"}'})
    return client.get("/").status_code == 200


def test_a_passkey_opens_without_one(daniel, device):
    device(passkey(daniel))
    assert comes_in(client_at("localhost"))


def test_but_not_where_none_can_be(daniel, device):
    device(passkey(daniel))
    assert not comes_in(client_at("192.168.1.20"))


def test_nor_for_who_only_holds_the_device(daniel, device):
    device(passkey(daniel), knows_owner=False)
    assert not comes_in(client_at("localhost"))


def test_nor_for_who_was_shut_out(device):
    device(passkey(UserFactory(is_active=False)))
    assert not comes_in(client_at("localhost"))


@pytest.mark.parametrize("credential", ["", "{}", "[]", '"x"', PARTS, "not json"])
def test_what_is_no_passkey_opens_nothing(daniel, credential):
    client = client_at("localhost")
    client.get(LOGIN, headers={"accept": "application/json"})
    assert client.post(LOGIN, {"credential": credential}).url == "/accounts/login/"
    assert client.get("/").status_code == 302


def test_trying_is_counted(daniel, settings):
    settings.MFA_RATE_LIMITS = {"webauthn_login": "2/600s/ip"}
    answers = [client_at("localhost").post(LOGIN, {"credential": "{}"}).status_code for _ in range(3)]
    assert answers == [302, 302, 429]
