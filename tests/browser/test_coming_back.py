"""A guest's phone is lost: the game master's link brings them back on another one, and the old one is out."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import steps


@pytest.mark.live
def test_a_guest_comes_back_on_another_phone(person, table, assert_accessible, shot):
    old = steps.at_table(person("gustaw", width=360), table.campaign)
    gm = person("alicja", width=768)
    gm.goto(steps.people_path(table.campaign))
    row = gm.locator(".members > li", has_text="Gustaw")
    row.locator("summary").click()
    shot(gm, "people-guest-768")
    row.get_by_role("button", name="Link for a lost phone").click()
    link = gm.get_by_label("Link").input_value()
    assert_accessible(gm)
    shot(gm, "way-made-768")

    phone = person(width=360)
    phone.goto(re.sub(r"^https?://[^/]+", "", link))
    assert_accessible(phone)
    shot(phone, "way-back-360")
    phone.get_by_role("button", name="It is me", exact=True).click()
    phone.wait_for_url(f"**{steps.table_path(table.campaign)}")
    expect(phone.locator("#notices")).to_contain_text("Welcome back, Gustaw.")
    expect(old.locator("#gone")).to_contain_text("You were logged out.")
    steps.live(phone)
    expect(steps.newest(phone)).to_contain_text("Gustaw is back, on another device")
