"""What people do at the table, in words short enough that a journey reads as a story.

Buttons and fields are found by what a person sees or hears of them, in English unless the journey is Polish.
"""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from sessions.models import Campaign, LogEntry
from sheets.models import Character
from tests.cast import HTMX, Table

HIDE = """hidden => {
    Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


# ---- places ---------------------------------------------------------------------------------------------------------
def table_path(campaign: Campaign) -> str:
    return f"/c/{campaign.token}/"


def people_path(campaign: Campaign) -> str:
    return f"/c/{campaign.token}/people/"


def sheet_path(character: Character, rest: str = "") -> str:
    return f"/s/{character.token}/{rest}"


def at(page: Page, path: str) -> Page:
    """Open a page with live updates and wait until they flow."""
    page.goto(path)
    return live(page)


def at_dash(page: Page, campaign: Campaign) -> Page:
    """The game masters' table."""
    return at(page, f"/c/{campaign.token}/dash/")


def live(page: Page) -> Page:
    expect(page.locator("html[data-live=open]")).to_be_attached()
    return page


def at_table(page: Page, campaign: Campaign) -> Page:
    return at(page, table_path(campaign))


def at_sheet(page: Page, character: Character) -> Page:
    return at(page, sheet_path(character))


def second_tab(page: Page, path: str) -> Page:
    return at(page.context.new_page(), path)


def hide(page: Page, hidden: bool = True) -> None:
    """Put the tab behind another one, as the browser would say it; a headless one never does."""
    page.evaluate(HIDE, hidden)


# ---- the log --------------------------------------------------------------------------------------------------------
def rows(page: Page) -> Locator:
    """Rows of the log, the newest first."""
    return page.locator("#log > [data-at]")


def row(page: Page, text: str | re.Pattern[str]) -> Locator:
    return rows(page).filter(has_text=text)


def newest(page: Page) -> Locator:
    return rows(page).first


def row_form(row: Locator) -> Locator:
    """What a row has opened: corrections, a reroll, another cost."""
    return row.page.locator("#row-body")


def say(page: Page, text: str) -> None:
    page.locator("#say").fill(text)
    page.locator("#say").press("Enter")
    expect(page.locator("#say")).to_have_value("")


# ---- the sheet ------------------------------------------------------------------------------------------------------
def panel(page: Page, name: str) -> Locator:
    return page.locator(f"[id^=panel-{name}-]")


def edit(page: Page, name: str) -> Locator:
    """Put a panel into edit mode."""
    place = panel(page, name)
    place.locator("[id^=edit-panel]").click()
    expect(place).to_have_attribute("data-editing", "")
    return place


def done(page: Page, name: str) -> None:
    place = panel(page, name)
    place.locator("[id^=edit-panel]").click()
    expect(place).not_to_have_attribute("data-editing", "")


def saved(field: Locator) -> None:
    """Leave a field that saves itself and wait until the server has it."""
    field.blur()
    expect(field.locator("xpath=ancestor::form")).to_have_attribute("data-save-state", "saved")


def difficulty(page: Page, value: int | str) -> None:
    page.locator("#difficulty").fill(str(value))
    page.locator("#difficulty").blur()


def die(page: Page, trait: str) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^(Roll|Rzut): {trait},"))


def more_settings(page: Page) -> Locator:
    page.locator("[popovertarget=roll-more]").first.click()
    box = page.locator("#roll-more")
    expect(box).to_be_visible()
    return box


def last_roll(page: Page) -> Locator:
    return page.locator(".last")


def expect_pool(page: Page, character: Character, key: str, value: int) -> None:
    """The number of a pool, on the sheet or on the card of the party."""
    token = character.token
    shown = page.locator(f"#pool-{token}-{key} .pool-val, #cell-{token}-{key} .num")
    expect(shown).to_have_text(re.compile(rf"^{value}(/\d+)?$"))


# ---- what is not the journey's own point: done without a browser ----------------------------------------------------
def rolled(table: Table, character: Character, trait: str, **settings: object) -> LogEntry:
    """A roll made by the character's player on another device."""
    name = next(name for name, user in table.people.items() if user.pk == character.owner_id)
    answer = table.client(name).post(sheet_path(character, "roll/"), {"traits": trait, **settings}, headers=HTMX)
    assert answer.status_code == 200, answer.content
    return LogEntry.objects.filter(kind="check").latest("pk")


def said(table: Table, name: str, text: str, mode: str = "public") -> None:
    path = table_path(table.campaign) + "say/"
    answer = table.client(name).post(path, {"text": text, "mode": mode}, headers=HTMX)
    assert answer.status_code == 200, answer.content


def changed(table: Table, name: str, character: Character, key: str, by: str) -> None:
    path = sheet_path(character, f"counter/{key}/")
    assert table.client(name).post(path, {"change": by}, headers=HTMX).status_code in (200, 204)
