"""A table's screen: who has its link looks through it, and sees what is public."""

import pytest
from django.test import Client
from django.urls import reverse

from caerbannog_site.http import GRANT_HEADER
from sessions import feed, log
from sessions.access import digest
from sessions.actions import table as table_actions
from sessions.actions import tv
from sessions.models import Mode, Seat
from sheets.actions import life, portrait
from tests.sheets.pictures import picture


@pytest.fixture
def screen(table):
    """The seat and the secret of a link."""
    return tv.open_screen(actor=table.viewer("alicja"), campaign=table.campaign, name="TV")


@pytest.fixture
def page(screen):
    return reverse("tv", args=[screen[1]])


def grant(secret: str) -> feed.Grant:
    return feed.read_grant(Client().get(reverse("tv_live", args=[secret]))[GRANT_HEADER])[1]


def say(table, text: str, mode: str = Mode.PUBLIC) -> None:
    table_actions.say(actor=table.viewer("alicja"), channel_id=table.campaign.channel_id, text=text, mode=mode)


# --- the page -----------------------------------------------------------------------------------------------------


def test_the_screen_shows_what_is_public_without_a_log_in(table, page):
    say(table, "for all")
    say(table, "for her own eyes", Mode.GM)
    text = Client().get(page).text
    for shown in ("The Killer Rabbit", "Julio", "Rosalia", "Strażnik", "for all"):
        assert shown in text
    for hidden in ("Cień", "for her own eyes", "A sailor with a debt"):
        assert hidden not in text


@pytest.mark.parametrize("name", ["", "tv_live"])
def test_no_cookie_is_set_and_nothing_is_kept_or_passed_on(table, screen, name):
    answer = Client().get(reverse(name or "tv", args=[screen[1]]))
    assert not answer.cookies
    if not name:
        assert answer["Cache-Control"] == "no-store"
        assert answer["Referrer-Policy"] == "no-referrer"
        assert "noindex" in answer["X-Robots-Tag"]


def test_the_page_has_nothing_to_press_and_no_way_out(table, page, dice):
    dice.real()
    table.client("bartek").post(reverse("roll", args=[table.julio.token]), {"traits": "inquiry", "difficulty": "9"})
    text = Client().get(page).text
    assert "Inquiry" in text
    for word in ("<form", "hx-post", "csrf", '<a class="btn" href="/'):
        assert word not in text.replace('<a class="btn btn-act" href="">', "")


def test_a_game_master_who_opens_the_link_is_the_screen_there(table, page):
    say(table, "for her own eyes", Mode.GM)
    text = table.client("alicja").get(page).text
    assert "for her own eyes" not in text
    assert "Cień" not in text


def test_a_notice_meant_for_a_person_is_not_on_the_wall(table, page):
    client = table.client("alicja")
    client.post(reverse("npc_show", args=[table.shade.token]), {"hidden": "0"})
    assert "notice-" not in client.get(page).text
    assert "The players see this NPC" not in client.get(page).text


@pytest.mark.parametrize("secret", ["x", "A" * 43])
def test_another_secret_opens_nothing(table, screen, secret):
    assert Client().get(reverse("tv", args=[secret])).status_code == 404
    assert Client().get(reverse("tv_live", args=[secret])).status_code == 404
    assert Client().get(reverse("tv", args=[digest(screen[1])])).status_code == 404


def test_the_page_costs_the_same_however_many_play(table, page, django_assert_max_num_queries):
    with django_assert_max_num_queries(7):
        Client().get(page)


# --- portraits ----------------------------------------------------------------------------------------------------


def test_portraits_come_by_the_link_too(table, screen, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    portrait.set_portrait(actor=table.viewer("bartek"), character=table.julio, data=picture(size=(20, 20)))
    portrait.set_portrait(actor=table.viewer("alicja"), character=table.shade, data=picture(size=(20, 20)))

    def shown(one, secret=screen[1]) -> int:
        return Client().get(reverse("tv_portrait", args=[secret, one.token, one.portrait])).status_code

    assert shown(table.julio) == 200
    assert shown(table.shade) == 404
    assert shown(table.julio, "A" * 43) == 404
    assert (
        f'src="portrait/{table.julio.token}/{table.julio.portrait}/"'
        in Client().get(reverse("tv", args=[screen[1]])).text
    )
    life.archive_character(actor=table.viewer("bartek"), character=table.julio, away=True)
    assert shown(table.julio) == 404


# --- the stream ---------------------------------------------------------------------------------------------------


def test_a_link_that_stands_keeps_its_stream(table, screen):
    assert feed.Source().ended([grant(screen[1])]) == {}


def test_a_revoked_link_ends_its_stream_and_says_so(table, screen):
    given = grant(screen[1])
    tv.revoke_screen(actor=table.viewer("alicja"), campaign=table.campaign, seat=screen[0])
    assert feed.Source().ended([given]) == {given: "removed"}
    assert "This link was revoked" in Client().get(reverse("tv", args=[tv_again(table)])).text


def tv_again(table) -> str:
    return tv.open_screen(actor=table.viewer("alicja"), campaign=table.campaign, name="TV")[1]


def test_what_the_screen_may_show_changing_draws_it_anew(table, screen):
    given = grant(screen[1])
    log.raise_epochs(Seat.objects.filter(pk=screen[0].pk))
    assert feed.Source().ended([given]) == {given: "changed"}


def test_a_person_may_not_pass_for_a_screen(table):
    """A seat of the role that somebody sits on is no link."""
    Seat.objects.filter(pk=table.seats["iga"].pk).update(secret=digest("known"))
    assert Client().get(reverse("tv", args=["known"])).status_code == 404


# --- the link is shown once ---------------------------------------------------------------------------------------


def test_the_link_stands_on_the_page_that_made_it_and_never_again(table):
    client = table.client("alicja")
    made = client.post(reverse("screen_open", args=[table.campaign.token]), {"name": "Kitchen"})
    assert "/tv/" in made.text
    assert made["Cache-Control"] == "no-store"
    people = client.get(reverse("people", args=[table.campaign.token])).text
    assert "Kitchen" in people
    assert "/tv/" not in people


def test_on_this_computer_the_link_leads_a_tv_in_the_network_here(table, settings, monkeypatch):
    settings.LISTENS_ON = ("0.0.0.0", "8000")
    monkeypatch.setattr("caerbannog_site.hosts.lan_addresses", lambda: ["192.168.1.20"])
    opened = table.client("alicja").post(
        reverse("screen_open", args=[table.campaign.token]), {"name": "Kitchen"}, headers={"host": "127.0.0.1:8000"}
    )
    assert 'value="http://192.168.1.20:8000/tv/' in opened.text


@pytest.mark.parametrize(("name", "listed"), [("ewa", True), ("bartek", False), ("filip", False)])
def test_screens_are_listed_for_the_gms(table, screen, name, listed):
    text = table.client(name).get(reverse("people", args=[table.campaign.token])).text
    assert (reverse("screen_revoke", args=[table.campaign.token, screen[0].token]) in text) == listed


def test_without_a_script_the_same_press_shows_no_second_link(table):
    client, url = table.client("alicja"), reverse("screen_open", args=[table.campaign.token])
    first = client.post(url, {"name": "Kitchen", "once": "the-same"})
    again = client.post(url, {"name": "Kitchen", "once": "the-same"})
    assert (first.status_code, again.status_code) == (200, 409)
