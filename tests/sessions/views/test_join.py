"""Through the door: what is told before, who comes in and how, and that reading the page lets nobody in."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from caerbannog_site.accounts.models import User
from sessions.models import Invitation, LogEntry, Seat

GUEST = {"name": "Zosia", "role": "player", "once": "press"}


@pytest.fixture
def invitation(campaign):
    return Invitation.objects.create(campaign=campaign, expires_at=timezone.now() + timedelta(days=7))


@pytest.fixture
def door(invitation):
    return f"/join/{invitation.code}/"


def browser() -> Client:
    """A browser as they are: it keeps a CSRF cookie and is asked for it."""
    return Client(enforce_csrf_checks=True)


def press(client, door, **data):
    """Open the page, then press its button."""
    client.get(door)
    token = client.cookies["csrftoken"].value
    return client.post(door, {**GUEST, **data, "csrfmiddlewaretoken": token})


# --- the page ---------------------------------------------------------------------------------------------------


def test_the_page_names_the_game_masters_and_players_alone(table, door):
    page = table.anonymous.get(door).text
    for name in ("The Killer Rabbit", "Alicja", "Ewa", "Bartek", "Celina"):
        assert name in page
    for name in ("Filip", "Iga", "Henryk", "Julio", "Rosalia", "Strażnik", "Cień"):
        assert name not in page
    assert table.campaign.token not in page


@pytest.mark.parametrize("name", ["daniel", "henryk", "bartek"])
def test_reading_the_page_lets_nobody_in(table, door, name):
    before = list(Seat.objects.values_list("pk", "removed_at"))
    assert table.client(name).get(door).status_code == 200
    assert table.anonymous.get(door).status_code == 200
    assert list(Seat.objects.values_list("pk", "removed_at")) == before
    assert not LogEntry.objects.exists()


def test_a_member_is_told_and_led_to_the_table(table, door):
    page = table.client("bartek").get(door)
    assert "as Bartek" in page.text
    assert f"/c/{table.campaign.token}/" in page.text


def test_a_code_may_be_typed_in_small_letters_and_groups(table, invitation):
    typed = f"{invitation.code[:5]} {invitation.code[5:]}".lower()
    assert table.anonymous.get("/join/", {"code": typed}).url == f"/join/{invitation.code}/"
    assert table.anonymous.get(f"/join/{typed}/").status_code == 200


def test_a_whole_link_may_be_pasted(table, invitation):
    link = f"https://table.example/join/{invitation.code}/"
    assert table.anonymous.get("/join/", {"code": link}).url == f"/join/{invitation.code}/"


def test_an_empty_code_is_asked_for_again(table):
    assert table.anonymous.get("/join/").status_code == 200
    for nothing in (" ", "-", "/", "x/-", "- -"):
        answer = table.anonymous.get("/join/", {"code": nothing})
        assert answer.status_code == 422
        assert "This field is required." in answer.text


@pytest.mark.parametrize("broken", ["closed", "expired", "archived", "unknown"])
@pytest.mark.parametrize("name", [None, "daniel", "bartek", "henryk"])
def test_codes_that_do_not_work_are_answered_alike(table, invitation, broken, name):
    code = invitation.code
    if broken == "closed":
        invitation.closed_at = timezone.now()
    elif broken == "expired":
        invitation.expires_at = timezone.now()
    elif broken == "archived":
        table.campaign.archived_at = timezone.now()
        table.campaign.save()
    else:
        code = "2222222222"
    invitation.save()
    client = table.client(name) if name else table.anonymous
    answer = client.get(f"/join/{code}/")
    assert answer.status_code == 404
    assert "This invitation does not work" in answer.text
    assert "The Killer Rabbit" not in answer.text
    assert f'name="code" value="{code}"' in answer.text  # to be mended at once
    assert client.post(f"/join/{code}/", GUEST).status_code == 404
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("name", [None, "daniel", "henryk"])
def test_while_joining_is_closed_the_page_says_so_kindly(table, invitation, door, name):
    Invitation.objects.update(paused_at=timezone.now())
    client = table.client(name) if name else table.anonymous
    for answer in (client.get(door), client.post(door, GUEST)):
        assert answer.status_code == 403
        assert "Nobody comes in just now" in answer.text
        assert "The Killer Rabbit" not in answer.text
    assert not LogEntry.objects.exists()


def test_who_sits_there_is_led_to_the_table_all_the_same(table, door):
    Invitation.objects.update(paused_at=timezone.now())
    assert "as Bartek" in table.client("bartek").get(door).text


# --- guests -----------------------------------------------------------------------------------------------------


def test_a_guest_comes_in_with_a_name_alone(table, door):
    client = browser()
    assert press(client, door).url == f"/c/{table.campaign.token}/"
    seat = table.campaign.seats.get(name="Zosia")
    assert seat.user.is_guest
    assert client.get("/").context["request"].user == seat.user


def test_a_taken_name_gets_a_number_and_its_owner_is_told(table, door):
    client = browser()
    assert "called" not in client.get(press(client, door).url).text
    other = browser()
    assert "Somebody here is called Zosia already, so you are Zosia (2)." in other.get(press(other, door).url).text


def test_a_guests_session_is_long(table, door):
    client = browser()
    press(client, door)
    assert client.session.get_expiry_age() > timedelta(days=365).total_seconds()
    assert client.cookies["sessionid"]["max-age"]


def test_a_doubled_press_makes_one_guest(table, door):
    client = browser()
    client.get(door)
    token = client.cookies["csrftoken"].value
    again = Client(enforce_csrf_checks=True)  # the same browser, before the first answer came
    again.cookies["csrftoken"] = token
    for sender in (client, again):
        assert sender.post(door, {**GUEST, "csrfmiddlewaretoken": token}).status_code == 302
    assert User.objects.filter(username__startswith="guest-").count() == 1
    assert table.campaign.seats.filter(name__startswith="Zosia").count() == 1
    assert LogEntry.objects.count() == 1


def test_another_browser_that_copies_the_key_is_another_guest(table, door):
    press(browser(), door)
    press(browser(), door)
    assert sorted(table.campaign.seats.filter(name__startswith="Zosia").values_list("name", flat=True)) == [
        "Zosia",
        "Zosia (2)",
    ]


def test_without_a_csrf_token_nobody_comes_in(table, door):
    assert browser().post(door, GUEST).status_code == 403
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"name": "x" * 41}, {"role": "gm"}, {"role": "co_gm"}, {"role": "screen"}, {"role": ""}]
)
def test_wrong_wishes_are_shown_again(table, door, wrong):
    assert press(browser(), door, **wrong).status_code == 422
    assert not User.objects.filter(username__startswith="guest-").exists()


def test_a_watching_guest_is_a_spectator(table, door):
    press(browser(), door, role="spectator")
    assert table.campaign.seats.get(name="Zosia").role == "spectator"


def test_a_guest_speaks_the_browsers_language(table, door):
    client = browser()
    client.get(door)
    token = client.cookies["csrftoken"].value
    client.post(door, {**GUEST, "csrfmiddlewaretoken": token}, headers={"Accept-Language": "pl"})
    assert table.campaign.seats.get(name="Zosia").user.language == "pl"


# --- with an account --------------------------------------------------------------------------------------------


def test_an_account_takes_a_seat(table, door):
    answer = table.client("daniel").post(door, {"name": "Dan", "role": "player"})
    assert answer.url == f"/c/{table.campaign.token}/"
    assert table.campaign.seats.get(user=table.daniel).name == "Dan"
    assert not User.objects.filter(username__startswith="guest-").exists()


def test_the_name_is_filled_in(table, door):
    assert table.client("daniel").get(door).context["form"]["name"].value() == "Daniel"
    assert table.client("henryk").get(door).context["form"]["name"].value() == "Henryk"
    assert table.anonymous.get(door).context["form"]["name"].value() == ""


def test_a_former_member_comes_back_to_their_seat(table, door):
    table.client("henryk").post(door, {"name": "Henryk", "role": "player"})
    assert table.campaign.seats.filter(user=table.henryk).count() == 1
    assert table.client("henryk").get(f"/c/{table.campaign.token}/people/").status_code == 200


def test_a_doubled_press_of_an_account_makes_one_seat(table, door):
    for _ in range(2):
        answer = table.client("daniel").post(door, {"name": "Dan", "role": "player", "once": "press"})
        assert answer.status_code in (200, 302)
    assert table.campaign.seats.filter(user=table.daniel).count() == LogEntry.objects.count() == 1


def test_an_account_may_log_in_first(table, door):
    assert f"/accounts/login/?next={door}" in table.anonymous.get(door).text
