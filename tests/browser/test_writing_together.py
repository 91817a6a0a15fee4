"""Two people at one sheet: nobody's typing is lost or moved."""

import pytest
from playwright.sync_api import expect

from sheets.models import Note
from tests.browser import steps

pytestmark = pytest.mark.live

CARET = "field => [field.selectionStart, document.activeElement === field]"


@pytest.fixture
def both(person, table):
    """Bartek's own sheet, before him and before the game master."""
    player = steps.at_sheet(person("bartek", width=360), table.julio)
    return player, steps.at_sheet(person("alicja"), table.julio)


def biography(page):
    return steps.panel(page, "biography").get_by_label("Biography")


def test_the_caret_stays_while_others_change_the_sheet(both, table):
    player, gm = both
    steps.edit(player, "biography")
    text = biography(player)
    text.press_sequentially("Born at sea.")
    for _ in range(5):
        text.press("ArrowLeft")
    gm.get_by_role("button", name="Endurance: minus 1").click()
    steps.edit(gm, "ident")
    concept = gm.get_by_label("Concept, in one line")
    concept.fill("A sailor who owes nobody")
    steps.saved(concept)

    steps.expect_pool(player, table.julio, "endurance", 9)
    expect(steps.panel(player, "ident")).to_contain_text("A sailor who owes nobody")
    expect(text).to_have_value("Born at sea.")
    assert text.evaluate(CARET) == [7, True]
    text.press_sequentially(" far")
    expect(text).to_have_value("Born at far sea.")
    steps.saved(text)
    expect(steps.panel(gm, "biography")).to_contain_text("Born at far sea.")


@pytest.mark.parametrize(
    ("choice", "kept"),
    [
        ("Keep mine", "His mother was a mermaid."),
        ("Take theirs", "His father was a pirate."),
        ("Keep both", "His mother was a mermaid.\n\nHis father was a pirate."),
    ],
)
def test_two_versions_of_one_text(both, trouble, table, choice, kept, shot):
    trouble.allow("409|net::ERR_FAILED|Failed to fetch")
    player, gm = both
    player.route("**/set/**", lambda route: route.abort())  # he is slower than the game master
    steps.edit(player, "biography")
    steps.edit(gm, "biography")
    biography(player).press_sequentially("His mother was a mermaid")
    biography(gm).fill("His father was a pirate.")
    steps.saved(biography(gm))
    gm.get_by_role("button", name="Endurance: minus 1").click()
    steps.expect_pool(player, table.julio, "endurance", 9)  # so her text has come before that
    expect(biography(player)).to_have_value("His mother was a mermaid")

    player.unroute("**/set/**")
    biography(player).press_sequentially(".")
    biography(player).blur()
    box = player.get_by_role(
        "group", name="This text changed while you were writing. Nothing is lost: choose a version."
    )
    expect(box).to_contain_text("His father was a pirate.")
    expect(biography(player)).to_have_value("His mother was a mermaid.")
    shot(player, "conflict-360")
    box.get_by_role("button", name=choice).click()
    expect(box).to_have_count(0)
    steps.saved(biography(player))
    expect(biography(player)).to_have_value(kept)
    assert Note.objects.get(character=table.julio, kind="biography").text == kept
    expect(biography(gm)).to_have_value(kept)


def test_a_draft_survives_a_reload(person, trouble, table):
    trouble.allow("net::ERR_FAILED|Failed to fetch")
    player = steps.at_sheet(person("bartek", width=360), table.julio)
    player.route("**/set/**", lambda route: route.abort())  # no save gets through
    private = steps.panel(player, "private").get_by_label("Private notes")
    private.press_sequentially("The map is in the")
    player.reload()
    player.unroute("**/set/**")
    steps.live(player)
    expect(private).to_have_value("The map is in the")
    expect(steps.panel(player, "private")).to_contain_text("A text that was not saved is back.")
    private.press("End")
    private.press_sequentially(" left boot")
    steps.saved(private)
    assert Note.objects.get(character=table.julio, kind="private").text == "The map is in the left boot"
