"""The game master's table: everything of an evening on one page that does not scroll."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from sheets.models import Condition
from tests.browser import steps

SIZES = [(768, 1024), (1280, 800), (1440, 900)]


def dash_path(campaign) -> str:
    return f"/c/{campaign.token}/dash/"


@pytest.fixture
def evening(table, dice):
    """A table after some rolls, with something to see on every card."""
    Condition.objects.create(character=table.julio, kind="mental", name="Disoriented", strength=2)
    Condition.objects.create(character=table.julio, kind="injury", name="Black eye")
    dice.next(4, 8, 1, 2, 3, 1, 1, 1, 3)
    steps.rolled(table, table.julio, "inquiry", difficulty="3")
    steps.rolled(table, table.julio, "inquiry", difficulty="6", mode="gm")
    steps.rolled(table, table.julio, "stealth", difficulty="3")
    steps.said(table, "celina", "Shall we go?")
    steps.changed(table, "bartek", table.julio, "endurance", "-3")
    client, url = table.client("alicja"), reverse("scene", args=[table.campaign.token])
    client.post(url, {"title": "The toll bridge", "kind": "combat"})
    return table


def card(page, name: str):
    return page.locator(f'#party .pc[data-name="{name}"]')  # one that is out of sight, too


def momentum(page, name: str):
    return card(page, name).locator('[data-kind="momentum"] b')


def scrolled(page) -> bool:
    return page.evaluate("scrollY > 0 || document.documentElement.scrollHeight > innerHeight")


def sideways(page) -> list[str]:
    """The columns that scroll sideways."""
    return page.evaluate("""() => [...document.querySelectorAll(".dash > *")]
        .filter(one => one.scrollWidth > one.clientWidth).map(one => one.className)""")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_common_moves_need_no_scrolling(person, evening, width, height, shot, assert_accessible):
    page = steps.at_dash(person("alicja", width=width, height=height), evening.campaign)
    assert not scrolled(page)
    assert sideways(page) == []
    for thing in (
        page.locator("#scene_panel button").first,
        card(page, "Julio").get_by_role("button", name="Julio, Momentum: plus 1"),
        page.get_by_role("button", name="Who is best at"),
        page.locator("#say"),
        steps.newest(page),
    ):
        expect(thing).to_be_in_viewport()
    card(page, "Julio").get_by_role("button", name="Julio, Momentum: plus 1").click()
    expect(momentum(page, "Julio")).to_have_text("1")
    page.locator("#say").fill("Roll for it")
    page.locator("#say").press("Enter")
    expect(steps.newest(page)).to_contain_text("Roll for it")
    page.locator(".dash-jump").get_by_role("link", name="Tests").click()
    expect(page.get_by_role("heading", name="Ask for a test")).to_be_in_viewport()
    assert not scrolled(page)
    assert_accessible(page)
    shot(page, f"dash-{width}", full_page=False)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_lies_over_the_session_that_runs(person, evening, width, height):
    page = steps.at_dash(person("alicja", width=width, height=height, language="pl"), evening.campaign)
    page.get_by_role("button", name="Zacznij sesję").click()
    row, scene = page.locator("#evening"), page.locator("#scene_panel")
    expect(row).to_contain_text("trwa")
    assert bottom(row.get_by_role("button")) <= scene.bounding_box()["y"]
    page.locator(".dash-jump a").last.click()
    row.get_by_role("button", name="Zakończ sesję").click()
    expect(row).not_to_contain_text("trwa")


def bottom(thing) -> float:
    box = thing.bounding_box()
    return box["y"] + box["height"]


def test_on_a_phone_its_parts_lie_below_each_other_with_jumps(person, evening, shot):
    page = steps.at_dash(person("alicja", width=360, height=740, language="pl"), evening.campaign)
    page.locator(".jump a").last.click()
    expect(page.locator("#h-log")).to_be_in_viewport()
    expect(page.locator("#h-party")).not_to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(page, "dash-360-pl")


@pytest.mark.live
def test_two_game_masters_change_one_pool_and_one_text_without_doing_it_twice(person, evening, trouble):
    trouble.allow("409")
    pages = [steps.at_dash(person(name, width=1440, height=900), evening.campaign) for name in ("alicja", "ewa")]
    for page in pages:
        card(page, "Julio").get_by_role("button", name="Julio, Momentum: plus 1").click()
    for page in pages:
        expect(momentum(page, "Julio")).to_have_text("2")
    for page, text in zip(pages, ("The baron is dead", "The baron lives"), strict=True):
        page.get_by_text("Secret notes", exact=True).click()
        page.locator("#gm-notes-text").fill(text)
    pages[0].locator("#say").focus()
    expect(pages[0].locator("#field-gm-notes-text")).to_have_attribute("data-save-state", "saved")
    pages[1].locator("#say").focus()
    conflict = pages[1].locator("#conflict-gm-notes-text")
    expect(conflict).to_contain_text("The baron is dead")
    conflict.get_by_role("button", name="Keep both").click()
    expect(pages[1].locator("#field-gm-notes-text")).to_have_attribute("data-save-state", "saved")
    evening.campaign.refresh_from_db()
    assert evening.campaign.gm_notes == "The baron lives\n\nThe baron is dead"


@pytest.mark.live
def test_a_condition_comes_goes_down_and_goes_away_for_both(person, evening):
    page, other = (steps.at_dash(person(name, width=1280), evening.campaign) for name in ("alicja", "ewa"))
    page.get_by_role("button", name="Rosalia: add a condition").click()
    box = page.locator(f"#new-condition-{evening.rosalia.token}")
    box.get_by_label("Name").fill("Dazed")
    box.get_by_label("Strength").fill("1")
    box.get_by_role("button", name="Add").click()
    expect(card(other, "Rosalia")).to_contain_text("Dazed")
    expect(box).to_be_hidden()
    other.get_by_role("button", name="Rosalia, Dazed: strength down by 1").click()
    expect(card(page, "Rosalia")).not_to_contain_text("Dazed")


def test_the_keyboard_finds_people_and_who_is_best(person, evening):
    page = steps.at_dash(person("alicja", width=1440, height=900), evening.campaign)
    page.keyboard.press("w")
    page.locator("#best-trait").fill("percep")
    rows = page.locator("#best-body tbody tr")
    expect(rows.first).to_contain_text("Julio")
    expect(rows.first).to_contain_text("%")
    page.keyboard.press("Escape")
    expect(page.locator("#best")).to_be_hidden()
    page.keyboard.press("f")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("straz")  # no letter of it is a shortcut while one types
    expect(page.locator("#best")).to_be_hidden()
    expect(card(page, "Strażnik")).to_be_visible()
    expect(card(page, "Julio")).to_be_hidden()
    steps.changed(evening, "bartek", evening.julio, "momentum", "+3")
    expect(momentum(page, "Julio")).to_have_text("3")
    expect(card(page, "Julio")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(card(page, "Strażnik").get_by_role("link")).to_be_focused()
    page.keyboard.press("?")
    for key in ("f", "w", "g", "v", "m", "d"):
        expect(page.locator("#keys dt").get_by_text(key, exact=True)).to_be_visible()


def test_a_game_master_looks_through_a_players_eyes_and_presses_nothing(person, evening, shot, assert_accessible):
    page = person("alicja", width=768)
    page.goto(f"/c/{evening.campaign.token}/seen/")
    assert_accessible(page)
    shot(page, "seen-768")
    page.get_by_role("link", name="Bartek").click()
    expect(page.locator(".eyes-bar")).to_contain_text("You see what Bartek sees.")
    expect(page.locator("#say")).to_be_disabled()
    assert_accessible(page)
    shot(page, "eyes-768", full_page=False)
    page.locator(".eyes-bar").get_by_role("link", name="Julio").click()
    expect(page.locator("h1")).to_contain_text("Julio")
    for button in page.locator("main button, .rollbar button").all():
        expect(button).to_be_disabled()
    page.get_by_role("link", name="Back to your own eyes").click()
    expect(page.locator("h1")).to_contain_text("What players see")


def test_a_player_has_no_such_page(person, evening, trouble):
    trouble.allow("403")
    page = steps.at_table(person("bartek"), evening.campaign)
    expect(page.locator(f'a[href="{dash_path(evening.campaign)}"]')).to_have_count(0)
    assert page.goto(dash_path(evening.campaign)).status == 403
