"""The link on its two ends: the page that shows it once, and the device that it is opened on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from sessions.models import LogEntry, WayBack
from tests.cast import CharacterFactory, UserFactory, client_of


@pytest.fixture
def lost(table) -> str:
    """The path of a link that a game master made for Gustaw."""
    table.client("gustaw")  # the old phone, which was logged in before
    seat = table.seats["gustaw"].token
    return path_in(table.client("alicja").post(reverse("seat_way_back", args=[table.campaign.token, seat])))


@pytest.fixture
def more(table) -> str:
    """The path of the link that Gustaw made himself."""
    return path_in(table.client("gustaw").post(reverse("other_device")))


def path_in(answer) -> str:
    assert answer["Cache-Control"] == "no-store"
    return re.search(r'id="way-link" value="http://testserver([^"]+)"', answer.text)[1]


def who(client: Client) -> object:
    return client.get("/accounts/profile/").wsgi_request.user


def press(client: Client, path: str, **data: str):
    return client.post(path, {"once": "press", **data})


def test_looking_at_the_page_takes_nothing(table, lost):
    """A messenger opens every link that is sent."""
    for _ in range(3):
        page = Client().get(lost)
    assert "Is it you, Gustaw?" in page.text
    assert page["Cache-Control"] == "no-store"
    assert WayBack.objects.open().count() == 1
    assert who(table.client("gustaw")) == table.gustaw


def test_on_the_new_phone_it_is_the_old_seat_and_the_old_phone_is_out(table, lost):
    phone = Client()
    assert press(phone, lost).url == reverse("table", args=[table.campaign.token])
    assert "Welcome back, Gustaw." in phone.get("/").text
    assert who(phone) == table.gustaw
    assert table.client("gustaw").get("/").status_code == 302  # to the log-in
    assert "Gustaw is back, on another device" in table.client("celina").get(
        reverse("table", args=[table.campaign.token])
    ).text  # fmt: skip


def test_one_device_more_leaves_the_first_one_in(table, more):
    phone = Client()
    assert press(phone, more).url == "/"
    assert who(phone) == who(table.client("gustaw")) == table.gustaw


@pytest.mark.parametrize("made", ["lost", "more"])
def test_the_account_is_claimed_on_the_other_device(table, request, made):
    phone = Client()
    assert press(phone, request.getfixturevalue(made), then="claim").url == reverse("claim")
    new = {"username": "gucio", "password1": "kurnik-pod-lasem", "password2": "kurnik-pod-lasem"}
    assert phone.post(reverse("claim"), new).status_code == 302
    table.gustaw.refresh_from_db()
    assert (table.gustaw.username, table.gustaw.is_guest) == ("gucio", False)
    assert who(phone) == table.gustaw
    assert table.client("gustaw").get("/").status_code == 302
    assert table.seats["gustaw"].user == table.gustaw


def test_a_used_link_says_that_it_does_not_work(table, lost):
    press(Client(), lost)
    for answer in (Client().get(lost), press(Client(), lost, once="other")):
        assert answer.status_code == 404
        assert "This link does not work" in answer.text
        assert "Gustaw" not in answer.text


def test_who_is_somebody_else_in_this_browser_is_told_first(table, lost):
    bartek = table.client("bartek")
    assert "logged in as Bartek" in bartek.get(lost).text
    press(bartek, lost)
    assert who(bartek) == table.gustaw


def test_the_link_stands_on_the_page_that_made_it_and_never_again(table, lost):
    page = table.client("alicja").get(reverse("people", args=[table.campaign.token])).text
    assert "A link is open until" in page
    assert lost not in page
    assert lost.split("/")[2] not in str(list(LogEntry.objects.values()))


@pytest.mark.parametrize(("name", "offered"), [("alicja", 1), ("ewa", 1), ("bartek", 0), ("gustaw", 0), ("filip", 0)])
def test_it_is_offered_to_game_masters_for_guests_alone(table, name, offered):
    page = table.client(name).get(reverse("people", args=[table.campaign.token])).text
    assert page.count("Link for a lost phone") == offered


@pytest.mark.parametrize(("name", "offered"), [("gustaw", 1), ("bartek", 0)])
def test_a_device_more_is_offered_to_guests(table, name, offered):
    assert table.client(name).get("/accounts/profile/").text.count("Open on my other device") == offered


def test_without_new_accounts_here_no_password_is_offered(table, lost, settings):
    settings.SIGNUP = "closed"
    assert "I set a password" not in Client().get(lost).text


# --- with an account ----------------------------------------------------------------------------------------------


@pytest.fixture
def nina(table) -> Client:
    return client_of(UserFactory(username="nina"))


def test_the_page_says_what_will_happen_and_looking_does_nothing(table, lost, nina):
    CharacterFactory(owner=table.gustaw, campaign=table.campaign, name="Olga")
    page = nina.get(lost).text
    for words in (
        "You are logged in as Nina.",
        "The seat Gustaw (player) at “The Killer Rabbit” becomes yours.",
        "<b>Olga</b>",
        "The guest is no more",
        "It cannot be taken back.",
    ):
        assert words in page
    assert WayBack.objects.open().count() == 1


def test_it_is_taken_with_the_account_which_stays_logged_in(table, lost, nina):
    answer, again = (press(nina, lost, then="account") for _ in range(2))
    assert answer.url == again.url == reverse("table", args=[table.campaign.token])
    assert "Welcome back, Gustaw." in nina.get(answer.url).text
    assert who(nina).username == "nina"
    assert table.client("gustaw").get("/").status_code == 302
    told = table.client("celina").get(answer.url).text
    assert "Gustaw is back, with an account" in told


def test_who_cannot_take_it_so_reads_why_and_comes_in_as_the_guest(table, lost):
    celina = table.client("celina")
    page = celina.get(lost).text
    assert "You have a place of your own at “The Killer Rabbit” already" in page
    assert 'value="account"' not in page
    assert press(celina, lost, then="account").status_code == 422
    assert press(celina, lost).status_code == 302
    assert who(celina) == table.gustaw


def test_who_is_not_logged_in_is_told_to_do_so_first(table, lost):
    page = Client().get(lost).text
    assert f"/accounts/login/?next={lost}" in page
    assert 'value="account"' not in page
    assert press(Client(), lost, then="account").url.startswith("/accounts/login/?next=")
    assert WayBack.objects.open().count() == 1


def test_a_guest_is_offered_nothing_of_the_kind(table, lost, more):
    assert 'value="account"' not in table.client("gustaw").get(lost).text


def test_nor_is_anybody_by_the_link_to_a_guests_other_device(table, more, nina):
    assert 'value="account"' not in nina.get(more).text
    assert press(nina, more, then="account").status_code == 404
    assert WayBack.objects.open().count() == 1
