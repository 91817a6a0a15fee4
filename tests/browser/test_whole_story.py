"""The whole story in Polish: an account, a table, an invitation, a guest's sheet, the two rolls of the rule book."""

import re

import pytest
from playwright.sync_api import expect

from sessions.models import Campaign
from sheets.models import Character
from tests.browser import steps


@pytest.mark.live
def test_from_an_empty_house_to_a_boosted_roll(open_context, dice, shot):
    # Alicja makes an account and a campaign, and opens the door
    gm = open_context(language="pl").new_page()
    gm.goto("/")
    gm.get_by_role("link", name="Załóż konto").click()
    gm.get_by_label("Nazwa użytkownika").fill("alicja")
    gm.get_by_label("Hasło", exact=True).fill("dwanaście-kurników")
    gm.get_by_label("Hasło (ponownie)").fill("dwanaście-kurników")
    gm.get_by_role("button", name="Załóż konto").click()
    gm.get_by_role("link", name="Nowa kampania").click()
    gm.get_by_label("Nazwa kampanii").fill("Zabójczy królik")
    gm.get_by_label("Twoje imię przy tym stole").fill("Alicja")
    gm.get_by_role("button", name="Utwórz kampanię").click()
    gm.get_by_role("button", name="Przygotuj zaproszenie").click()
    link = gm.get_by_label("Link", exact=True).input_value()
    shot(gm, "story-people-1280")

    campaign = Campaign.objects.get()
    steps.at_table(gm, campaign)
    gm.evaluate("window.unmoved = true")  # a reload would lose it

    # Bartek comes in with his phone and nothing but a name
    phone = open_context(width=360, language="pl").new_page()
    phone.goto(re.sub(r"^https?://[^/]+", "", link))
    phone.get_by_label("Jak mamy się do Ciebie zwracać?").fill("Bartek")
    phone.get_by_role("button", name="Siadam do stołu").click()
    phone.wait_for_url(f"**{steps.table_path(campaign)}")
    steps.live(phone)
    expect(steps.newest(gm)).to_contain_text("Bartek siada do stołu")
    shot(phone, "story-table-360")

    # he makes a sheet, learns something
    phone.get_by_role("link", name="Nowa postać").click()
    phone.get_by_label("Imię postaci").fill("Julio")
    phone.get_by_role("button", name="Załóż kartę").click()
    steps.live(phone)
    julio = Character.objects.get()
    assert julio.campaign == campaign
    expect(gm.locator(f"#card-{julio.token}")).to_contain_text("Julio")
    expect(steps.newest(gm)).to_contain_text("Nowa postać: Julio")

    skills = steps.edit(phone, "skills")
    skills.get_by_label("Dociekliwość: poziom").select_option(label="II · k8")
    steps.saved(skills.get_by_label("Dociekliwość: poziom"))
    bonus = skills.get_by_label("Socjalne: bonus", exact=True)
    bonus.fill("3")
    steps.saved(bonus)
    shot(phone, "story-skills-edit-360")
    steps.done(phone, "skills")

    # Dociekliwość II against 2: the middle die of 5, 7, 4 gives 3 successes
    steps.difficulty(phone, 2)
    dice.next(5, 7, 4)
    steps.die(phone, "Dociekliwość").click()
    expect(steps.last_roll(phone)).to_contain_text("Przeciętny sukces")
    first = steps.newest(gm)
    expect(first).to_contain_text("Dociekliwość II")
    expect(first.locator(".seal")).to_have_text("3")
    expect(first.locator(".sum")).to_have_text(re.compile(r"kość 5 − trudność 2 = 3"))
    steps.expect_pool(gm, julio, "momentum", 0)

    # Charyzma 0 against 5: 4, 4, 1 fail by one, but two highest faces gave momentum; the boost makes it 2
    steps.difficulty(phone, 5)
    dice.next(4, 4, 1)
    steps.die(phone, "Charyzma").click()
    expect(steps.last_roll(phone)).to_contain_text("+2 R")
    second = steps.newest(gm)
    expect(second).to_contain_text("Charyzma 0")
    expect(second.locator(".seal")).to_have_text("−1")
    steps.expect_pool(gm, julio, "momentum", 2)
    steps.last_roll(phone).get_by_role("button", name="Dopal +3").click()
    expect(second.locator(".seal")).to_have_text("2")
    expect(second).to_contain_text("Dopalenie: Julio, +3")
    steps.expect_pool(gm, julio, "momentum", 1)
    expect(steps.last_roll(phone)).to_contain_text("Niewielki sukces")
    steps.expect_pool(phone, julio, "momentum", 1)

    # the table saw all of it in order, without loading the page again
    told = ["Charyzma 0", "Dociekliwość II", "Nowa postać: Julio", "Bartek siada do stołu", "Kampania się zaczyna"]
    for place, words in enumerate(told):
        expect(steps.rows(gm).nth(place)).to_contain_text(words)
    assert gm.evaluate("window.unmoved")
    expect(gm.locator("html")).to_have_attribute("lang", "pl")
    shot(gm, "story-table-1280")
    shot(phone, "story-sheet-360")
