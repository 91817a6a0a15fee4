"""From an invitation to a seat, in the hands of people who press twice and leave when they are told to."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from sessions.actions import invitations
from sessions.models import LogEntry
from tests.browser import steps


@pytest.fixture
def people_page(table):
    return f"/c/{table.campaign.token}/people/"


def invited(gm: Page, people_page: str) -> str:
    """The path of a fresh invitation, made and copied by a game master."""
    gm.goto(people_page)
    gm.get_by_role("button", name="Make an invitation").click()
    link = gm.get_by_label("Link").input_value()
    gm.get_by_role("button", name="Copy").click()
    expect(gm.locator("#announce")).to_contain_text("Copied")
    return re.sub(r"^https?://[^/]+", "", link)


def test_a_guest_who_presses_twice_sits_down_once(person, table, people_page, assert_accessible, shot):
    gm = person("alicja")
    path = invited(gm, people_page)
    assert_accessible(gm)
    shot(gm, "people-1280")

    guest = person(width=360)
    guest.goto(path)
    assert_accessible(guest)
    shot(guest, "join-360")
    guest.get_by_label("What should we call you?").fill("Zosia")
    guest.get_by_role("button", name="Sit down at the table").dblclick()
    guest.wait_for_url("**/c/*/")
    assert table.campaign.seats.filter(name__startswith="Zosia").count() == 1
    assert LogEntry.objects.filter(kind="seat_joined").count() == 1


@pytest.mark.live
def test_the_list_of_people_shows_who_sits_down_and_keeps_what_is_being_typed(person, table, people_page):
    gm, player = steps.at(person("alicja"), people_page), steps.at(person("celina", width=360), people_page)
    row = gm.locator(".members > li", has_text="Julio")
    row.locator("summary").click()
    row.get_by_role("textbox").fill("Bartosz the")
    invitations.rotate_invitation(actor=table.viewer("alicja"), campaign=table.campaign)
    table.client("daniel").post(
        reverse("join_code", args=[table.campaign.invitations.get().code]), {"name": "Daniel", "role": "player"}
    )
    for page in (gm, player):
        expect(page.locator(".members > li", has_text="Daniel")).to_be_visible()
    expect(row.get_by_role("textbox")).to_have_value("Bartosz the")
    expect(row.get_by_role("textbox")).to_be_focused()
    row.get_by_role("textbox").press("Enter")
    expect(player.locator(".members")).to_contain_text("Bartosz the")


@pytest.mark.live
def test_a_removed_persons_open_page_ends_at_once(person, table, people_page):
    player = person("bartek", width=360)
    player.goto(f"/c/{table.campaign.token}/")
    expect(player.locator("html[data-live=open]")).to_be_attached()

    gm = person("alicja")
    gm.goto(people_page)
    row = gm.locator(".members > li", has_text="Julio")
    row.locator("summary").click()
    row.get_by_label("Keep a copy").check()
    row.get_by_role("button", name="Remove from the table").click()
    expect(gm.locator("#notices")).to_contain_text("Bartek no longer sits")

    expect(player.locator("#gone")).to_contain_text("You no longer sit at this table.")
    table.julio.refresh_from_db()
    assert (table.julio.owner, table.julio.campaign) == (table.bartek, None)


def test_a_guest_keeps_everything_with_a_password(person, table, people_page):
    guest = person("gustaw", width=360)
    guest.goto("/accounts/profile/")
    guest.get_by_role("link", name="Set a password").click()
    guest.get_by_label("Username").fill("gucio")
    guest.get_by_label("Password", exact=True).fill("kurnik-pod-lasem")
    guest.get_by_label("Password (again)").fill("kurnik-pod-lasem")
    guest.get_by_role("button", name="Keep everything").click()
    expect(guest.locator("#notices")).to_contain_text("You have an account now.")

    elsewhere = person(width=360)
    elsewhere.goto(people_page)
    elsewhere.get_by_label("Username or e-mail").fill("gucio")
    elsewhere.get_by_label("Password").fill("kurnik-pod-lasem")
    elsewhere.get_by_role("button", name="Log in").click()
    elsewhere.wait_for_url(f"**{people_page}")
    expect(elsewhere.locator(".members > li", has_text="Gustaw")).to_contain_text("(you)")
