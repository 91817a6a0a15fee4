"""Bad Wi-Fi: the page says so, and what was missed arrives once."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps

pytestmark = pytest.mark.live


def banner(page):
    return page.locator("#connection")


def test_a_cut_and_what_was_missed(person, table, relay):
    player = steps.at_table(person("bartek", width=360, url=relay.url), table.campaign)
    steps.said(table, "alicja", "before the cut")
    expect(steps.row(player, "before the cut")).to_have_count(1)

    relay.drop()
    expect(banner(player)).to_be_visible()
    for text in ("missed one", "missed two"):
        steps.said(table, "alicja", text)
    steps.changed(table, "alicja", table.julio, "endurance", "-3")

    relay.restore()
    player.get_by_role("button", name="Try now").click()
    expect(banner(player)).to_be_hidden()
    expect(steps.row(player, "missed two")).to_have_count(1)
    steps.expect_pool(player, table.julio, "endurance", 7)
    steps.said(table, "alicja", "after the cut")
    expect(steps.newest(player)).to_contain_text("after the cut")
    for text in ("before the cut", "missed one", "missed two", "after the cut"):
        expect(steps.row(player, text)).to_have_count(1)
    expect(steps.rows(player)).to_have_count(5)


def test_a_half_open_line_is_noticed_within_two_heartbeats(person, table, relay):
    player = steps.at_sheet(person("bartek", width=360, url=relay.url), table.julio)
    player.evaluate("document.addEventListener('live:lost', () => { silence = performance.now() - frozen; })")
    relay.freeze()
    player.evaluate("window.frozen = performance.now()")
    expect(banner(player)).to_be_visible()
    beat = float(player.locator("body").get_attribute("data-live-beat"))
    assert player.evaluate("window.silence") < beat * 3000  # two missed, and a busy machine

    steps.changed(table, "alicja", table.julio, "endurance", "-4")
    relay.restore()
    expect(banner(player)).to_be_hidden()
    steps.expect_pool(player, table.julio, "endurance", 6)


def test_a_press_during_a_cut_is_sent_again_and_counts_once(person, table, relay, dice):
    player = steps.at_sheet(person("bartek", url=relay.url), table.julio)
    relay.drop()
    steps.die(player, "Inquiry").click()
    refused = player.locator("#notices")
    expect(refused).to_contain_text("No connection. Nothing is lost.")
    relay.restore()
    dice.next(5, 7, 4)
    refused.get_by_role("button", name="Try again").click()
    expect(steps.last_roll(player)).to_contain_text("Slight success")
    assert dice.asked == [8, 8, 8]


def test_eight_tabs_of_one_person_stay_live(person, table):
    """A browser has six connections to a host: tabs behind others give theirs back, and ask for what they missed."""
    first = steps.at_table(person("bartek"), table.campaign)
    tabs = [first]
    while len(tabs) < 8:
        steps.hide(tabs[-1])
        tabs.append(steps.second_tab(first, steps.table_path(table.campaign)))
    steps.said(table, "alicja", "to all eight")
    expect(steps.row(tabs[-1], "to all eight")).to_have_count(1)
    for before, tab in zip([tabs[-1], *tabs], tabs[:-1], strict=False):
        expect(steps.row(tab, "to all eight")).to_have_count(0)
        steps.hide(before)
        steps.hide(tab, False)
        expect(steps.row(tab, "to all eight")).to_have_count(1)
