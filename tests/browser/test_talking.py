"""Messages, free dice, and the log through its filters."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps


def test_free_dice_and_a_formula_that_is_none(person, trouble, table, dice):
    trouble.allow("422")
    page = steps.at_table(person("bartek", width=360), table.campaign)
    formula = page.get_by_label("Free dice")
    formula.fill("three dragons")
    page.get_by_role("button", name="Throw").click()
    expect(page.locator("#notices .is-error")).to_be_visible()
    expect(formula).to_have_value("three dragons")
    page.locator("#notices").get_by_role("button", name="Close").click()
    dice.next(4, 6)
    formula.fill("2k6+1")
    formula.press("Enter")
    expect(steps.newest(page).locator(".seal")).to_have_text("11")
    expect(steps.rows(page)).to_have_count(1)


@pytest.mark.live
def test_a_word_to_the_game_master(person, table):
    player, other, gm = (steps.at_table(person(name), table.campaign) for name in ("bartek", "celina", "alicja"))
    player.locator("#say").fill("I am the traitor")
    player.get_by_role("button", name="To the GM").click()
    for page in (player, gm):
        expect(steps.newest(page)).to_contain_text("I am the traitor")
        expect(steps.newest(page)).to_contain_text("for the GM")
    steps.say(player, "nothing, nothing")
    expect(steps.newest(other)).to_contain_text("nothing, nothing")
    expect(steps.rows(other)).to_have_count(1)
    assert "traitor" not in other.content()


@pytest.mark.live
def test_a_message_is_taken_back_on_every_screen(person, table, assert_accessible, shot):
    writer, other = (steps.at_table(person(name, width=360), table.campaign) for name in ("bartek", "celina"))
    steps.say(writer, "I never said that")
    expect(steps.newest(other)).to_contain_text("I never said that")
    expect(steps.newest(other).get_by_role("button")).to_have_count(0)
    steps.newest(writer).get_by_role("button", name="Retract the message").click()
    expect(writer.get_by_role("heading", name="Retract the message?")).to_be_visible()
    assert_accessible(writer)
    shot(writer, "retract-360", full_page=False)
    writer.get_by_role("button", name="Retract it").click()
    for page in (writer, other):
        expect(steps.newest(page)).to_contain_text("Message retracted")
        expect(steps.newest(page)).not_to_contain_text("I never said that")
        expect(steps.rows(page)).to_have_count(1)
    shot(other, "retracted-360", full_page=False)


@pytest.mark.live
def test_filters_keep_other_live_rows_out(person, table, dice):
    page = steps.at_table(person("celina", width=360), table.campaign)
    page.get_by_role("link", name="Rolls", exact=True).click()
    page.wait_for_url("**only=rolls*")
    steps.live(page)
    steps.said(table, "alicja", "talk, talk")
    dice.next(5, 7, 4)
    steps.rolled(table, table.julio, "inquiry", difficulty="3")
    expect(steps.newest(page)).to_contain_text("Inquiry II")
    expect(steps.rows(page)).to_have_count(1)

    page.get_by_text("Character", exact=True).click()
    page.locator("#of-whom").get_by_role("link", name="Rosalia").click()
    page.wait_for_url("**of=*")
    steps.live(page)
    expect(steps.rows(page)).to_have_count(0)
    dice.next(1, 2, 3, 4, 5, 6)
    steps.rolled(table, table.julio, "inquiry", difficulty="3")
    steps.rolled(table, table.rosalia, "medicine", difficulty="3")
    expect(steps.newest(page)).to_contain_text("Rosalia")
    expect(steps.rows(page)).to_have_count(1)


def test_older_rows_come_on_request(person, table):
    for number in range(60):
        steps.said(table, "alicja", f"line {number:02}")
    page = steps.at_table(person("bartek", width=360), table.campaign)
    before = steps.rows(page).count()
    page.get_by_role("button", name="Older").click()
    expect(steps.row(page, "line 00")).to_have_count(1)
    expect(steps.rows(page)).to_have_count(60)
    assert before < 60
    expect(page.locator("#older")).to_have_count(0)
