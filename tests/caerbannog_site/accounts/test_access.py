"""Who may have an account and who may open a table; an invitation lets a guest in all the same."""

from datetime import timedelta

import pytest
from django.urls import clear_script_prefix, set_script_prefix
from django.utils import timezone

from caerbannog_site.accounts.models import User
from sessions.models import Campaign, Invitation, Seat
from tests.cast import SYSTEM, CampaignFactory, UserFactory, client_of

NEW = {"username": "zosia", "email": "", "password1": "kurnik-pod-lasem", "password2": "kurnik-pod-lasem"}
TABLE = {"name": "Another", "system": SYSTEM, "gm_name": "Me"}
CLAIM = {"username": "zosia", "password1": "kurnik-pod-lasem", "password2": "kurnik-pod-lasem"}
WHY = {"invited": "Open your invitation", "closed": "With an invitation you still sit down"}
pytestmark = pytest.mark.django_db


def invitation(**more):
    return Invitation.objects.create(
        campaign=CampaignFactory(), **{"expires_at": timezone.now() + timedelta(days=1), **more}
    )


def page_of(code):
    return f"/join/{code}/"


def signed_up():
    return User.objects.filter(username="zosia").exists()


# --- an account -------------------------------------------------------------------------------------------------


def test_where_the_door_is_open_anybody_signs_up(client, settings):
    settings.SIGNUP = "open"
    assert client.post("/accounts/signup/", NEW).url == "/"
    assert signed_up()


@pytest.mark.parametrize("word", ["invited", "closed"])
def test_elsewhere_nobody_does_and_is_told_why(client, settings, word):
    settings.SIGNUP = word
    assert WHY[word] in client.get("/accounts/signup/").text
    client.post("/accounts/signup/", NEW)
    assert not signed_up()


def test_who_is_invited_signs_up_from_the_invitations_page_and_goes_back_there(client, settings):
    settings.SIGNUP = "invited"
    path = page_of(invitation().code)
    way = f"/accounts/signup/?next={path}"
    assert way in client.get(path).text
    assert 'name="username"' in client.get(way).text
    assert client.post("/accounts/signup/", {**NEW, "next": path}).url == path
    assert signed_up()


def test_under_a_path_of_its_own_too(client, settings):
    settings.SIGNUP = "invited"
    path = page_of(invitation().code)
    set_script_prefix("/games/table/")
    try:
        assert 'name="username"' in client.get(f"/accounts/signup/?next=/games/table{path}").text
    finally:
        clear_script_prefix()


@pytest.mark.parametrize(
    "named",
    [
        lambda: "", lambda: "/", lambda: "/join/", lambda: page_of("AAAAAAAAAA"), lambda: "/nowhere/at/all/",
        lambda: page_of(invitation(closed_at=timezone.now()).code),
        lambda: page_of(invitation(expires_at=timezone.now()).code),
        lambda: f"/c/{invitation().campaign.token}/",
    ],
    ids=["nothing", "home", "no code", "a guess", "no page", "closed", "out of date", "a table"],
)  # fmt: skip
def test_what_is_no_open_invitation_opens_nothing(client, settings, named):
    settings.SIGNUP = "invited"
    client.post("/accounts/signup/", {**NEW, "next": named()})
    assert not signed_up()


def test_a_closed_door_stays_closed_to_those_with_an_invitation(client, settings):
    settings.SIGNUP = "closed"
    path = page_of(invitation().code)
    assert "/accounts/signup/" not in client.get(path).text
    client.post("/accounts/signup/", {**NEW, "next": path})
    assert not signed_up()


@pytest.mark.parametrize(
    ("word", "offered", "said"),
    [
        ("open", True, "you come in without an account"),
        ("invited", False, "for those with an invitation"),
        ("closed", False, "No new accounts are made here"),
    ],
)
def test_the_log_in_says_who_may_come(client, settings, word, offered, said):
    settings.SIGNUP = word
    page = client.get("/accounts/login/").text
    assert ("/accounts/signup/" in page) is offered
    assert said in page


# --- guests -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["open", "invited", "closed"])
def test_an_invitation_seats_a_guest_however_the_door_stands(client, settings, word):
    settings.SIGNUP = word
    made = invitation()
    answer = client.post(page_of(made.code), {"name": "Gucio", "role": "player"})
    assert answer.url == f"/c/{made.campaign.token}/"
    assert Seat.objects.get(campaign=made.campaign).user.is_guest


@pytest.mark.parametrize("word", ["open", "invited"])
def test_a_guest_takes_a_password(settings, word):
    settings.SIGNUP = word
    assert client_of(UserFactory(is_guest=True)).post("/accounts/claim/", CLAIM).url == "/accounts/profile/"
    assert signed_up()


def test_but_not_where_no_accounts_are_made(settings):
    settings.SIGNUP = "closed"
    inside = client_of(UserFactory(is_guest=True))
    assert inside.post("/accounts/claim/", CLAIM).status_code == 403
    assert inside.get("/accounts/claim/").status_code == 403
    assert not signed_up()
    for path in ("/accounts/profile/", "/accounts/logout/"):
        assert "/accounts/claim/" not in inside.get(path).text


# --- tables -----------------------------------------------------------------------------------------------------


PEOPLE = {"host": {"is_staff": True}, "person": {}, "guest": {"is_guest": True}}


@pytest.mark.parametrize(
    ("signup", "campaigns", "who", "may"),
    [
        ("open", "anyone", "person", True),
        ("open", "anyone", "guest", True),
        ("open", "hosts", "host", True),
        ("open", "hosts", "person", False),
        ("open", "hosts", "guest", False),
        ("invited", "anyone", "guest", True),
        ("closed", "anyone", "person", True),
        ("closed", "anyone", "guest", False),
        ("closed", "hosts", "host", True),
    ],
)
def test_who_opens_a_table(settings, signup, campaigns, who, may):
    settings.SIGNUP, settings.CAMPAIGNS = signup, campaigns
    inside = client_of(UserFactory(**PEOPLE[who]))
    home = inside.get("/").text
    assert ("/c/new/" in home) is may
    assert ("whoever keeps this place" in home) is not may
    assert inside.get("/c/new/").status_code == (200 if may else 403)
    assert inside.post("/c/new/", TABLE).status_code == (302 if may else 403)
    assert Campaign.objects.exists() is may
