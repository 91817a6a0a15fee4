"""What must be true of every page: no sideways scrolling, room for a thumb, nothing that axe finds serious."""

from datetime import date

import pytest
from playwright.sync_api import expect

from sessions.actions import evenings, recaps, tv
from sheets.actions import edit
from sheets.models import Ability, Condition, Item, Note
from tests.browser import steps
from tests.cast import CharacterFactory, make_table

PANELS = ["ident", "pools", "conditions", "social", "skills", "defences", "abilities", "items", "biography"]
WIDTHS = [360, 768, 1440]
LONG = "Konstantynopolitańczykowianeczka"

SIDEWAYS = """() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return [];
    const wide = [...document.querySelectorAll("body *")].filter(one => one.getBoundingClientRect().right > room + 1);
    return wide.map(one => `${one.tagName}.${one.className}#${one.id}`).slice(-5).concat("page scrolls sideways");
}"""
# What a finger is meant to hit. Left out: links within sentences and headings (WCAG 2.5.8 leaves them out too),
# and ticks and radio buttons, whose whole label is the target.
SMALL = """() => {
    const small = [];
    const ticked = "label:has(> :is([type=radio], [type=checkbox]))";
    const wanted = `button, summary, select, a.btn, a.chip, .tabs a, .menu a, ${ticked}`;
    for (const one of document.querySelectorAll(wanted)) {
        if (!one.checkVisibility({visibilityProperty: true}) || one.closest(".vh")) continue;
        const {width, height} = one.getBoundingClientRect();
        const name = (one.ariaLabel || one.textContent).trim().slice(0, 30);
        if (width < 43.5 || height < 43.5)
            small.push(`${one.tagName}.${one.className} "${name}" ${Math.round(width)}x${Math.round(height)}`);
    }
    return [...new Set(small)];
}"""


@pytest.fixture
def lived_in(transactional_db, dice):
    """The cast after an evening: rolls of every look, things and conditions with long names."""
    table = make_table()
    julio = table.julio
    Condition.objects.create(character=julio, kind="mental", name="disoriented", strength=2, note=LONG)
    Condition.objects.create(character=julio, kind="injury", name=LONG, note="left ear")
    Ability.objects.create(character=julio, name=LONG, text="Once a scene, at the price of a friend.", cost=2)
    Item.objects.create(character=julio, name="Leather jacket", bonus=2, wear_most=3, wear_left=1)
    Note.objects.create(character=julio, kind="biography", text=f"Born at sea. {LONG * 3}")
    evening_of(table)
    dice.next(4, 8, 1, 2, 3, 1, 1, 1, 3, 8, 2, 5)
    steps.rolled(table, julio, "inquiry", difficulty="3")
    steps.rolled(table, julio, "inquiry", difficulty="6", modifier="+1", modifier_reason="a lantern")
    steps.rolled(table, julio, "stealth", difficulty="3")
    steps.rolled(table, julio, "inquiry", difficulty="", mode="gm")
    steps.said(table, "celina", LONG * 3)
    steps.changed(table, "bartek", julio, "endurance", "-3")
    table.client("alicja").post(f"/c/{table.campaign.token}/invitation/", {"days": "7"})
    return table


def evening_of(table):
    """A session runs and its recap is there; another is planned."""
    given = {"actor": table.viewer("alicja"), "campaign": table.campaign}
    evenings.plan(**given, date=date(2026, 12, 11), title=LONG * 2)
    evenings.begin(**given, today=date(2026, 12, 4))
    session = table.campaign.game_sessions.get(state="running")
    text = f"The **bridge** fell.\n\n# {LONG}\n\n- one\n- `{LONG * 3}`\n\n> {LONG * 3}\n\n|{LONG}|b|\n|-|-|\n|c|{LONG}|"
    recaps.write(**given, session=session, text=text, was=edit.fingerprint(""))
    recaps.publish(**given, session=session)


def game_masters(table) -> dict[str, str]:
    token, log = table.campaign.token, steps.table_path(table.campaign)
    session = table.campaign.game_sessions.get(state="running").token
    return {
        "dash": f"{log}dash/",
        "dash-pops": f"{log}dash/",
        "seen": f"{log}seen/",
        "eyes": f"{log}as/{table.seats['bartek'].token}/{table.julio.token}/",
        "gm-table": log,
        "correction": log,
        "npc": steps.sheet_path(table.shade),
        "people": steps.people_path(table.campaign),
        "settings": f"/c/{token}/settings/",
        "sessions": f"{log}sessions/",
        "recap": f"{log}sessions/{session}/",
    }


def players(table) -> dict[str, str]:
    """The one that leaves a choice behind comes last."""
    log, sheet = steps.table_path(table.campaign), steps.sheet_path(table.julio)
    session = table.campaign.game_sessions.get(state="running").token
    return {
        "home": "/",
        "table": log,
        "sheet": sheet,
        "editing": sheet,
        "popover": sheet,
        "history": f"{sheet}history/",
        "session": f"{log}sessions/{session}/",
        "search": f"{log}?q=a&only=rolls",
        "secret-mode": sheet,
    }


def strangers(table) -> dict[str, str]:
    return {"solo-log": steps.sheet_path(CharacterFactory(owner=table.daniel, name=LONG), "log/")}


def outsiders(table) -> dict[str, str]:
    _seat, secret = tv.open_screen(actor=table.viewer("alicja"), campaign=table.campaign, name="TV")
    code = table.campaign.invitations.get().code
    return {"tv": f"/tv/{secret}/", "join": f"/join/{code}/", "login": "/accounts/login/"}


WALKS = {"alicja": game_masters, "bartek": players, "daniel": strangers, "": outsiders}


def unfold(page, name: str) -> None:
    """What of this page has to be opened to be looked at."""
    if name in ("gm-table", "table"):
        for row in (steps.rows(page).nth(2), steps.rows(page).nth(4)):  # a secret roll and a failure
            for fold in row.locator("details > summary").all():
                fold.click()
    if name == "dash-pops":
        page.locator("[popovertarget^=condition-pop]").first.click()
    if name == "search":
        for fold in ("of-whom", "which-session", "export"):
            page.locator(f"#{fold} > summary").click()
    if name == "correction":
        steps.rows(page).nth(2).locator("header [popovertarget]").click()
        expect(page.locator("#row-body form").first).to_be_visible()
    if name == "secret-mode":
        steps.more_settings(page).locator("#mode-blind").check()
        page.keyboard.press("Escape")
    if name == "people":
        page.locator(".members summary").first.click()
    if name == "editing":
        for panel in PANELS:
            steps.edit(page, panel)
        for fold in page.locator(".adds > summary").all():
            fold.click()
    if name == "popover":
        box = steps.more_settings(page)
        box.locator("#combined > summary").click()
        for adder in box.locator("[data-add]").all():
            adder.click()


def faults(page, name: str, language: str, assert_accessible, shot) -> list[str]:
    """What does not fit at each width; axe and the camera look too."""
    wrong = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        wrong += [f"{name}, {width}: {one}" for one in page.evaluate(SIDEWAYS)]
        if width == 360:
            wrong += [f"{name}, small: {one}" for one in page.evaluate(SMALL)]
        if language == "en" and width != 768:
            assert_accessible(page)
            shot(page, f"{name}-{width}-light")
            page.emulate_media(color_scheme="dark")
            if width == 360:  # no wider page has colours of its own
                assert_accessible(page, rules=["color-contrast"])
            shot(page, f"{name}-{width}-dark")
            page.emulate_media(color_scheme="light")
        else:
            shot(page, f"{name}-{width}-{language}")
    return wrong


def walk(page, paths: dict[str, str], language: str, assert_accessible, shot) -> list[str]:
    """One browser's way over these pages."""
    wrong = []
    for name, path in paths.items():
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        page.goto(path)
        unfold(page, name)
        wrong += faults(page, name, language, assert_accessible, shot)
    return wrong


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("who", WALKS)
def test_a_page_fits_and_can_be_used_by_all(who, language, open_context, lived_in, assert_accessible, shot):
    reader = lived_in.people[who] if who else None  # without motion: colours on their way to others have no contrast
    page = open_context(reader, width=WIDTHS[0], language=language, reduced_motion="reduce").new_page()
    wrong = walk(page, WALKS[who](lived_in), language, assert_accessible, shot)
    assert not wrong, "\n".join(wrong)
