"""A game master's people behind the curtain, and those who only watch from the gallery."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps

pytestmark = pytest.mark.live


@pytest.fixture
def gm(person, table):
    return steps.at_sheet(person("alicja"), table.shade)


def roll(page, trait, dice, *faces):
    dice.next(*faces)
    steps.die(page, trait).click()
    expect(steps.last_roll(page)).to_contain_text(trait)


def test_a_masked_npc_is_revealed_and_hidden_again(gm, person, table, dice):
    player = steps.at_table(person("celina", width=360), table.campaign)
    roll(gm, "Stealth", dice, 2, 5, 3)
    expect(steps.newest(player)).to_contain_text("Stealth")
    expect(player.locator("body")).to_contain_text(table.shade.mask)
    expect(player.locator("body")).not_to_contain_text("Cień")

    gm.get_by_role("button", name="Reveal to the players").click()
    expect(steps.row(player, "Cień")).not_to_have_count(0)
    expect(player.locator("#party")).to_contain_text("Cień")

    steps.live(gm)
    gm.get_by_role("button", name="Hide from the players").click()
    expect(player.locator("#party")).not_to_contain_text("Cień")
    expect(steps.row(player, "Cień")).to_have_count(0)


@pytest.mark.parametrize("name", ["filip", "iga"])
def test_the_gallery_sees_what_is_public_and_has_no_buttons(person, table, dice, name):
    watcher = steps.at_table(person(name, width=768), table.campaign)
    player = steps.at_sheet(person("bartek"), table.julio)
    roll(player, "Inquiry", dice, 5, 7, 4)
    shown = steps.newest(watcher)
    expect(shown).to_contain_text("Inquiry")
    expect(shown.get_by_role("button")).to_have_count(0)
    expect(watcher.locator("#say")).to_have_count(0)
    steps.said(table, "alicja", "for her own eyes", mode="gm")
    steps.said(table, "alicja", "for all")
    expect(steps.newest(watcher)).to_contain_text("for all")
    expect(steps.row(watcher, "for her own eyes")).to_have_count(0)
