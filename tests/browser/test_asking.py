"""Tests that are asked and proposed, on the screens of those who ask and of those who roll."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from sheets.models import Counter
from tests.browser import steps


def ask(page: Page, trait: str, *names: str, difficulty: str = "3", text: str = "", **secrecy) -> None:
    form = page.locator("#ask-form")
    form.get_by_label("Trait", exact=True).select_option(label=trait)
    form.locator("#ask-difficulty").fill(difficulty)
    for name in names:
        form.get_by_label(name).check()
    form.get_by_label("What for, in a few words").fill(text)
    if secrecy:
        form.get_by_text("Secrecy, choice of traits").click()
        form.get_by_label("Who will see the roll").select_option(secrecy.get("mode", "public"))
        form.get_by_label("Keep the difficulty secret").set_checked(secrecy.get("hidden", False))
    form.get_by_role("button", name="Ask", exact=True).click()


def card(page: Page):
    return page.locator("#asks > .ask")


def summary(page: Page):
    return page.locator("#log > .asking").first


def test_the_whole_party_is_asked_and_one_answers_with_a_boost(person, table, dice, shot, assert_accessible):
    Counter.objects.create(character=table.julio, key="momentum", current=1)
    gm = steps.at_dash(person("alicja", width=1440), table.campaign)
    julio = steps.at_sheet(person("bartek", width=360), table.julio)
    other_tab = steps.second_tab(julio, steps.table_path(table.campaign))
    rosalia = steps.at_table(person("celina", width=360), table.campaign)

    gm.locator("#ask-trait").select_option(label="Inquiry")
    expect(gm.locator(f"#ask-chance-{table.julio.token}")).to_have_text("68.4%")
    expect(gm.locator(f"#ask-chance-{table.rosalia.token}")).not_to_be_empty()
    shot(gm, "asking-1440")
    ask(gm, "Inquiry", text="Who sent the letter?")
    expect(summary(gm)).to_contain_text("0 of 2 done")
    for page in (julio, other_tab, rosalia):
        expect(card(page)).to_contain_text("Who sent the letter?")
        expect(card(page)).to_contain_text("3, average")
    expect(card(julio)).to_contain_text("68.4%, with a boost")
    shot(julio, "asked-360")
    assert_accessible(julio)

    dice.next(2, 3, 1)
    card(julio).get_by_role("button", name="Roll: Inquiry II").click()
    for page in (julio, other_tab):
        expect(card(page)).to_have_count(0)
    expect(steps.last_roll(julio).locator(".seal").first).to_have_text("−1")
    expect(summary(gm)).to_contain_text("1 of 2 done")
    steps.last_roll(julio).get_by_role("button", name="Boost").first.click()
    for page in (gm, rosalia, other_tab):
        expect(summary(page).locator(".asks li").filter(has_text="Julio")).to_contain_text("success")
    shot(gm, "asked-one-1440")

    dice.next(3, 3, 4)
    summary(gm).get_by_role("button", name="Roll for Rosalia").click()
    expect(summary(gm)).to_contain_text("2 of 2 done")
    expect(card(rosalia)).to_have_count(0)
    expect(gm.locator("#requests")).to_be_hidden()
    shot(rosalia, "asked-all-360")


def test_a_blind_test_is_asked_of_one(person, table, dice, shot):
    gm = steps.at_dash(person("alicja", width=768), table.campaign)
    julio = steps.at_sheet(person("bartek", width=360), table.julio)
    rosalia = steps.at_table(person("celina", width=360), table.campaign)
    ask(gm, "Perception", "Julio", difficulty="5", text="Steps on the roof?", mode="blind", hidden=True)
    expect(card(julio)).to_contain_text("Steps on the roof?")
    expect(card(julio)).to_contain_text("hidden")
    expect(card(julio)).to_contain_text("the game masters alone, not even you")
    expect(card(julio)).not_to_contain_text("%")
    shot(julio, "asked-blind-360")
    dice.next(10, 7, 4)
    card(julio).get_by_role("button", name="Roll: Perception III").click()
    expect(card(julio)).to_have_count(0)
    expect(steps.last_roll(julio)).to_contain_text("Rolled blind")
    expect(summary(gm)).to_contain_text("1 of 1 done")
    shot(gm, "asked-blind-768")
    steps.said(table, "celina", "quiet tonight")
    expect(steps.rows(rosalia)).to_have_count(1)
    expect(card(rosalia)).to_have_count(0)


def test_a_test_is_proposed_and_let_go(person, table, dice, shot):
    gm = steps.at_dash(person("alicja", width=1440), table.campaign)
    julio = steps.at_sheet(person("bartek", width=360), table.julio)
    box = steps.more_settings(julio)
    box.get_by_text("Propose a test to the game master").click()
    box.get_by_label("Trait", exact=True).select_option(label="Stealth II")
    box.get_by_label("What for, in a few words").fill("Past the guard")
    shot(julio, "propose-360")
    box.get_by_role("button", name="Propose it").click()
    expect(box).to_be_hidden()
    expect(card(julio)).to_contain_text("Proposed to the game master")
    shot(julio, "proposed-360")

    request = gm.locator("#requests article")
    expect(request).to_contain_text("Past the guard")
    request.get_by_role("combobox", name="Difficulty").fill("2")
    shot(gm, "proposed-1440")
    request.get_by_role("button", name="Let it go").click()
    expect(card(julio)).to_contain_text("2, easy")
    dice.next(5, 7, 4)
    card(julio).get_by_role("button", name="Roll: Stealth II").click()
    expect(summary(gm)).to_contain_text("1 of 1 done")


def test_a_proposal_is_refused_with_a_word(person, table):
    gm = steps.at_dash(person("alicja", width=1440), table.campaign)
    julio = steps.at_sheet(person("bartek", width=360), table.julio)
    path = reverse("propose", args=[table.julio.token])
    assert table.client("bartek").post(path, {"proposed": "stealth"}, headers={"HX-Request": "true"}).status_code == 200
    request = gm.locator("#requests article")
    request.get_by_label("A word about it, if you like").fill("The guard is your brother")
    request.get_by_role("button", name="No", exact=True).click()
    expect(card(julio)).to_contain_text("The guard is your brother")
    card(julio).get_by_role("button", name="All right").click()
    expect(card(julio)).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_choice_of_tests_in_polish(person, table, shot, assert_accessible, theme):
    path = reverse("ask_test", args=[table.campaign.token])
    data = {"trait": ["perception", "stealth", "composure"], "difficulty": "4", "text": "Czy coś rusza się na dachach?"}
    assert table.client("alicja").post(path, data, headers={"HX-Request": "true"}).status_code == 200
    page = steps.at_sheet(person("bartek", width=360, theme=theme, language="pl"), table.julio)
    expect(card(page).locator(".btn-big")).to_have_count(3)
    expect(card(page).locator(".btn-big").first).to_contain_text("III")
    shot(page, f"asked-choice-{theme}-360")
    assert_accessible(page)
