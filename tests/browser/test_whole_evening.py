"""A whole evening: a game master at a laptop, three players on their phones, from "we start" to "see you next week"."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from sessions.models import GameSession, LogEntry
from sheets.models import Bonus, Condition, Counter, Trait
from tests.browser import steps
from tests.sessions.together import marcus

pytestmark = pytest.mark.live


@pytest.fixture
def group(table):
    """Alicja's table with a third player: Rosalia's Guile is k10, Marcus's k6, Julio's k4 (RULES A12)."""
    table.marcus = marcus(table)
    Trait.objects.filter(character=table.rosalia, key="guile").update(level=3)
    Bonus.objects.filter(character=table.rosalia, category="social").update(value=2)
    for one in (table.julio, table.rosalia, table.marcus, table.guard):
        for key in ("endurance", "determination", "vitality"):
            Counter.objects.create(character=one, key=key, current=10, maximum=10)
    for one, experience in ((table.julio, 3), (table.rosalia, 1)):
        Counter.objects.create(character=one, key="experience", current=experience)
    return table


class Evening:
    """Four screens and what is done on them."""

    def __init__(self, person, group, dice) -> None:
        self.table, self.dice = group, dice
        campaign = group.campaign
        self.gm = steps.at(person("alicja", width=1440, height=900), f"/c/{campaign.token}/dash/")
        self.julio = steps.at_sheet(person("bartek", width=360), group.julio)
        self.rosalia = steps.at_sheet(person("celina", width=360), group.rosalia)
        self.marcus = steps.at_table(person("gustaw", width=360), campaign)
        self.players = (self.julio, self.rosalia, self.marcus)

    def begins(self) -> None:
        self.gm.get_by_role("button", name="Begin the session").click()
        expect(self.gm.get_by_role("button", name="End the session")).to_be_visible()
        self.gm.get_by_label("Name of the scene").fill("The tanners' gate")
        self.gm.get_by_role("button", name="New scene").click()
        for page in self.players:
            expect(strip(page)).to_contain_text("The tanners' gate")

    def a_test_is_asked(self) -> None:
        form = self.gm.locator("#ask-form")
        form.get_by_label("Trait", exact=True).select_option(label="Perception")
        form.locator("#ask-difficulty").fill("2")
        form.get_by_role("button", name="Ask", exact=True).click()
        for page, faces in ((self.julio, (5, 7, 4)), (self.rosalia, (3, 3, 4)), (self.marcus, (2, 3, 4))):
            self.dice.next(*faces)
            card = page.locator("#asks > .ask")
            card.get_by_role("button", name=re.compile("^Roll: Perception")).click()
            expect(card).to_have_count(0)
        expect(self.gm.locator("#log > .asking").first).to_contain_text("3 of 3 done")

    def a_group_test(self) -> None:
        """RULES A12: 9, 2 and 1 against 5, boosted on two screens to 2."""
        for one in (self.table.julio, self.table.rosalia):
            steps.changed(self.table, "alicja", one, "momentum", "+2")
        steps.expect_pool(self.julio, self.table.julio, "momentum", momentum(self.table.julio))
        self.rosalia.get_by_role("button", name="More roll settings").click()
        self.rosalia.get_by_role("button", name="Test together…").click()
        dialog = self.rosalia.locator("#together-dialog")
        dialog.get_by_label("Trait", exact=True).select_option("guile")
        for name in ("Marcus", "Julio"):
            dialog.get_by_role("checkbox", name=name).check()
            dialog.get_by_label(f"{name} helps with").select_option("guile")
        dialog.get_by_label("Difficulty", exact=True).fill("5")
        dialog.get_by_role("button", name="Begin").click()
        self.dice.next(9, 2, 1)
        for page, name in ((self.rosalia, "Rosalia"), (self.marcus, "Marcus"), (self.julio, "Julio")):
            button = page.locator("#together").get_by_role("button", name=f"{name}: throw")
            button.click()
            expect(button).to_have_count(0)
        for page in (self.rosalia, self.julio):
            expect(steps.last_roll(page).locator(".seal").first).to_have_text("−3")
        steps.last_roll(self.julio).get_by_role("button", name="Boost +3").first.click()
        expect(steps.last_roll(self.rosalia).locator(".seal").first).to_have_text("0")
        steps.last_roll(self.rosalia).get_by_role("button", name="Boost +2").first.click()
        expect(steps.newest(self.gm).locator(".seal")).to_have_text("2")

    def an_opposed_test(self) -> None:
        self.julio.get_by_role("button", name="More roll settings").click()
        self.julio.get_by_role("button", name="Opposed test…").click()
        dialog = self.julio.locator("#together-dialog")
        dialog.get_by_label("Trait", exact=True).select_option("riding")
        dialog.get_by_role("radio", name="Rosalia").check()
        self.dice.next(5, 8, 3)
        dialog.get_by_role("button", name="Throw", exact=True).click()
        self.julio.locator("#together").get_by_role("button", name="Done, this is final").click()
        answer = self.rosalia.locator("#together")
        answer.get_by_label("Rosalia throws for").select_option("dodge")
        self.dice.next(2, 4, 3)
        answer.get_by_role("button", name="Rosalia: throw").click()
        answer.get_by_role("button", name="Done, this is final").click()
        expect(steps.last_roll(self.julio).locator(".seal").first).to_have_text("2")

    def a_combat_begins(self) -> None:
        tool = self.tool("scene-turn")
        tool.get_by_label("combat", exact=True).check()
        tool.get_by_label("Surprised").select_option("party")
        tool.get_by_role("button", name="Begin").click()
        expect(strip(self.rosalia)).to_contain_text("The party is surprised")
        self.gm.get_by_role("button", name="Begin the first turn").click()

    def three_rounds(self) -> None:
        """Everybody ends their own turn; damage and a condition fall in the second round."""
        order = ((self.julio, "Julio"), (self.marcus, "Marcus"), (self.rosalia, "Rosalia"))
        for number in (1, 2, 3):
            for page, _name in order:
                expect(strip(page)).to_contain_text("Your turn")
                expect(strip(page)).to_contain_text(f"round {number}")
                if number == 2 and page is self.marcus:
                    self._what_hurts_rosalia()
                if number < 3 or page is not self.rosalia:
                    strip(page).get_by_role("button", name="End of turn").click()

    def _what_hurts_rosalia(self) -> None:
        self.dice.next(4, 4, 4)
        steps.rolled(self.table, self.table.julio, "melee", difficulty="0")
        self._comes("Melee", re.compile("^Attack"), "Rosalia")
        steps.expect_pool(self.rosalia, self.table.rosalia, "endurance", 6)
        self.dice.next(3, 3, 3)
        steps.rolled(self.table, self.table.julio, "intimidation", difficulty="0")
        self._comes("Intimidation", re.compile("^Frighten"), "Rosalia", lasts="scene")
        expect(steps.panel(self.rosalia, "conditions")).to_contain_text("Dazed")

    def _comes(self, of: str, what: re.Pattern[str], whom: str, lasts: str = "") -> None:
        expect(steps.newest(self.gm)).to_contain_text(of)
        steps.newest(self.gm).get_by_role("button", name="What comes of it").click()
        box = self.gm.locator("#came-dialog")
        box.get_by_role("radio", name=what).check()
        box.locator(".chip", has_text=whom).click()
        if lasts:
            box.get_by_role("button", name="dazed").click()
            box.get_by_label("Lasts").select_option(lasts)
        expect(box.locator("#came-preview")).to_contain_text(whom)
        box.get_by_role("button", name="Let it happen").click()
        expect(box).to_be_hidden()

    def the_scene_is_over(self) -> None:
        """Momentum goes, the condition of the scene with it, and everybody has earned one experience."""
        tool = self.tool("scene-close")
        tool.get_by_role("button", name="The scene is over").click()
        for page in self.players:
            expect(strip(page)).to_be_hidden()
        steps.expect_pool(self.julio, self.table.julio, "momentum", 0)
        steps.expect_pool(self.julio, self.table.julio, "experience", 4)
        expect(steps.panel(self.rosalia, "conditions")).not_to_contain_text("Dazed")

    def a_rest(self) -> None:
        panel = self.gm.locator("#rest_panel")
        panel.get_by_text("Call a rest").click()
        panel.get_by_role("radio", name=re.compile("^Rest")).check()
        panel.get_by_role("button", name="Call it").click()
        for page, what in ((self.julio, "Swords"), (self.rosalia, "Herbs"), (self.marcus, "Letters")):
            card = page.locator("#rest_card")
            card.get_by_label("A new training").fill(what)
            card.get_by_role("button", name="Begin").click()
            expect(card).to_contain_text("ready")
        panel.get_by_role("button", name="Confirm for 3 characters").click()
        steps.expect_pool(self.rosalia, self.table.rosalia, "endurance", 10)
        steps.expect_pool(self.julio, self.table.julio, "experience", 0)

    def ends(self) -> None:
        self.gm.get_by_role("button", name="End the session").click()
        expect(self.gm.get_by_role("button", name="Begin the session")).to_be_visible()

    def tool(self, name: str):
        tool = self.gm.locator(f"#{name}")
        if not tool.get_attribute("open"):
            tool.locator("summary").first.click()
        return tool


def strip(page: Page):
    return page.locator("#scene_strip")


def momentum(character) -> int:
    return Counter.objects.get(character=character, key="momentum").current


def test_a_whole_evening(person, group, dice, shot):
    evening = Evening(person, group, dice)
    evening.begins()
    evening.a_test_is_asked()
    evening.a_group_test()
    evening.an_opposed_test()
    evening.a_combat_begins()
    evening.three_rounds()
    shot(evening.gm, "evening-dash")
    evening.the_scene_is_over()
    evening.a_rest()
    shot(evening.gm, "evening-over")
    evening.ends()
    session = GameSession.objects.get()
    assert session.state == GameSession.State.PLAYED
    assert not LogEntry.objects.filter(kind__in=("check", "rest"), session=None).exists()
    assert not Condition.objects.filter(character=group.rosalia, deleted=False).exists()
