"""The roll bar: chances before the roll, combined tests, what is remembered, and the keyboard."""

import re

import pytest
from playwright.sync_api import expect

from sheets.models import Counter
from tests.browser import steps


@pytest.fixture
def player(person, table):
    return steps.at_sheet(person("bartek", width=360), table.julio)


def chance(page, trait):
    """The number beside a skill."""
    return page.locator(".skill", has=page.get_by_text(trait, exact=True)).locator(".pct")


def test_chances_follow_the_settings_and_are_remembered(player):
    expect(chance(player, "Inquiry")).to_have_text(re.compile("^68"))
    player.get_by_role("button", name="Difficulty: plus 1").click()
    expect(chance(player, "Inquiry")).to_have_text(re.compile("^50"))
    player.get_by_label("Advantage: the highest die counts").check(force=True)
    expect(chance(player, "Inquiry")).to_have_text(re.compile("^87"))
    player.reload()
    steps.live(player)
    expect(player.locator("#difficulty")).to_have_value("4")
    expect(player.get_by_label("Advantage: the highest die counts")).to_be_checked()
    expect(chance(player, "Inquiry")).to_have_text(re.compile("^87"))
    expect(player.get_by_text("chance at difficulty 4")).to_be_visible()


def test_a_combined_test_of_three_traits(player, dice, shot):
    box = steps.more_settings(player)
    box.get_by_text("Combined test", exact=True).click()
    for number, trait in enumerate(("perception", "inquiry", "stealth")):
        box.get_by_role("button", name="Add a trait").click()
        box.locator("#combined-traits select").nth(number).select_option(trait)
    shot(player, "combined-360", full_page=False)
    box.get_by_role("button", name="Its odds").click()
    odds = player.locator("#combined-odds")
    expect(odds).to_contain_text("against difficulty 3: success")
    expect(odds.locator("tbody tr").nth(5)).to_be_visible()
    percents = [re.search(r"[\d.,]+", text)[0] for text in odds.locator("tbody td:last-child").all_inner_texts()]
    assert 97 <= sum(float(percent.replace(",", ".")) for percent in percents) <= 103
    shot(player, "odds-360", full_page=False)
    odds.get_by_role("button", name="Close").click()

    dice.next(9, 5, 2)
    box.get_by_role("button", name="Roll the combined test").click()
    expect(box).to_be_hidden()
    expect(steps.last_roll(player)).to_contain_text("Perception III + Inquiry II + Stealth II")
    assert dice.asked == [10, 8, 8]


def test_the_whole_distribution_is_one_tap_away(player, shot):
    steps.difficulty(player, 2)
    expect(chance(player, "Inquiry")).to_have_text(re.compile("^84"))
    player.get_by_role("button", name=re.compile("^Chances: Inquiry, 84")).click()
    odds = player.locator("#odds")
    expect(odds).to_contain_text("against difficulty 2: success 84")
    expect(odds.locator("tbody tr")).not_to_have_count(0)
    shot(player, "odds-inquiry-360", full_page=False)
    player.keyboard.press("Escape")
    expect(odds).to_be_hidden()


def test_reasons_count_for_one_roll(player, dice):
    box = steps.more_settings(player)
    box.get_by_role("button", name="Add a reason").first.click()
    player.keyboard.type("high ground")
    box.get_by_role("button", name="Add a modifier").click()
    player.keyboard.type("+2")
    box.get_by_role("button", name="Done").click()
    dice.next(5, 7, 4)
    steps.die(player, "Inquiry").click()
    last = steps.last_roll(player)
    expect(last.locator(".seal").first).to_have_text("6")
    last.get_by_role("button", name=re.compile("^Last roll")).click()
    expect(last.locator(".pop")).to_contain_text("high ground")
    expect(last.locator(".pop .sum")).to_contain_text("modifier 2 = 6")
    player.keyboard.press("Escape")
    expect(steps.more_settings(player).locator("[data-item]")).to_have_count(0)


def test_a_secret_mode_is_seen_on_the_bar_and_one_tap_leads_back(player, dice, shot):
    back = player.get_by_role("button", name="back to public rolls")
    expect(back).to_have_count(0)
    box = steps.more_settings(player)
    box.get_by_label(re.compile("^only me")).check()
    box.get_by_role("button", name="Done").click()
    dice.next(5, 7, 4)
    steps.die(player, "Inquiry").click()
    expect(steps.last_roll(player)).to_contain_text("Slight success")
    player.reload()
    steps.live(player)
    expect(back).to_contain_text("Only me")
    shot(player, "secret-mode-360", full_page=False)
    back.click()
    expect(back).to_have_count(0)
    player.reload()
    steps.live(player)
    expect(back).to_have_count(0)
    expect(player.locator("#mode-public")).to_be_checked()


@pytest.mark.parametrize(
    "set_one",
    [
        lambda box: box.get_by_role("button", name="Add a reason").first.click(),
        lambda box: box.get_by_role("button", name="Add a modifier").click(),
        lambda box: box.get_by_label("Dice thrown by hand").fill("5 7 4"),
        lambda box: box.get_by_label("a hazard").check(force=True),
    ],
    ids=["reason", "modifier", "thrown by hand", "against"],
)
def test_what_is_set_for_one_roll_is_marked_on_the_button_until_then(player, dice, set_one):
    mark = player.locator(".for-once")
    expect(mark).to_be_hidden()
    box = steps.more_settings(player)
    set_one(box)
    box.get_by_role("button", name="Done").click()
    expect(mark).to_be_visible()
    dice.next(5, 7, 4)
    steps.die(player, "Inquiry").click()
    expect(mark).to_be_hidden()


def test_the_bar_names_which_die_counts(player):
    legend = player.locator(".settings legend.cap")
    expect(legend).to_have_text(re.compile("Roll: ?plain"), use_inner_text=True)
    player.get_by_label("Advantage: the highest die counts").check(force=True)
    expect(legend).to_have_text(re.compile("Roll: ?advantage"), use_inner_text=True)


def test_refused_odds_say_why_in_their_dialog(player, trouble):
    trouble.allow("422")
    box = steps.more_settings(player)
    box.get_by_text("Combined test", exact=True).click()
    box.get_by_role("button", name="Its odds").click()
    expect(player.locator("#combined-odds")).to_contain_text("Add at least one trait to the test.")


def test_the_whole_of_a_boosted_roll_fits_a_phone(player, table, dice):
    Counter.objects.create(character=table.julio, key="momentum", current=2, maximum=10)
    dice.next(4, 4, 1)
    steps.difficulty(player, 5)
    steps.die(player, "Charisma").click()
    last = steps.last_roll(player)
    last.get_by_role("button", name=re.compile("^Boost")).click()
    last.get_by_role("button", name=re.compile("^Last roll")).click()
    whole = last.locator(".pop")
    expect(whole).to_contain_text("Boost: Julio")
    assert whole.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_keys_and_their_list(person, table):
    page = steps.at_table(person("bartek"), table.campaign)
    page.keyboard.press("?")
    keys = page.locator("#keys")
    expect(keys).to_be_visible()
    expect(keys.locator("dd", has_text="Message to the table")).to_be_visible()
    expect(keys.locator("dd", has_text=re.compile(r"^\s*$"))).to_have_count(0)
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator("#say")).to_be_focused()
    page.keyboard.type("? is only a sign here")
    page.keyboard.press("Enter")
    expect(steps.newest(page)).to_contain_text("? is only a sign here")
    page.locator("#say").blur()
    page.keyboard.press("?")
    keys.get_by_label("Turn shortcuts off in this browser").check()
    keys.get_by_role("button", name="Close").click()
    page.keyboard.press("m")
    expect(page.locator("#say")).not_to_be_focused()
