"""Two presses at once: one counts, and the other learns why it did not."""

import pytest
from playwright.sync_api import expect

from sessions.models import LogEntry
from tests.browser import steps

pytestmark = pytest.mark.live


def test_two_tabs_press_the_same_boost(person, trouble, table, dice):
    trouble.allow("409")
    dice.next(7, 5, 8)  # a highest face: momentum for one boost
    steps.rolled(table, table.julio, "inquiry", difficulty="9")
    one = steps.at_table(person("bartek", width=360), table.campaign)
    two = steps.second_tab(one, steps.table_path(table.campaign))
    steps.hide(two)  # it has not heard of it yet

    steps.newest(one).get_by_role("button", name="Boost").click()
    expect(steps.newest(one).locator(".seal")).to_have_text("0")
    steps.newest(two).get_by_role("button", name="Boost").click()
    expect(two.locator("#notices")).to_contain_text("Bartek was faster: this roll has changed.")
    expect(steps.newest(two).locator(".seal")).to_have_text("0")
    expect(steps.newest(two).get_by_role("button", name="Boost")).to_have_count(0)
    assert LogEntry.objects.filter(kind="boost").count() == 1


def test_a_double_click_on_a_die_rolls_once(person, table, dice):
    player = steps.at_sheet(person("bartek"), table.julio)
    dice.next(5, 7, 4)
    steps.die(player, "Inquiry").dblclick()
    expect(steps.last_roll(player)).to_contain_text("Slight success")
    assert dice.asked == [8, 8, 8]


def test_quick_taps_on_a_pool_all_count(person, table):
    player = steps.at_sheet(person("bartek", width=360), table.julio)
    minus = player.get_by_role("button", name="Endurance: minus 1")
    for _ in range(4):
        minus.click()
    steps.expect_pool(player, table.julio, "endurance", 6)
    field = player.get_by_label("Endurance", exact=True)
    for typed, value in (("+2", 8), ("-5", 3), ("7", 7)):
        field.fill(typed)
        field.press("Enter")
        steps.expect_pool(player, table.julio, "endurance", value)
    expect(field).to_have_value("")
