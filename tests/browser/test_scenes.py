"""A scene as it is played: the game master at a laptop, two players on their phones."""

import pytest
from playwright.sync_api import Locator, Page, expect

from sessions.actions.scenes import Joining, Plan
from sessions.models import Scene
from tests.browser import steps
from tests.sessions.scenes import go_on, opened, pool, running, set_pool, whose


def strip(page: Page) -> Locator:
    return page.locator("#scene_strip")


def places(page: Page) -> Locator:
    return page.locator("#scene_panel .turns > li")


def open_tool(page: Page, name: str) -> Locator:
    tool = page.locator(f"#{name}")
    if not tool.get_attribute("open"):
        tool.locator("summary").first.click()
    return tool


def press(page: Page, key: str) -> None:
    """Once the press before is answered: until then its button takes no other."""
    expect(page.locator("#scene_panel [aria-busy]")).to_have_count(0)
    page.keyboard.press(key)


@pytest.fixture
def lurking(table):
    """A combat before its first turn, with the guard before everybody's eyes and the shade unseen."""
    set_pool(table.julio, 3, "experience")
    opened(
        table, Plan("combat", surprise="party"), Joining(table.guard, "enemies"),
        Joining(table.shade, "enemies", hidden=True), title="The tanners' gate",
    )  # fmt: skip
    return table


def test_a_combat_of_three_rounds_with_surprise_from_its_first_press_to_experience(person, table):
    set_pool(table.julio, 5, "experience")
    gm = steps.at_dash(person("alicja", width=1440, height=900), table.campaign)
    bartek = steps.at_sheet(person("bartek", width=360), table.julio)
    celina = steps.at_sheet(person("celina", width=360), table.rosalia)
    expect(strip(bartek)).to_be_hidden()
    gm.get_by_label("Name of the scene").fill("The tanners' gate")
    gm.get_by_role("button", name="New scene").click()
    expect(strip(bartek)).to_contain_text("The tanners' gate")
    tool = open_tool(gm, "scene-turn")
    tool.get_by_label("combat", exact=True).check()
    tool.get_by_label("Surprised").select_option("party")
    tool.get_by_role("button", name="Begin").click()
    expect(strip(celina)).to_contain_text("The party is surprised")
    gm.get_by_role("button", name="Begin the first turn").click()
    expect(strip(bartek)).to_contain_text("Your turn")
    steps.expect_pool(bartek, table.julio, "momentum", 1)  # half of 3, rounded down
    expect(strip(celina)).to_contain_text("You are next")
    strip(bartek).get_by_role("button", name="End of turn").click()
    expect(strip(celina)).to_contain_text("Your turn")
    expect(gm.locator("#scene_panel .is-now")).to_contain_text("Rosalia")
    for turn in ("Julio", "Rosalia"):
        press(gm, "n")
        expect(gm.locator("#scene_panel .is-now")).to_contain_text(turn)
    expect(strip(bartek)).to_contain_text("round 2")
    steps.expect_pool(bartek, table.julio, "momentum", 4)
    strip(bartek).get_by_role("button", name="Reaction").click()
    bartek.locator("#reactions").get_by_role("button", name="Reaction", exact=False).first.click()
    expect(strip(bartek)).to_contain_text("Reaction used")
    steps.expect_pool(bartek, table.julio, "momentum", 1)
    press(gm, "n")
    expect(strip(celina)).to_contain_text("round 3")
    expect(gm.locator("#scene_panel")).to_contain_text("round 3")
    press(gm, "p")
    expect(strip(celina)).to_contain_text("round 2")
    expect(gm.locator("#scene_panel")).to_contain_text("round 2")
    press(gm, "n")
    expect(gm.locator("#scene_panel")).to_contain_text("round 3")
    tool = open_tool(gm, "scene-close")
    expect(tool).to_contain_text("won +1, lost +1")
    tool.get_by_role("button", name="The scene is over").click()
    expect(strip(bartek)).to_be_hidden()
    expect(strip(celina)).to_be_hidden()
    assert (pool(table.julio), pool(table.julio, "experience"), pool(table.rosalia, "experience")) == (0, 6, 1)
    assert Scene.objects.get().won


def test_the_order_is_changed_by_hand_and_by_keyboard(person, lurking):
    gm = steps.at_dash(person("alicja"), lurking.campaign)
    expect(places(gm)).to_contain_text(["Julio", "Rosalia", "Strażnik", "Cień"])
    places(gm).nth(2).get_by_role("button", name="Strażnik: earlier").focus()
    gm.keyboard.press("Enter")
    expect(places(gm)).to_contain_text(["Julio", "Strażnik", "Rosalia", "Cień"])
    grip, goal = places(gm).nth(3).locator("[data-grip]"), places(gm).nth(0).locator("[data-grip]")
    start, end = grip.bounding_box(), goal.bounding_box()
    assert start
    assert end
    gm.mouse.move(start["x"] + 8, start["y"] + 8)
    gm.mouse.down()
    gm.mouse.move(end["x"] + 8, end["y"] + 30, steps=4)
    gm.mouse.move(end["x"] + 8, end["y"] + 2, steps=2)
    gm.mouse.up()
    expect(places(gm)).to_contain_text(["Cień", "Julio", "Strażnik", "Rosalia"])
    expect(places(gm).locator("[data-grip]")).to_have_text(["1", "2", "3", "4"])  # the answer numbers them anew
    assert running(lurking).participants.get(place=0).character == lurking.shade


def test_two_game_masters_who_press_at_once_end_one_turn(person, lurking, trouble):
    trouble.allow("409|net::ERR_")
    go_on(lurking)
    alicja, ewa = steps.at_dash(person("alicja"), lurking.campaign), person("ewa")
    ewa.route("**/dash/live/**", lambda route: route.abort())  # she does not learn of it in time
    ewa.goto(steps.table_path(lurking.campaign) + "dash/")
    alicja.get_by_role("button", name="Next turn").click()
    expect(alicja.locator("#scene_panel .is-now")).to_contain_text("Rosalia")
    expect(ewa.locator("#scene_panel .is-now")).to_contain_text("Julio")
    ewa.evaluate("document.querySelector('#scene_panel [data-key=n]').click()")
    expect(ewa.locator("#scene_panel .is-now")).to_contain_text("Rosalia")
    assert whose(lurking) == ("Rosalia", 1)


@pytest.mark.parametrize(
    ("width", "theme", "language"), [(360, "dark", "pl"), (768, "light", "en"), (1440, "dark", "pl")]
)
def test_what_it_looks_like(person, lurking, shot, assert_accessible, width, theme, language):
    go_on(lurking)
    gm = steps.at_dash(person("alicja", width=width, height=900, theme=theme, language=language), lurking.campaign)
    gm.locator("#scene_panel").scroll_into_view_if_needed()
    assert_accessible(gm)
    shot(gm, f"scene-dash-{width}", full_page=width < 1000)
    for name in ("scene-close", "scene-order", "scene-next"):
        open_tool(gm, name)
    gm.locator("#scene-more summary").click()
    shot(gm, f"scene-tools-{width}", full_page=True)
    expect(gm.locator("#scene-kind-surprise")).to_be_hidden()  # it means nothing in a free scene
    gm.locator("#scene-kind-challenge").check()
    expect(gm.locator("#scene-kind-surprise")).to_be_visible()
    expect(gm.locator("#scene-kind-pace")).to_be_visible()
    steps.at_table(gm, lurking.campaign)
    log, party = (gm.locator(one).bounding_box() for one in ("#h-log", "#h-party"))
    assert width > 1000 or log["y"] < party["y"]  # the tab is called after it
    page = steps.at_sheet(person("bartek", width=width, theme=theme, language=language), lurking.julio)
    assert_accessible(page, "#scene_strip")
    shot(page, f"scene-sheet-{width}", full_page=False)
    other = steps.at_table(person("celina", width=width, theme=theme, language=language), lurking.campaign)
    shot(other, f"scene-table-{width}", full_page=False)
