"""What the game master knows and the players do not yet."""

import re

import pytest
from playwright.sync_api import expect

from sheets.models import Counter
from tests.browser import steps

pytestmark = pytest.mark.live


def for_gm(row, *, difficulty=None, note="", secret=None):
    """Open the game master's corner of a roll and fill it in."""
    row.get_by_label("Correct, undo, settle").click()
    corner = steps.row_form(row)
    if difficulty is not None:
        corner.get_by_label("Difficulty", exact=True).fill(str(difficulty))
    if note:
        corner.get_by_label("Reason").fill(note)
    if secret is not None:
        corner.get_by_label("Keep the difficulty secret").set_checked(secret)


@pytest.fixture
def log(person, table):
    """log("celina") -> a page of the table in that person's hands."""

    def open_log(name, **options):
        return steps.at_table(person(name, **options), table.campaign)

    return open_log


def test_a_correction_reaches_everybody(log, table, dice):
    gm, player = log("alicja"), log("bartek", width=360)
    dice.next(5, 7, 4)
    steps.rolled(table, table.julio, "inquiry", difficulty="3")
    expect(steps.newest(player).locator(".seal")).to_have_text("2")
    row = steps.newest(gm)
    for_gm(row, difficulty=1, note="it was raining")
    steps.row_form(row).get_by_role("button", name="Correct", exact=True).click()
    for page in (gm, player):
        expect(steps.newest(page).locator(".seal")).to_have_text("4")
        expect(steps.newest(page)).to_contain_text("Corrected by the game master, “it was raining”, the result was 2.")
    corner = steps.row_form(row)
    expect(corner).to_be_hidden()
    row.get_by_label("Correct, undo, settle").click()
    expect(corner.get_by_label("Difficulty", exact=True)).to_have_value("1")
    expect(corner.get_by_label("Reason")).to_have_value("")


def test_a_difficulty_is_told_on_the_row_that_waits_for_it(log, table, dice):
    gm, player = log("alicja", width=360), log("bartek", width=360)
    dice.next(5, 7, 4)
    steps.rolled(table, table.julio, "inquiry", difficulty="")
    expect(steps.newest(player)).to_contain_text("Waiting for the difficulty")
    expect(steps.newest(player).get_by_label("Difficulty")).to_have_count(0)
    row = steps.newest(gm)
    row.get_by_label("Difficulty").first.fill("2")
    row.get_by_role("button", name="Tell the difficulty").click()
    for page in (gm, player):
        expect(steps.newest(page).locator(".seal")).to_have_text("3")
    expect(row.get_by_role("button", name="Tell the difficulty")).to_have_count(0)


def test_a_difficulty_that_stays_with_the_game_master(person, log, table, dice, shot):
    player, gm = steps.at_sheet(person("bartek", width=360), table.julio), log("alicja")
    box = steps.more_settings(player)
    box.get_by_role("button", name="the GM knows").click()
    box.get_by_role("button", name="Done").click()
    expect(steps.panel(player, "skills")).to_contain_text("no chances: the difficulty is not known")
    dice.next(5, 7, 4)
    steps.die(player, "Inquiry").click()
    expect(steps.last_roll(player)).to_contain_text("Waiting for the difficulty")
    shot(player, "pending-sheet-360")

    row = steps.newest(gm)
    expect(row).to_contain_text("Waiting for the difficulty")
    for_gm(row, difficulty=2, secret=True)
    shot(gm, "pending-table-1280")
    steps.row_form(row).get_by_role("button", name="Correct", exact=True).click()
    expect(row.locator(".seal")).to_have_text("3")

    expect(steps.last_roll(player)).to_contain_text("Success")
    steps.at_table(player, table.campaign)
    told = steps.newest(player)
    expect(told).to_contain_text("hidden difficulty")
    expect(told.locator(".verdict")).to_have_text("Success")
    expect(told.locator(".seal")).to_have_text("")
    expect(told.locator(".sum, .steps")).to_have_count(0)
    assert "average success" not in player.content().lower()
    shot(player, "hidden-table-360")

    row.get_by_role("button", name="Reveal").click()
    expect(told.locator(".seal")).to_have_text("3")
    expect(told.locator(".verdict")).to_contain_text("Average success")
    expect(told.locator(".sum")).to_contain_text("difficulty 2")


def test_a_blind_roll_and_its_reveal(person, log, table, dice):
    player = steps.at_sheet(person("bartek"), table.julio)
    box = steps.more_settings(player)
    box.get_by_label(re.compile("^blind")).check()
    box.get_by_role("button", name="Done").click()
    dice.next(8, 7, 4)
    steps.die(player, "Inquiry").click()
    expect(steps.last_roll(player)).to_contain_text("Rolled blind")

    gm, other = log("alicja"), log("celina", width=360)
    steps.at_table(player, table.campaign)
    steps.said(table, "celina", "what was that noise?")
    secret = steps.row(gm, "Inquiry II")
    expect(secret.locator(".seal")).to_have_text("4")
    expect(secret).to_contain_text("+1 M held")
    placeholder = steps.row(player, "Rolled blind")
    expect(placeholder).to_contain_text("only the game master knows the result")
    expect(placeholder.locator(".die, button")).to_have_count(0)
    expect(steps.rows(other)).to_have_count(1)

    secret.get_by_role("button", name="Reveal").click()
    for page in (player, other):
        expect(steps.rows(page)).to_have_count(2)
        expect(steps.rows(page).nth(0)).to_contain_text("what was that noise?")
        expect(steps.rows(page).nth(1).locator(".seal")).to_have_text("4")
    steps.expect_pool(other, table.julio, "momentum", 1)

    secret.get_by_role("button", name="Hide again").click()
    expect(steps.rows(other)).to_have_count(1)
    expect(steps.row(player, "Rolled blind")).to_have_count(1)
    expect(steps.row(player, "Inquiry II")).to_have_count(0)


def test_a_heroic_effort(log, table, dice):
    player, other = log("bartek", width=360), log("celina")
    dice.next(2, 3, 1)
    steps.rolled(table, table.julio, "inquiry", difficulty="3")
    row = steps.newest(player)
    expect(row.locator(".seal")).to_have_text("−1")
    row.get_by_role("button", name="Heroic effort: −2 Determination").click()
    for page in (player, other):
        expect(steps.newest(page).locator(".verdict")).to_contain_text("success")
        expect(steps.newest(page)).to_contain_text("Heroic effort: Julio, −2 Determination")
        steps.expect_pool(page, table.julio, "determination", 8)
    expect(row.get_by_role("button", name="Heroic effort")).to_have_count(0)


def test_another_cost_is_asked_and_agreed(log, table, dice, shot):
    player, gm = log("bartek", width=360), log("alicja")
    dice.next(2, 3, 1)
    steps.rolled(table, table.julio, "inquiry", difficulty="3")
    row = steps.newest(player)
    row.get_by_text("Another cost…").click()
    steps.row_form(row).get_by_label("What would you give instead?").fill("my father's ring")
    shot(player, "ask-table-360")
    steps.row_form(row).get_by_role("button", name="Ask the game master").click()
    expect(row).to_contain_text("The game master is considering another cost.")
    asked = steps.newest(gm)
    expect(asked).to_contain_text("my father's ring")
    shot(gm, "asked-table-1280")
    asked.get_by_role("button", name="Agreed").click()
    expect(row.locator(".verdict")).to_contain_text("success")
    expect(row).to_contain_text("my father's ring")
    steps.expect_pool(player, table.julio, "determination", 10)


def test_one_die_is_thrown_again(log, table, dice):
    Counter.objects.create(character=table.julio, key="momentum", current=2)
    player, gm = log("bartek", width=360), log("alicja")
    dice.next(2, 7, 1)
    steps.rolled(table, table.julio, "inquiry", difficulty="3")
    row = steps.newest(player)
    expect(row.locator(".seal")).to_have_text("−1")
    row.get_by_text("Reroll", exact=True).click()
    form = steps.row_form(row)
    form.get_by_label("d8: 1", exact=True).check()
    form.get_by_label("By which ability?").fill("Stubborn")
    dice.next(6)
    form.get_by_role("button", name="Throw again").click()
    for page in (player, gm):
        expect(steps.newest(page).locator(".seal")).to_have_text("3")
        expect(steps.newest(page)).to_contain_text("rerolled 1")
        steps.expect_pool(page, table.julio, "momentum", 1)


def test_a_roll_only_for_oneself(person, log, table, dice):
    player = steps.at_sheet(person("bartek"), table.julio)
    box = steps.more_settings(player)
    box.get_by_label(re.compile("^only me")).check()
    box.get_by_role("button", name="Done").click()
    gm = log("alicja")
    dice.next(8, 8, 4)
    steps.die(player, "Inquiry").click()
    expect(steps.last_roll(player)).to_contain_text("success")
    steps.at_table(player, table.campaign)
    expect(steps.newest(player)).to_contain_text("only me")
    steps.say(player, "ready")
    expect(steps.rows(gm)).to_have_count(1)
    expect(steps.newest(gm)).to_contain_text("ready")
    steps.expect_pool(gm, table.julio, "momentum", 0)


def test_what_a_row_opened_goes_when_somebody_was_faster(log, table, dice, trouble):
    """It was drawn for a step that is over: the next press is made at the one that stands."""
    trouble.allow("409|ERR_FAILED")
    alicja, ewa = log("alicja"), log("ewa")
    dice.next(5, 7, 4)
    steps.rolled(table, table.julio, "inquiry", difficulty="3")
    for page, difficulty in ((alicja, 1), (ewa, 2)):
        for_gm(steps.newest(page), difficulty=difficulty)
    for page in (alicja, ewa):
        steps.row_form(steps.newest(page)).get_by_role("button", name="Correct", exact=True).click()
        expect(steps.row_form(steps.newest(page))).to_be_hidden()
    expect(ewa.locator("#notices")).to_contain_text("Alicja was faster")
    for_gm(steps.newest(ewa))
    expect(steps.row_form(steps.newest(ewa)).get_by_label("Difficulty", exact=True)).to_have_value("1")
