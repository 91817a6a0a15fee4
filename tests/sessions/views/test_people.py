"""The page of the people at a table and what can be pressed there."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from sessions.models import Invitation, LogEntry, Role
from sheets.models import Character
from tests.cast import CharacterFactory, SeatFactory


def at(name, table, *more):
    return reverse(name, args=[table.campaign.token, *more])


def page(table, name):
    return table.client(name).get(at("people", table))


def test_everybody_sees_who_sits_there(table):
    text = page(table, "bartek").text
    for name in ("Alicja", "Ewa", "Bartek", "Celina", "Filip", "Gustaw", "Julio", "Rosalia"):
        assert name in text
    for name in ("Henryk", "Daniel", "Cień", "Strażnik"):
        assert name not in text


@pytest.mark.parametrize(("name", "may"), [("alicja", True), ("ewa", True), ("bartek", False), ("filip", False)])
def test_the_invitation_is_for_game_masters(table, name, may):
    table.client("alicja").post(at("invitation_rotate", table), {"days": "7"})
    code = table.campaign.invitations.get().code
    answer = page(table, name)
    assert (f"/join/{code}/" in answer.text) == may
    assert (table.campaign.invitations.get().spoken in answer.text) == may


@pytest.mark.parametrize(
    ("name", "targets"),
    [("alicja", {"bartek", "celina", "gustaw", "filip", "ewa", "iga"}),
     ("ewa", {"bartek", "celina", "gustaw", "filip", "iga"}),
     ("bartek", set()), ("filip", set()), ("iga", set())],
)  # fmt: skip
def test_only_what_may_be_done_is_offered(table, name, targets):
    text = page(table, name).text
    offered = {who for who, seat in table.seats.items() if at("seat_remove", table, seat.token) in text}
    assert offered == targets


@pytest.mark.parametrize(
    ("name", "targets"),
    [("alicja", {"alicja", "bartek", "celina", "gustaw", "filip", "ewa", "iga"}), ("bartek", {"bartek"}),
     ("filip", {"filip"})],
)  # fmt: skip
def test_a_name_is_offered_to_be_changed_by_its_owner_and_by_game_masters(table, name, targets):
    text = page(table, name).text
    assert {who for who, seat in table.seats.items() if at("seat_name", table, seat.token) in text} == targets


def test_an_archived_table_offers_nothing(table):
    table.client("alicja").post(at("campaign_archive", table), {"away": "1"})
    text = page(table, "alicja").text
    assert "/remove/" not in text
    assert "/role/" not in text
    assert "/name/" not in text
    assert at("invitation_rotate", table) not in text


def test_game_masters_find_archived_npcs(table, guard, shade):
    Character.objects.filter(pk__in=[guard.pk, shade.pk]).update(archived_at=timezone.now())
    for name in ("alicja", "ewa"):
        answer = page(table, name)
        assert [one.name for one in answer.context["archived_npcs"]] == ["Cień", "Strażnik"]
        assert reverse("sheet", args=[shade.token]) in answer.text
    for name in ("bartek", "filip", "iga"):
        assert "Cień" not in page(table, name).text
        assert "Strażnik" not in page(table, name).text


def test_queries_do_not_grow_with_people(table, django_assert_max_num_queries):
    for seat in SeatFactory.create_batch(8, campaign=table.campaign):
        CharacterFactory(owner=seat.user, campaign=table.campaign)
    client = table.client("alicja")
    with django_assert_max_num_queries(10):
        client.get(at("people", table))


# --- seats ------------------------------------------------------------------------------------------------------


def test_a_name_is_changed_and_told(table):
    address = at("seat_name", table, table.seats["bartek"].token)
    assert table.client("bartek").post(address, {"name": " Bartosz "}).url == at("people", table)
    assert "Bartosz" in page(table, "celina").text
    assert "Bartek is now called Bartosz" in table.client("celina").get(at("table", table)).text


@pytest.mark.parametrize(
    ("wish", "said"), [("Celina", "is called so already"), ("", "required"), ("x" * 41, "at most 40")]
)
def test_a_name_that_will_not_do_leads_back_with_the_reason(table, wish, said):
    address = at("seat_name", table, table.seats["bartek"].token)
    answer = table.client("bartek").post(address, {"name": wish}, follow=True)
    assert answer.redirect_chain == [(at("people", table), 302)]
    assert said in answer.text
    assert not LogEntry.objects.exists()


def test_a_role_is_given(table):
    seat = table.seats["bartek"]
    assert table.client("alicja").post(at("seat_role", table, seat.token), {"role": "spectator"}).status_code == 302
    seat.refresh_from_db()
    assert seat.role == Role.SPECTATOR


@pytest.mark.parametrize(("name", "status"), [("bartek", 403), ("filip", 403), ("henryk", 403), ("daniel", 404)])
@pytest.mark.parametrize("what", ["seat_role", "seat_remove"])
def test_others_touch_no_seat(table, what, name, status):
    address = at(what, table, table.seats["celina"].token)
    assert table.client(name).post(address, {"role": "spectator"}).status_code == status
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("what", ["seat_role", "seat_remove"])
def test_a_seat_of_another_table_is_not_found_through_this_one(table, what):
    elsewhere = SeatFactory(role=Role.PLAYER)
    assert table.client("alicja").post(at(what, table, elsewhere.token), {"role": "gm"}).status_code == 404
    elsewhere.refresh_from_db()
    assert (elsewhere.role, elsewhere.removed_at) == (Role.PLAYER, None)


@pytest.mark.parametrize("what", ["seat_role", "seat_remove"])
def test_a_seat_is_not_touched_by_reading(table, what):
    assert table.client("alicja").get(at(what, table, table.seats["bartek"].token)).status_code == 405


def test_a_removed_person_is_told_and_shown_nothing(table):
    address = at("seat_remove", table, table.seats["bartek"].token)
    assert table.client("alicja").post(address).url == at("people", table)
    answer = page(table, "bartek")
    assert answer.status_code == 403
    assert "no longer sit" in answer.text
    assert "The Killer Rabbit" not in answer.text


def test_a_repeated_press_removes_once(table):
    address = at("seat_remove", table, table.seats["bartek"].token)
    for _ in range(2):
        assert table.client("alicja").post(address, {"keep": "1", "once": "press"}).status_code == 302
    assert LogEntry.objects.count() == 1
    assert table.campaign.characters.filter(name="Julio", owner=None).count() == 1


def test_a_member_leaves_even_if_the_press_arrives_twice(table):
    for _ in range(2):
        assert table.client("bartek").post(at("leave", table), {"once": "press"}).url == "/"
    assert LogEntry.objects.count() == 1


def test_a_stranger_leaves_nothing(table):
    assert table.client("daniel").post(at("leave", table)).status_code == 404


def test_the_last_game_master_is_told_why_not(table):
    answer = table.client("alicja").post(at("leave", table))
    assert answer.status_code == 422
    assert "needs a game master" in answer.text


# --- own sheet --------------------------------------------------------------------------------------------------


def test_the_one_sheet_opens_itself(table):
    assert table.client("bartek").get(at("own_sheet", table)).url == reverse("sheet", args=[table.julio.token])


def test_sheets_stand_in_polish_order(table):
    for name in ("Żaba", "Łasica", "Zofia"):
        CharacterFactory(owner=table.bartek, campaign=table.campaign, name=name)
    (row,) = [row for row in page(table, "bartek").context["rows"] if row["own"]]
    assert [sheet.name for sheet in row["sheets"]] == ["Julio", "Łasica", "Zofia", "Żaba"]


def test_with_several_sheets_one_chooses(table):
    CharacterFactory(owner=table.bartek, campaign=table.campaign)
    assert table.client("bartek").get(at("own_sheet", table)).url == at("people", table)


def test_a_player_without_a_sheet_makes_one(table):
    new = f"{reverse('character_new')}?campaign={table.campaign.token}"
    assert table.client("gustaw").get(at("own_sheet", table)).url == new


@pytest.mark.parametrize("name", ["alicja", "filip"])
def test_for_others_without_a_sheet_the_list_opens(table, name):
    assert table.client(name).get(at("own_sheet", table)).url == at("people", table)


def test_at_an_archived_table_no_sheet_is_made(table):
    table.client("alicja").post(at("campaign_archive", table), {"away": "1"})
    assert table.client("gustaw").get(at("own_sheet", table)).url == at("people", table)


@pytest.mark.parametrize(("name", "offered"), [("gustaw", 1), ("bartek", 0), ("alicja", 0), ("filip", 0)])
def test_the_table_offers_a_first_character_to_players_without_one(table, name, offered):
    assert table.client(name).get(at("table", table)).text.count("You have no character at this table yet") == offered


@pytest.mark.parametrize(("name", "offered"), [("alicja", 0), ("ewa", 1), ("bartek", 1), ("filip", 1)])
def test_the_last_game_master_is_not_offered_to_leave(table, name, offered):
    text = table.client(name).get(at("more", table)).text
    assert text.count(at("leave", table)) == offered
    assert ("You are the only game master here." in text) == (not offered)


def test_strangers_have_no_sheet_here(table):
    assert table.client("daniel").get(at("own_sheet", table)).status_code == 404


# --- the invitation ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("days", "kept"), [("1", 1), ("7", 7), ("30", 30), ("365", 7), ("x", 7)])
def test_a_new_code_lives_as_long_as_chosen(table, days, kept):
    table.client("alicja").post(at("invitation_rotate", table), {"days": days})
    made = table.campaign.invitations.get()
    assert round((made.expires_at - made.created_at).total_seconds() / 86400) == kept


@pytest.mark.parametrize("what", ["invitation_rotate", "invitation_pause"])
@pytest.mark.parametrize(("name", "status"), [("bartek", 403), ("filip", 403), ("henryk", 403), ("daniel", 404)])
def test_others_have_no_hand_in_it(table, what, name, status):
    assert table.client(name).post(at(what, table)).status_code == status
    assert not Invitation.objects.exists()


def test_the_door_is_closed_and_opened_again_with_the_same_code(table):
    table.client("alicja").post(at("invitation_rotate", table))
    code = table.campaign.invitations.get().code
    table.client("ewa").post(at("invitation_pause", table), {"paused": "1"})
    assert not Invitation.objects.open().exists()
    closed = page(table, "alicja").text
    assert "Joining is closed" in closed
    assert at("invitation_qr", table) not in closed
    table.client("ewa").post(at("invitation_pause", table), {"paused": "0"})
    assert Invitation.objects.open().get().code == code


def test_guests_are_told_apart_by_when_they_came(table):
    guests = {row["seat"].name: row["seat"].user.is_guest for row in page(table, "alicja").context["rows"]}
    assert guests["Gustaw"]
    assert page(table, "alicja").text.count("since <time") == 1


# --- the address that a link begins with ---------------------------------------------------------------------------


@pytest.fixture
def link(table, settings, monkeypatch):
    """link(opened_at, public, listens_on, network) -> the invitation's link up to its path, and the page's text."""

    def told(opened_at: str, public: str = "", listens_on: str = "127.0.0.1", network: tuple[str, ...] = ()):
        settings.PUBLIC_URL, settings.LISTENS_ON = public, (listens_on, "8000")
        monkeypatch.setattr("caerbannog_site.hosts.lan_addresses", lambda: list(network))
        table.client("alicja").post(at("invitation_rotate", table))
        text = table.client("alicja").get(at("people", table), headers={"host": opened_at}).text
        return re.search(r'id="invitation-link" value="([^"]+)/join/\w+/"', text)[1], text

    return told


HOME = ("192.168.1.20", "172.17.0.1")


def test_the_link_is_the_public_one_where_it_is_set(link):
    assert link("table.local", "https://table.example")[0] == "https://table.example"
    assert link("127.0.0.1:8000", "https://table.example", "0.0.0.0", HOME)[0] == "https://table.example"


@pytest.mark.parametrize(
    ("opened", "others"), [("10.9.8.7", 0), ("table.local:8000", 0), ("192.168.1.20:8000", 1), ("172.17.0.1:8000", 1)]
)
def test_else_it_is_the_address_opened(link, opened, others):
    found, text = link(opened, listens_on="0.0.0.0", network=HOME)
    assert found == f"http://{opened}"
    assert len(re.findall(r"http://\S+/join/", text)) == 1 + others


@pytest.mark.parametrize("opened", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_on_this_computer_it_is_its_address_in_the_network(link, opened):
    found, text = link(opened, listens_on="0.0.0.0", network=HOME)
    assert found == "http://192.168.1.20:8000"
    assert re.search(r"In another one it is found here.*http://172\.17\.0\.1:8000/join/\w+/<", text, re.DOTALL)
    assert "invitation/qr.svg" in text


def test_with_one_address_no_other_is_told(link):
    assert "another one" not in link("127.0.0.1:8000", listens_on="0.0.0.0", network=HOME[:1])[1]


def test_a_computer_without_a_network_says_so(link):
    found, text = link("127.0.0.1:8000", listens_on="0.0.0.0")
    assert found == "http://127.0.0.1:8000"
    assert "in no local network now" in text
    assert "make run" not in text
    assert "invitation/qr.svg" not in text


def test_a_server_that_listens_to_this_computer_alone_offers_no_address_that_nobody_can_open(link):
    found, text = link("127.0.0.1:8000", network=HOME)
    assert found == "http://127.0.0.1:8000"
    assert "192.168.1.20" not in text


@pytest.mark.parametrize(
    ("host", "reached"), [("127.0.0.1:8000", 0), ("localhost", 0), ("[::1]:8000", 0), ("table.local", 1)]
)
def test_there_is_no_picture_of_an_address_that_no_phone_finds(table, host, reached):
    table.client("alicja").post(at("invitation_rotate", table))
    text = table.client("alicja").get(at("people", table), headers={"host": host}).text
    assert text.count(f'src="{at("invitation_qr", table)}"') == reached
    assert ("make run HOST=0.0.0.0" in text) == (not reached)


def test_the_picture_is_an_svg_without_style_and_script(table):
    table.client("alicja").post(at("invitation_rotate", table))
    answer = table.client("ewa").get(at("invitation_qr", table))
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.headers["Cache-Control"] == "no-store"
    picture = answer.content.decode()
    assert "<path" in picture
    assert not re.search(r"style|script|class|href", picture)


@pytest.mark.parametrize(("name", "status"), [("bartek", 403), ("filip", 403), ("henryk", 403), ("daniel", 404)])
def test_the_picture_is_for_game_masters(table, name, status):
    table.client("alicja").post(at("invitation_rotate", table))
    assert table.client(name).get(at("invitation_qr", table)).status_code == status


def test_without_an_invitation_there_is_no_picture(table):
    assert table.client("alicja").get(at("invitation_qr", table)).status_code == 404
