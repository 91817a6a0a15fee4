"""A table's screen on a wall: it shows what is public as it happens, and goes dark when its link is revoked."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser import steps

pytestmark = pytest.mark.live


def screen_of(page, campaign) -> str:
    """The game master makes a link, and gives it away."""
    page.goto(steps.people_path(campaign))
    page.get_by_label("Name of the screen").fill("TV in the kitchen")
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_label("Link").input_value()


def test_a_screen_shows_public_rolls_live_and_goes_dark_when_it_is_revoked(
    person, open_context, table, dice, shot, assert_accessible, trouble
):
    gm = person("alicja")
    link = screen_of(gm, table.campaign)
    wall = open_context(width=1920, height=1080).new_page()
    steps.at(wall, link)
    assert wall.context.cookies() == []

    url = reverse("scene", args=[table.campaign.token])
    table.client("alicja").post(url, {"title": "The toll bridge", "kind": "combat"})
    expect(wall.locator("#scene_strip")).to_contain_text("The toll bridge")
    dice.next(1, 2, 8, 5, 7, 4)
    steps.rolled(table, table.julio, "perception", difficulty="3", mode="gm")
    steps.rolled(table, table.julio, "inquiry", difficulty="2")
    expect(wall.locator("#log .roll").first).to_contain_text("Inquiry")
    expect(wall.locator("body")).not_to_contain_text("Perception")
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert wall.locator("#log .roll .verdict > b").first.evaluate("one => one.getBoundingClientRect().height") > 40
    assert_accessible(wall)
    shot(wall, "tv-1920", full_page=False)
    wall.set_viewport_size({"width": 1280, "height": 720})
    shot(wall, "tv-1280", full_page=False)

    gm.goto(steps.people_path(table.campaign))
    gm.get_by_role("button", name=re.compile("Revoke")).click()
    expect(wall.locator("#gone")).to_contain_text("This link was revoked")
    expect(wall.locator(".tv")).to_be_hidden()
    shot(wall, "tv-revoked", full_page=False)
    trouble.allow("404")
    assert wall.context.new_page().goto(link).status == 404
