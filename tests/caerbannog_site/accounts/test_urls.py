"""The door: signing up, logging in and out without a mail server, and no door that we did not mean to have."""

import pytest
from django.core import mail

from caerbannog_site import limits
from caerbannog_site.accounts.models import User
from tests.cast import PASSWORD, UserFactory, client_of

NEW = {"username": "zosia", "email": "", "password1": "kurnik-pod-lasem", "password2": "kurnik-pod-lasem"}
pytestmark = pytest.mark.django_db


# --- signing up -------------------------------------------------------------------------------------------------


def test_a_name_and_a_password_make_an_account(client):
    assert client.post("/accounts/signup/", NEW).url == "/"
    user = User.objects.get(username="zosia")
    assert user.check_password("kurnik-pod-lasem")
    assert not user.is_guest
    assert client.get("/").status_code == 200
    assert not mail.outbox


@pytest.mark.parametrize("language", ["pl", "en"])
def test_whoever_signs_up_goes_on_in_their_browsers_language(client, language):
    client.post("/accounts/signup/", NEW, headers={"Accept-Language": language})
    assert User.objects.get(username="zosia").language == language


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": ""},
        {"username": "Daniel"},
        {"username": "guest-zosia"},
        {"username": "GUEST-zosia"},
        {"email": "daniel@example.org"},
        {"email": "nowhere"},
        {"password1": "kurnik", "password2": "kurnik"},
        {"password1": "12345678901", "password2": "12345678901"},
        {"password2": "inny-kurnik"},
    ],
)
def test_what_cannot_be_an_account_is_shown_again(client, wrong):
    UserFactory(username="daniel", email="daniel@example.org")
    answer = client.post("/accounts/signup/", {**NEW, **wrong})
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert User.objects.count() == 1


# --- logging in -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("login", ["daniel", "DANIEL", "daniel@example.org"])
def test_one_logs_in_by_name_or_address(client, login):
    UserFactory(username="daniel", email="daniel@example.org")
    assert client.post("/accounts/login/", {"login": login, "password": PASSWORD}).url == "/"


@pytest.mark.parametrize(("login", "password"), [("daniel", "wrong"), ("nobody", PASSWORD), ("", PASSWORD)])
def test_wrong_words_do_not_open(client, login, password):
    UserFactory(username="daniel")
    assert client.post("/accounts/login/", {"login": login, "password": password}).status_code == 200
    assert client.get("/").url.startswith("/accounts/login/")


def test_a_deactivated_person_stays_out(client):
    UserFactory(username="daniel", is_active=False)
    client.post("/accounts/login/", {"login": "daniel", "password": PASSWORD})
    assert client.get("/").url.startswith("/accounts/login/")


def test_a_guest_cannot_log_in_by_their_random_name(client):
    guest = UserFactory(username="guest-abc", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    assert client.post("/accounts/login/", {"login": "guest-abc", "password": ""}).status_code == 200
    assert client.post("/accounts/login/", {"login": "guest-abc", "password": "!"}).status_code == 200


@pytest.mark.parametrize(("remember", "lasts"), [({"remember": "on"}, True), ({}, False)])
def test_a_device_is_remembered_only_if_asked(client, remember, lasts):
    UserFactory(username="daniel")
    client.post("/accounts/login/", {"login": "daniel", "password": PASSWORD, **remember})
    assert client.session.get_expire_at_browser_close() is not lasts


def test_one_comes_back_to_where_one_wanted_to_go(client):
    UserFactory(username="daniel")
    wanted = {"login": "daniel", "password": PASSWORD, "next": "/join/"}
    assert client.post("/accounts/login/", wanted).url == "/join/"


def test_but_never_to_another_site(client):
    UserFactory(username="daniel")
    wanted = {"login": "daniel", "password": PASSWORD, "next": "https://evil.example/"}
    assert client.post("/accounts/login/", wanted).url == "/"


@pytest.mark.parametrize("signup", ["open", "invited"])
def test_nor_to_what_is_no_address(client, settings, signup):
    settings.SIGNUP = signup
    UserFactory(username="daniel")
    for door in ("login", "signup"):
        assert client.get(f"/accounts/{door}/", {"next": "//["}).status_code == 200
    wanted = {"login": "daniel", "password": PASSWORD, "next": "//["}
    assert client.post("/accounts/login/", wanted).url == "/"


@pytest.mark.parametrize(("language", "word"), [("pl", "Hasło"), ("en", "Password"), ("de", "Password")])
def test_the_door_speaks_the_browsers_language(client, language, word):
    page = client.get("/accounts/login/", headers={"Accept-Language": language})
    assert word in page.text
    assert page.headers["Content-Language"] in ("pl", "en")


# --- logging out ------------------------------------------------------------------------------------------------


def test_one_logs_out_by_a_press_alone():
    client = client_of(UserFactory())
    assert client.get("/accounts/logout/").status_code == 200
    assert client.get("/").status_code == 200
    client.post("/accounts/logout/")
    assert client.get("/").url.startswith("/accounts/login/")


def test_a_guest_is_warned():
    assert "only a link from the game master" in client_of(UserFactory(is_guest=True)).get("/accounts/logout/").text
    assert "only a link from the game master" not in client_of(UserFactory()).get("/accounts/logout/").text


# --- doors that are not there -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["email/", "confirm-email/", "login/code/", "login/code/confirm/", "phone/verify/"])
def test_nothing_else_of_allauths_is_there(client, path):
    assert client.get(f"/accounts/{path}").status_code == 404
    assert client_of(UserFactory()).get(f"/accounts/{path}").status_code == 404


@pytest.mark.parametrize("path", ["login/", "signup/", "inactive/", "password/reset/"])
def test_doors_open_for_everybody(client, path):
    assert client.get(f"/accounts/{path}").status_code == 200


@pytest.mark.parametrize("path", ["profile/", "claim/", "password/change/", "password/set/", "reauthenticate/"])
def test_rooms_open_for_those_inside(client, path):
    assert client.get(f"/accounts/{path}").url.startswith("/accounts/login/")


# --- knocking too often -----------------------------------------------------------------------------------------


def test_too_many_new_passwords_get_a_clear_page():
    inside = client_of(UserFactory())
    for _ in range(limits.NEW_PASSWORDS_OF_PERSON + 1):
        answer = inside.post("/accounts/password/change/", {"password1": "x"})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "600"
    assert "Wait 10 minutes" in answer.text
