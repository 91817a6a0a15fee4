"""A sheet's life outside the game: picture, files, history, paper, archive, alone and at a table."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sheets.models import Character
from tests.browser import steps
from tests.cast import CharacterFactory
from tests.sheets.pictures import picture

HALINA = "Halina"


@pytest.fixture
def player(person, table):
    return steps.at_sheet(person("bartek"), table.julio)


def test_a_portrait_is_hung_and_seen_by_others(player, person, table):
    card = steps.at_table(person("alicja"), table.campaign).locator(f"#card-{table.julio.token}")
    face = {"name": "face.png", "mimeType": "image/png", "buffer": picture()}
    player.get_by_label("Portrait", exact=True).set_input_files(face)
    player.get_by_role("button", name="Send the portrait").click()
    expect(player.locator("#notices")).to_contain_text("The portrait is on the sheet.")
    steps.live(player)
    other = steps.at_sheet(person("celina", width=360), table.julio)
    for page in (player, other):
        image = page.get_by_alt_text("Portrait: Julio")
        expect(image).to_be_visible()
        assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
    expect(card.locator(".portrait img")).to_be_visible()


def test_out_to_a_file_and_in_again(player, table):
    with player.expect_download() as waiting:
        player.get_by_role("link", name="Export to a file").click()
    path = Path(waiting.value.path())
    assert json.loads(path.read_text())
    player.goto("/s/import/")
    player.get_by_label("File of a character").set_input_files(
        {"name": "julio.json", "mimeType": "application/json", "buffer": path.read_bytes()}
    )
    player.get_by_role("button", name="Bring it in").click()
    steps.live(player)
    twin = Character.objects.get(owner=table.bartek, campaign=None)
    assert player.url.endswith(steps.sheet_path(twin))
    expect(player.get_by_role("heading", name="Julio", level=1)).to_be_visible()
    expect(steps.die(player, "Perception")).to_contain_text("d10")
    levels = {(trait.key, trait.level) for trait in table.julio.trait_rows.all()}
    assert {(trait.key, trait.level) for trait in twin.trait_rows.all()} == levels


def test_a_file_that_is_none_is_told_so(player, trouble):
    trouble.allow("422")
    player.goto("/s/import/")
    player.get_by_label("File of a character").set_input_files(
        {"name": "cat.json", "mimeType": "application/json", "buffer": b"\x89PNG meow"}
    )
    player.get_by_role("button", name="Bring it in").click()
    expect(player.locator(".error, .errors").first).to_be_visible()


def test_what_was_changed_can_be_taken_back(player, table):
    player.get_by_role("button", name="Endurance: minus 1").click()
    steps.expect_pool(player, table.julio, "endurance", 9)
    player.get_by_role("link", name="History").click()
    deed = player.locator(".history > li").first
    expect(deed).to_contain_text("Endurance")
    deed.get_by_role("button", name="Undo").click()
    expect(player.locator("#notices")).to_contain_text("Undone.")
    expect(player.locator(".history > li.is-undone")).to_have_count(1)
    steps.at_sheet(player, table.julio)
    steps.expect_pool(player, table.julio, "endurance", 10)


def test_paper_has_no_controls(player, table, shot):
    player.goto(steps.sheet_path(table.julio, "print/"))
    player.emulate_media(media="print")
    expect(player.get_by_role("heading", name="Julio")).to_be_visible()
    for control in ("a", "button", "input", "form", "[role=status]"):
        assert [one for one in player.locator(control).all() if one.is_visible() and one.inner_text().strip()] == []
    shot(player, "print-1280")


def test_to_the_archive_and_back(player, table):
    player.get_by_role("button", name="Archive this sheet").click()
    expect(player.locator("#notices")).to_contain_text("The sheet is in the archive.")
    expect(player.locator("#settings, .stepper")).to_have_count(0)
    player.goto("/")
    player.get_by_text("Archived (1)").click()
    player.get_by_role("link", name="Julio").click()
    player.get_by_role("button", name="Bring back from the archive").click()
    expect(player.locator("#notices")).to_contain_text("The sheet is back in play.")
    expect(player.locator("#settings")).to_be_visible()


def test_alone_and_then_at_a_table(person, table, dice):
    halina = CharacterFactory(owner=table.gustaw, name=HALINA)
    gm = steps.at_table(person("alicja"), table.campaign)
    page = steps.at_sheet(person("gustaw", width=360), halina)
    dice.next(2, 3, 4)
    steps.die(page, "Charisma").click()
    expect(steps.last_roll(page)).to_contain_text("Charisma 0")

    steps.at(page, steps.sheet_path(halina, "log/"))
    expect(steps.newest(page)).to_contain_text("Charisma 0")
    expect(steps.newest(page).get_by_role("button", name="Heroic effort: −1 Endurance")).to_be_visible()
    steps.newest(page).get_by_text("Another cost…").click()  # alone, one is one's own game master
    form = steps.row_form(steps.newest(page))
    expect(form.get_by_role("button", name="Heroic effort at this cost")).to_be_visible()
    expect(form.get_by_text("Ask the game master")).to_have_count(0)
    page.keyboard.press("Escape")
    steps.say(page, "note to myself")
    expect(steps.newest(page)).to_contain_text("note to myself")

    steps.at_sheet(page, halina)
    page.get_by_role("link", name="Take to a table").click()
    page.get_by_label(table.campaign.name).check()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#notices")).to_contain_text(f"The sheet now lies on the table “{table.campaign.name}”.")
    expect(gm.locator(f"#card-{halina.token}")).to_contain_text(HALINA)
    expect(steps.newest(gm)).to_contain_text("Halina joins the party")
    expect(steps.row(gm, "note to myself")).to_have_count(0)
