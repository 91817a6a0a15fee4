"""What comes of a roll: chosen with a preview, seen by all at once, taken back when it was the wrong one."""

import re

import pytest
from playwright.sync_api import expect

from sheets.models import Counter
from tests.browser import steps

pytestmark = pytest.mark.live
PREVIEWS = re.compile("/consequences/")


@pytest.fixture
def table(table):
    for one in (table.julio, table.rosalia, table.guard):
        Counter.objects.create(character=one, key="endurance", current=10, maximum=10)
    return table


@pytest.fixture
def log(person, table):
    """log("celina") -> a page of the table in that person's hands."""

    def open_log(name, **options):
        return steps.at_table(person(name, **options), table.campaign)

    return open_log


def what_comes_of(row):
    row.get_by_role("button", name="What comes of it").click()
    panel = row.page.locator("#came-dialog")
    expect(panel).to_be_visible()
    expect(panel.locator("#came")).to_be_visible()
    return panel


def choose(panel, what="", whom=()):
    if what:
        panel.get_by_role("radio", name=re.compile(f"^{what}")).check()
    for name in whom:
        panel.locator(".chip", has_text=name).click()


def happen(panel):
    panel.get_by_role("button", name="Let it happen").click()
    expect(panel).to_be_hidden()


def test_an_attack_hits_the_wrong_one_and_then_the_right_one(log, table, dice, shot, assert_accessible):
    gm, hit, other = log("alicja", width=360), log("celina", width=360), log("bartek")
    dice.next(4, 4, 4)
    steps.rolled(table, table.julio, "melee", difficulty="0")
    panel = what_comes_of(steps.newest(gm))
    choose(panel, whom=["Rosalia"])
    expect(panel.locator("#came-preview")).to_contain_text(re.compile(r"Rosalia\s+Endurance 10\s+to\s+6"))
    shot(gm, "consequences-360", full_page=False)
    assert_accessible(gm)
    happen(panel)
    for page in (gm, hit, other):
        steps.expect_pool(page, table.rosalia, "endurance", 6)
        expect(steps.newest(page)).to_contain_text(re.compile(r"Attack .*Rosalia"))
    steps.newest(gm).get_by_role("button", name="Undo: Attack").click()
    for page in (gm, hit, other):
        steps.expect_pool(page, table.rosalia, "endurance", 10)
        expect(steps.newest(page).locator(".came")).to_contain_text("undone")
    panel = what_comes_of(steps.newest(gm))
    choose(panel, whom=["Strażnik"])
    happen(panel)
    steps.expect_pool(gm, table.guard, "endurance", 6)
    shot(gm, "consequences-row-360")
    expect(steps.newest(hit).locator(".came > :last-child")).to_contain_text("Strażnik")
    expect(steps.newest(hit).locator(".came > :last-child")).not_to_contain_text("Endurance")


def test_a_condition_comes_with_its_name_and_length(log, person, table, dice, shot):
    gm, sheet = log("alicja", width=1280), steps.at_sheet(person("celina", width=360), table.rosalia)
    dice.next(3, 3, 3)
    steps.rolled(table, table.julio, "intimidation", difficulty="0")
    panel = what_comes_of(steps.newest(gm))
    choose(panel, "Frighten", ["Rosalia"])
    panel.get_by_role("button", name="dazed").click()
    panel.get_by_label("Lasts").select_option("rounds")
    panel.get_by_label("Rounds", exact=True).fill("2")
    expect(panel.locator("#came-preview")).to_contain_text("dazed 3")
    expect(panel.get_by_label("Rounds", exact=True)).to_have_value("2")
    shot(gm, "consequences-1280", full_page=False)
    happen(panel)
    expect(steps.panel(sheet, "conditions")).to_contain_text("Dazed")


def test_what_is_chosen_faster_than_the_previews_come_stands(log, table, dice):
    gm = log("alicja")
    dice.next(3, 3, 3)
    steps.rolled(table, table.julio, "intimidation", difficulty="0")
    panel = what_comes_of(steps.newest(gm))
    held = []
    gm.route(PREVIEWS, lambda route: held.append(route))
    with gm.expect_request(PREVIEWS):
        choose(panel, whom=["Rosalia"])
    with gm.expect_request(PREVIEWS):
        choose(panel, whom=["Strażnik"])
    panel.get_by_role("button", name="dazed").click()  # before any answer
    for route in held:
        route.continue_()
    gm.unroute(PREVIEWS)
    expect(panel.locator("#came-preview")).to_contain_text("Strażnik")
    expect(panel.locator("#came-preview")).to_contain_text("Rosalia")
    expect(panel.locator("#came-preview")).to_contain_text("dazed 3")


def test_a_panel_opens_empty_until_its_own_roll_is_there(log, table, dice):
    gm = log("alicja")
    dice.next(4, 4, 4)
    steps.rolled(table, table.julio, "melee", difficulty="0")
    panel = what_comes_of(steps.newest(gm))
    panel.get_by_role("button", name="Close").click()
    held = []
    gm.route(PREVIEWS, lambda route: held.append(route), times=1)
    with gm.expect_request(PREVIEWS):
        steps.newest(gm).get_by_role("button", name="What comes of it").click()
    expect(panel).to_be_visible()
    expect(panel.locator("#came")).to_have_count(0)
    held[0].continue_()
    expect(panel.locator("#came")).to_be_visible()


def test_a_player_helps_their_own_side(log, table, dice, shot):
    Counter.objects.filter(character=table.julio, key="endurance").update(current=5)
    Counter.objects.create(character=table.julio, key="vitality", current=8, maximum=10)
    player = log("celina", width=360)
    dice.next(3, 3, 3)
    steps.rolled(table, table.rosalia, "medicine", difficulty="0")
    panel = what_comes_of(steps.newest(player))
    expect(panel.locator(".chip")).to_have_count(2)
    choose(panel, whom=["Julio"])
    panel.get_by_label("Number").fill("2")
    expect(panel.locator("#came-preview")).to_contain_text(re.compile(r"Endurance 5\s+to\s+7"))
    shot(player, "consequences-player-360", full_page=False)
    happen(panel)
    steps.expect_pool(player, table.julio, "endurance", 7)


def test_two_game_masters_do_it_once(log, trouble, table, dice):
    trouble.allow("409")
    one, two = log("alicja"), log("ewa", width=360)
    dice.next(4, 4, 4)
    steps.rolled(table, table.julio, "melee", difficulty="0")
    panels = [what_comes_of(steps.newest(page)) for page in (one, two)]
    for panel in panels:
        choose(panel, whom=["Strażnik"])
        expect(panel.locator("#came-preview")).to_contain_text("Endurance")
    happen(panels[0])
    panels[1].get_by_role("button", name="Let it happen").click()
    expect(panels[1].get_by_role("alert")).to_contain_text("Alicja was faster")
    steps.expect_pool(two, table.guard, "endurance", 6)


def test_who_is_attacked_defends_first_and_takes_what_gets_through(log, person, table, dice, shot):
    gm, player = log("alicja"), steps.at_sheet(person("bartek", width=360), table.julio)
    dice.next(5, 5, 5)
    steps.rolled(table, table.rosalia, "guile", difficulty="0")
    panel = what_comes_of(steps.newest(gm))
    choose(panel, "Attack the mind", ["Julio"])
    expect(panel.locator("#came-preview")).to_contain_text("Julio")
    shot(gm, "consequences-defence-1280", full_page=False)
    panel.get_by_role("button", name="A defence first").click()
    expect(panel).to_be_hidden()
    asks = player.locator("#asks")
    expect(asks).to_contain_text("Composure")
    shot(player, "defence-asked-360", full_page=False)
    dice.next(2, 2, 2)
    asks.get_by_role("button", name=re.compile("Composure")).first.click()
    expect(steps.last_roll(player)).to_contain_text("ailure")
    row = steps.newest(gm)
    expect(row).to_contain_text("Composure")
    panel = what_comes_of(row)
    expect(panel.locator("#came-preview")).to_contain_text(re.compile(r"Determination 10\s+to\s+7"))
    choose(panel, "What gets through a condition")
    panel.get_by_role("button", name="dazed").click()
    expect(panel.locator("#came-preview")).to_contain_text("dazed 3")
    happen(panel)
    panel = what_comes_of(row)
    happen(panel)
    expect(steps.panel(player, "conditions")).to_contain_text("Dazed")
    steps.expect_pool(player, table.julio, "determination", 7)
