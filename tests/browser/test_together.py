"""A test of several people, each on a screen of their own; one side against the other."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from sessions.models import Check
from sheets.models import Bonus, Trait
from tests.browser import steps
from tests.sessions.together import marcus, with_momentum

pytestmark = pytest.mark.live


def card(page: Page):
    return page.locator("#together")


@pytest.fixture
def trio(table):
    """RULES A12: Rosalia's die is k10, Marcus's k6, Julio's k4; social bonuses of 2 and 3."""
    table.marcus = marcus(table)
    Trait.objects.filter(character=table.rosalia, key="guile").update(level=3)
    Bonus.objects.filter(character=table.rosalia, category="social").update(value=2)
    for one in (table.rosalia, table.julio, table.marcus):
        with_momentum(one)
    return table


def begin_together(page: Page, *helpers: str) -> None:
    page.get_by_role("button", name="More roll settings").click()
    page.get_by_role("button", name="Test together…").click()
    dialog = page.locator("#together-dialog")
    dialog.get_by_label("Trait", exact=True).select_option("guile")
    for name in helpers:
        dialog.get_by_role("checkbox", name=name).check()
        dialog.get_by_label(f"{name} helps with").select_option("guile")
    dialog.get_by_label("Difficulty", exact=True).fill("5")
    expect(dialog.locator("#together-odds")).to_contain_text("Success")
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog).to_be_hidden()


def test_the_example_of_a_group_test_on_three_phones(person, trio, dice, shot, assert_accessible):
    """RULES A12 and A13: 9, 2 and 1 against 5; +3 and +2 on two screens; the third pays for a die of another's."""
    rosalia = steps.at_sheet(person("celina", width=360), trio.rosalia)
    julio = steps.at_sheet(person("bartek", width=360), trio.julio)
    helper = steps.at_table(person("gustaw", width=360), trio.campaign)
    begin_together(rosalia, "Marcus", "Julio")
    expect(steps.newest(helper)).to_contain_text("0 of 3")
    expect(card(julio)).to_contain_text("Guile")
    shot(julio, "together-card")
    assert_accessible(julio)

    dice.next(9, 2, 1)
    card(rosalia).get_by_role("button", name="Rosalia: throw").click()
    expect(steps.newest(helper)).to_contain_text("Waiting for 2 people")
    card(helper).get_by_role("button", name="Marcus: throw").click()
    expect(steps.newest(helper)).to_contain_text("2 of 3")
    shot(helper, "together-gathering")
    card(julio).get_by_role("button", name="Julio: throw").click()
    for page in (rosalia, julio):
        expect(steps.last_roll(page).locator(".seal").first).to_have_text("−3")
        expect(card(page)).to_be_hidden()

    steps.last_roll(julio).get_by_role("button", name="Boost +3").first.click()
    expect(steps.last_roll(rosalia).locator(".seal").first).to_have_text("0")
    steps.last_roll(rosalia).get_by_role("button", name="Boost +2").first.click()
    expect(steps.newest(helper).locator(".seal")).to_have_text("2")

    dice.next(4)
    row = steps.newest(helper)
    row.get_by_text("Reroll", exact=True).click()
    steps.row_form(row).get_by_role("checkbox", name="d4: 1 Julio").check()
    steps.row_form(row).get_by_role("button", name="Throw again").click()
    expect(row.locator(".seal")).to_have_text("4")
    shot(helper, "together-row")
    assert_accessible(helper)
    steps.expect_pool(julio, trio.julio, "momentum", 1)


def test_closed_browsers_lose_no_die(person, trio, dice):
    rosalia = steps.at_sheet(person("celina", width=360), trio.rosalia)
    begin_together(rosalia, "Julio")
    dice.next(4, 4)
    card(rosalia).get_by_role("button", name="Rosalia: throw").click()
    expect(card(rosalia).get_by_role("button", name="Rosalia: throw")).to_have_count(0)
    rosalia.context.close()
    julio = steps.at_sheet(person("bartek"), trio.julio)
    dice.next(3)
    card(julio).get_by_role("button", name="Julio: throw").click()
    expect(steps.last_roll(julio).locator(".seal").first).to_have_text("−1")


def begin_against(page: Page, name: str, trait: str) -> None:
    page.get_by_role("button", name="More roll settings").click()
    page.get_by_role("button", name="Opposed test…").click()
    dialog = page.locator("#together-dialog")
    dialog.get_by_label("Trait", exact=True).select_option(trait)
    dialog.get_by_role("radio", name=name).check()
    dialog.get_by_role("button", name="Throw", exact=True).click()
    expect(dialog).to_be_hidden()


def test_two_players_against_each_other(person, table, dice, shot):
    julio = steps.at_sheet(person("bartek", width=360), table.julio)
    rosalia = steps.at_table(person("celina", width=360), table.campaign)
    dice.next(5, 8, 3)
    begin_against(julio, "Rosalia", "riding")
    expect(steps.newest(rosalia)).to_contain_text("Riding")
    steps.last_roll(julio).get_by_role("button", name="Boost +3").first.click()
    expect(card(julio)).to_contain_text("Julio has 8")
    card(julio).get_by_role("button", name="Done, this is final").click()

    card(rosalia).get_by_label("Rosalia throws for").select_option("dodge")
    shot(rosalia, "opposed-card")
    dice.next(2, 4, 8)
    card(rosalia).get_by_role("button", name="Rosalia: throw").click()
    card(rosalia).get_by_role("button", name="Done, this is final").click()
    for seal in (steps.newest(rosalia).locator(".seal"), steps.last_roll(julio).locator(".seal").first):
        expect(seal).to_have_text("4")
    expect(steps.newest(rosalia)).to_contain_text("against Dodge")
    shot(rosalia, "opposed-row")


def test_an_npc_resists_with_no_game_master_there(person, table, dice):
    julio = steps.at_sheet(person("bartek", width=360), table.julio)
    dice.next(5, 7, 3)
    begin_against(julio, "Strażnik", "riding")
    dice.next(2, 3, 6)
    card(julio).get_by_role("button", name="Done, this is final").click()
    expect(steps.last_roll(julio).locator(".seal").first).to_have_text("2")
    expect(card(julio)).to_be_hidden()
    assert Check.objects.get().parts.get(character=table.guard).state == "done"
