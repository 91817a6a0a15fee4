"""A rest at the table: players on their phones place their experience, the game master confirms for all and undoes."""

import pytest
from playwright.sync_api import expect

from sessions.models import LogEntry, Rest
from sheets.models import Condition, Counter, Training
from tests.browser import steps

pytestmark = pytest.mark.live


def hurt(character, **pools):
    for key, value in pools.items():
        most = 10 if key in ("endurance", "determination", "vitality") else None
        Counter.objects.create(character=character, key=key, current=value, maximum=most)


@pytest.fixture
def tired(table):
    hurt(table.julio, endurance=4, determination=7, vitality=3, momentum=2, experience=3)
    hurt(table.rosalia, endurance=9, vitality=6, experience=1)
    Training.objects.create(character=table.julio, name="Swords", invested=2, required=4)
    Condition.objects.create(character=table.julio, kind="injury", name="broken rib")
    return table


def card(page):
    return page.locator("#rest_card")


def panel(page):
    return page.locator("#rest_panel")


def test_a_rest_of_two_players_on_phones(person, tired, shot, assert_accessible):
    gm = steps.at_dash(person("alicja", width=1440), tired.campaign)
    bartek = steps.at_sheet(person("bartek", width=360), tired.julio)
    celina = steps.at_table(person("celina", width=360), tired.campaign)
    watching = steps.at_table(person("filip", width=768), tired.campaign)
    expect(card(bartek)).to_be_hidden()

    # the call
    panel(gm).get_by_text("Call a rest").click()
    panel(gm).get_by_label("Interlude").check()
    shot(gm, "rest-call")
    panel(gm).get_by_role("button", name="Call it").click()
    expect(panel(gm).get_by_role("heading", name="Interlude")).to_be_visible()
    expect(panel(gm).get_by_role("button", name="Confirm for 2 characters")).to_be_disabled()
    expect(panel(gm).locator("#rest-waits")).to_contain_text("Julio: 3 points of experience")
    expect(card(watching)).to_contain_text("Interlude")
    expect(card(watching)).not_to_contain_text("Endurance")

    # the players' choices
    expect(card(bartek)).to_contain_text("3 XP to place")
    plus = card(bartek).get_by_role("button", name="Swords: plus 1")
    plus.click()
    plus.click()
    expect(card(bartek)).to_contain_text("paid up")
    expect(card(bartek)).to_contain_text("1 XP to place")
    card(bartek).get_by_label("A new training").fill("Letters")
    card(bartek).get_by_role("button", name="Begin").click()
    card(bartek).get_by_role("button", name="heals").click()
    expect(card(bartek)).to_contain_text("ready")
    assert_accessible(bartek)
    shot(bartek, "rest-player")
    expect(panel(gm).locator("#rest-waits")).to_contain_text("Rosalia: 1 point of experience")
    expect(panel(gm).locator("#rest-waits")).not_to_contain_text("Julio")
    shot(gm, "rest-waiting")
    card(celina).get_by_label("A new training").fill("Herbs")
    card(celina).get_by_label("Needs").fill("5")
    card(celina).get_by_role("button", name="Begin").click()
    expect(card(celina)).to_contain_text("ready")

    # once for all
    expect(panel(gm).locator("#rest-waits")).to_have_count(0)
    assert_accessible(gm)
    shot(gm, "rest-ready")
    panel(gm).get_by_role("button", name="Confirm for 2 characters").click()
    expect(card(bartek)).to_be_hidden()
    expect(card(watching)).to_be_hidden()
    steps.expect_pool(bartek, tired.julio, "endurance", 10)
    steps.expect_pool(bartek, tired.julio, "experience", 0)
    trainings = bartek.locator(f"#panel-trainings-{tired.julio.token}")
    expect(trainings).to_contain_text("4 of 4")
    expect(trainings).to_contain_text("Letters")
    trainings.scroll_into_view_if_needed()
    shot(bartek, "rest-trainings")
    row = gm.locator("#log > article").first
    expect(row).to_contain_text("Interlude: Julio, Rosalia")
    shot(gm, "rest-row")

    # and back again, exactly
    row.get_by_role("button", name="Undo").click()
    steps.expect_pool(bartek, tired.julio, "endurance", 4)
    steps.expect_pool(bartek, tired.julio, "experience", 3)
    expect(trainings).to_contain_text("2 of 4")
    expect(trainings).not_to_contain_text("Letters")
    assert Rest.objects.get().state == "taken"
    assert LogEntry.objects.filter(kind="rest").count() == 1


def test_two_game_masters_confirm_once(person, tired, trouble):
    trouble.allow("409")
    one = steps.at_dash(person("alicja"), tired.campaign)
    panel(one).get_by_text("Call a rest").click()
    panel(one).get_by_role("button", name="Call it").click()
    two = steps.at_dash(person("ewa"), tired.campaign)
    steps.hide(two)  # this one has not heard yet
    panel(one).get_by_role("button", name="Confirm for 2 characters").click()
    expect(panel(one).get_by_text("Call a rest")).to_be_visible()
    panel(two).get_by_role("button", name="Confirm for 2 characters").click()
    expect(two.locator("#notices")).to_contain_text("Alicja was faster: Breather has been taken.")
    expect(panel(two).get_by_text("Call a rest")).to_be_visible()
    assert LogEntry.objects.filter(kind="rest").count() == 1


def test_experience_for_all_and_its_ledger(person, tired, shot):
    gm = steps.at_dash(person("alicja", width=1440), tired.campaign)
    bartek = steps.at_sheet(person("bartek", width=360), tired.julio)
    panel(gm).get_by_text("Give or correct").click()
    panel(gm).get_by_label("Reason").fill("The duel on the bridge")
    shot(gm, "award")
    panel(gm).get_by_role("button", name="Give", exact=True).click()
    steps.expect_pool(bartek, tired.julio, "experience", 4)
    expect(gm.locator("#log > article").first).to_contain_text(
        "+1 experience for Julio, Rosalia: The duel on the bridge"
    )
    bartek.get_by_role("link", name="Where it comes from").click()
    expect(bartek.locator(".ledger > li").first).to_contain_text("The duel on the bridge")
    expect(bartek.locator(".ledger > li").first).to_contain_text("= 4")
    shot(bartek, "ledger")
