"""Rights that change while pages are open: the pages hear of it at once."""

import pytest
from playwright.sync_api import expect

from sessions.models import Role
from tests.browser import steps

pytestmark = pytest.mark.live


def member(gm, campaign, name):
    """Unfold what may be done with a seat."""
    gm.goto(steps.people_path(campaign))
    row = gm.locator(".members > li", has_text=name)
    row.locator("summary").click()
    return row


def test_a_removed_person_hears_nothing_more(person, trouble, table):
    trouble.allow("403")  # the page that he loads again
    log = steps.at_table(person("bartek", width=360), table.campaign)
    sheet = steps.second_tab(log, steps.sheet_path(table.julio))
    other = steps.at_table(person("celina"), table.campaign)
    gm = person("alicja")
    member(gm, table.campaign, "Bartek").get_by_role("button", name="Remove from the table").click()
    for page in (log, sheet):
        expect(page.locator("#gone")).to_contain_text("You no longer sit at this table.")
        expect(page.locator("#connection")).to_be_hidden()
        expect(page.locator("html[data-live=gone]")).to_be_attached()
    before = log.content()
    steps.said(table, "alicja", "now that he is gone")
    expect(steps.newest(other)).to_contain_text("now that he is gone")
    assert log.content() == before
    log.get_by_role("link", name="Load the page again").click()
    expect(log.get_by_role("heading", level=1)).to_be_visible()
    expect(log.locator("#log")).to_have_count(0)


def test_another_role_is_another_page(person, table):
    page = steps.at_table(person("bartek"), table.campaign)
    expect(page.locator("#say")).to_be_visible()
    gm = person("alicja")
    row = member(gm, table.campaign, "Bartek")
    row.get_by_label("Role").select_option(Role.SPECTATOR.value)
    row.get_by_role("button", name="Change the role").click()
    expect(page.locator("#say")).to_have_count(0)
    steps.live(page)
    steps.said(table, "alicja", "welcome to the gallery")
    expect(steps.newest(page)).to_contain_text("welcome to the gallery")


def test_logging_out_ends_the_other_tabs(person, table):
    log = steps.at_table(person("bartek"), table.campaign)
    sheet = steps.second_tab(log, steps.sheet_path(table.julio))
    away = log.context.new_page()
    away.goto("/accounts/logout/")
    away.get_by_role("button", name="Log out").click()
    for page in (log, sheet):
        expect(page.locator("#gone")).to_contain_text("You were logged out.")
        expect(page.locator(".live")).to_be_hidden()  # nothing connects again
    steps.said(table, "alicja", "nobody hears this there")
    expect(steps.row(log, "nobody hears this there")).to_have_count(0)
