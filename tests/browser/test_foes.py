"""A pack of wolves: written once, put into a fight three times, one of them unseen; and what runs out in it."""

import re

import pytest
from playwright.sync_api import Page, expect

from sheets.models import Attack
from tests.browser import steps
from tests.browser.test_looks import SIDEWAYS, SMALL
from tests.cast import NpcFactory
from tests.sessions import scenes

pytestmark = pytest.mark.live


def add_attack(page: Page, name: str, value: str, answer: str) -> None:
    panel = page.locator("[id^=panel-attacks-]")
    if not panel.get_by_label("Name", exact=True).is_visible():  # the form stays open for the next one
        panel.get_by_text("Add an attack").click()
    panel.get_by_label("Name", exact=True).fill(name)
    panel.get_by_label("Value", exact=True).fill(value)
    panel.get_by_label("answered by").select_option(label=answer)
    panel.get_by_role("button", name="Add", exact=True).click()
    expect(panel).to_contain_text(name.capitalize())


def put_into_play(page: Page, number: str, *, hidden: bool = False) -> None:
    page.get_by_label("Wolf: how many").fill(number)
    page.get_by_label("hidden from the players").set_checked(hidden)
    page.get_by_role("button", name="Put into play").click()
    expect(page.locator("#notices")).to_contain_text("Into play: Wolf")


def test_a_template_is_written_once_and_put_into_play_often(person, table, shot):
    gm, player = person("alicja"), steps.at_table(person("celina", width=360), table.campaign)
    gm.goto(f"/c/{table.campaign.token}/more/")
    gm.get_by_role("link", name="Bestiary").click()
    gm.get_by_label("Name of the template").fill("Wolf")
    gm.get_by_role("button", name="Make it").click()
    steps.live(gm)
    add_attack(gm, "bite", "7", "Dodge")
    add_attack(gm, "howl", "4", "Mental defences")
    shot(gm, "template-1280")
    gm.get_by_role("link", name="Bestiary").click()
    put_into_play(gm, "2")
    expect(player.locator("#party")).to_contain_text("Wolf 2")
    put_into_play(gm, "1", hidden=True)
    shot(gm, "bestiary-1280")
    steps.at_table(gm, table.campaign)
    expect(gm.locator("#party")).to_contain_text("Wolf A")
    expect(player.locator("body")).not_to_contain_text("Wolf A")


def test_a_pack_fights_shares_its_momentum_and_what_dazes_them_runs_out(person, table, shot, assert_accessible):
    """A combat of Julio's: two wolves come, one unseen; Julio is dazed for two turns."""
    wolf = NpcFactory(campaign=table.campaign, name="Wolf", template=True, hidden=True)
    Attack.objects.create(character=wolf, name="bite", value=7, defence="dodge")
    scenes.opened(table, scenes.COMBAT)
    gm, player = person("alicja"), steps.at_sheet(person("bartek", width=360), table.julio)
    gm.goto(f"/c/{table.campaign.token}/foes/")
    put_into_play(gm, "2")
    put_into_play(gm, "1", hidden=True)
    steps.at_dash(gm, table.campaign)
    order = gm.locator("#scene_panel .turns")
    expect(order).to_contain_text("Wolf 2")
    expect(order).to_contain_text("Wolf A")
    expect(player.locator("#scene_strip")).to_contain_text("Wolf 2")
    expect(player.locator("body")).not_to_contain_text("Wolf A")

    gm.get_by_text("Momentum of the enemies").click()
    gm.locator("#pool-first").fill("4")
    gm.get_by_role("button", name="They share it").click()
    pool = gm.locator("#enemy-pool .pool-val")
    expect(pool).to_have_text("4")
    gm.get_by_role("button", name="Momentum of the enemies: plus 1").click()
    expect(pool).to_have_text("5")
    expect(player.locator("body")).not_to_contain_text("Momentum of the enemies")

    gm.get_by_role("button", name="Wolf 1 attacks: bite, 7").click()
    gm.locator("#attack").get_by_text("Julio").click()
    shot(gm, "attack-1280", full_page=False)
    gm.get_by_role("button", name="Ask for a defence").click()
    expect(player.locator("#asks")).to_contain_text("bite")
    expect(player.locator("#asks")).to_contain_text("Dodge")

    conditions = player.locator("[id^=panel-conditions-]")
    conditions.get_by_text("Add a condition").click()
    conditions.get_by_label("Name", exact=True).fill("dazed")
    expect(conditions.get_by_label("how many turns")).to_be_hidden()
    conditions.get_by_label("lasts", exact=True).select_option("rounds")
    conditions.get_by_label("how many turns").fill("2")
    conditions.get_by_role("button", name="Add", exact=True).click()
    expect(conditions).to_contain_text("2 turns")
    expect(gm.locator("#party")).to_contain_text("2 turns")

    turn = gm.get_by_role("button", name=re.compile("turn", re.IGNORECASE)).first
    turn.click()  # Julio's
    expect(conditions).to_contain_text("1 turn")
    for name in ("Rosalia", "Wolf 1", "Wolf 2", "Wolf A", "Julio"):
        turn.click()
        expect(order.locator(".is-now")).to_contain_text(name)
    expect(conditions).to_contain_text("ends now")
    ending = gm.locator("#ending")
    expect(ending).to_contain_text("Dazed")
    shot(gm, "dash-foes-1280")
    assert_accessible(gm)
    gm.get_by_role("button", name="Take away").click()
    expect(ending).to_be_hidden()
    expect(conditions).not_to_contain_text("Dazed")


@pytest.mark.parametrize("width", [360, 768, 1440])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_bestiary_fits_every_screen(person, table, shot, assert_accessible, width, theme):
    client = table.client("alicja")
    for name in ("Wolf", "Konstantynopolitańczykowianeczka Konstantynopolitańczykowianeczka"):
        client.post(f"/c/{table.campaign.token}/foes/new/", {"name": name})
    wolf = table.campaign.characters.get(name="Wolf")
    for name, value in (("bite", 7), ("Konstantynopolitańczykowianeczka", 20)):
        client.post(f"/s/{wolf.token}/add/attack/", {"name": name, "value": value, "defence": ""})
    page = person("alicja", width=width, theme=theme)
    for path, name in ((f"/c/{table.campaign.token}/foes/", "bestiary"), (f"/s/{wolf.token}/", "template")):
        page.goto(path)
        shot(page, f"{name}-{width}-{theme}")
        assert page.evaluate(SIDEWAYS) == []
        assert page.evaluate(SMALL) == []
        assert_accessible(page)
