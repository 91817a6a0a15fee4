"""An evening from its plan to its recap: planned, begun, played, ended, told; searched and taken home as a file."""

import csv
import io
from datetime import date

import pytest
from playwright.sync_api import expect

from sessions.actions import evenings
from sessions.models import GameSession
from tests.browser import steps
from tests.sessions.actions.test_evenings import by

pytestmark = pytest.mark.live


def press(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_an_evening_from_its_plan_to_its_recap(person, table, dice):
    root = steps.table_path(table.campaign)
    gm, player = person("alicja", width=768), person("bartek", width=360)
    steps.at(player, root)

    gm.goto(root + "sessions/")
    gm.get_by_label("Title").fill("Most na Volternie")
    press(gm, "Plan")
    gm.get_by_role("link", name="Most na Volternie").click()
    gm.get_by_label("Celina").uncheck()
    press(gm, "Begin the session")
    expect(gm.get_by_role("button", name="End the session")).to_be_visible()
    expect(gm.locator(".lead")).to_contain_text("Bartek")
    expect(gm.locator(".lead")).not_to_contain_text("Celina")

    expect(player.locator("#evening")).to_contain_text("Most na Volternie")
    expect(steps.newest(player)).to_contain_text("The session begins: Most na Volternie")
    steps.say(player, "Żółw idzie pierwszy")
    dice.next(5, 7, 4)
    steps.rolled(table, table.julio, "inquiry", difficulty="3")
    dice.next(2, 3, 4)
    steps.rolled(table, table.julio, "inquiry", difficulty="9", mode="blind")
    steps.said(table, "celina", "Idę za nim")

    press(gm, "End the session")
    expect(gm.get_by_role("button", name="Go on with it")).to_be_visible()
    expect(player.locator("#evening")).to_be_hidden()
    session = GameSession.objects.get()
    player.goto(f"{root}sessions/{session.token}/")
    expect(player.locator(".lead")).to_contain_text("Alicja, Bartek, Ewa, Gustaw")
    expect(steps.row(player, "Żółw idzie pierwszy")).to_have_count(1)

    recap = gm.get_by_label("Text, in Markdown")
    recap.fill("Noc nad rzeką. **Żółw** był pierwszy.")
    steps.saved(recap)
    expect(gm.locator(".recap strong")).to_have_text("Żółw")
    player.reload()
    expect(player.locator(".session-log")).to_be_visible()
    assert "Noc nad" not in player.content()
    assert "Recap" not in player.content()
    press(gm, "Publish")
    expect(gm.get_by_role("button", name="Take back")).to_be_visible()
    player.reload()
    expect(player.locator(".recap")).to_have_text("Noc nad rzeką. Żółw był pierwszy.")

    player.get_by_text("Search", exact=True).first.click()
    player.get_by_role("searchbox").fill("zolw")
    player.get_by_role("searchbox").press("Enter")
    player.wait_for_url("**q=zolw*")
    expect(steps.rows(player)).to_have_count(1)
    expect(steps.newest(player)).to_contain_text("Żółw idzie pierwszy")

    player.get_by_role("link", name="End the search").click()
    player.get_by_text("Export", exact=True).click()
    with player.expect_download() as download:
        player.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == f"{session.date:%Y-%m-%d}-most-na-volternie.csv"
    with open(download.value.path(), encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(io.StringIO(file.read(), newline="")))
    assert [row[5].partition(":")[0] for row in rows[1:]] == [
        "The session begins", "Żółw idzie pierwszy", "Inquiry\xa0II", "Rolled blind", "Idę za nim",
        "The session is over",
    ]  # fmt: skip


def test_what_was_published_and_taken_back_goes_from_open_pages(person, table):
    evenings.begin(**by(table), today=date(2026, 12, 5))
    path = f"{steps.table_path(table.campaign)}sessions/{GameSession.objects.get().token}/"
    player = steps.at_table(person("bartek", width=360), table.campaign)
    gm = person("alicja")
    gm.goto(path)
    recap = gm.get_by_label("Text, in Markdown")
    recap.fill("Noc.")
    steps.saved(recap)
    press(gm, "Publish")
    expect(steps.newest(player)).to_contain_text("A recap of the session to read")
    steps.newest(player).get_by_role("link", name="Read").click()
    expect(player.locator(".recap")).to_have_text("Noc.")
    steps.at_table(player, table.campaign)
    press(gm, "Take back")
    expect(steps.row(player, "A recap of the session to read")).to_have_count(0)
    player.goto(path)
    expect(player.locator(".recap")).to_have_count(0)


def test_two_game_masters_write_one_recap_and_nothing_is_lost(person, trouble, table):
    trouble.allow("409")
    evenings.begin(**by(table), today=date(2026, 12, 5))
    path = f"{steps.table_path(table.campaign)}sessions/{GameSession.objects.get().token}/"
    first, second = person("alicja"), person("ewa")
    for page in (first, second):
        page.goto(path)
    hers = first.get_by_label("Text, in Markdown")
    hers.fill("Alicja tells it so.")
    steps.saved(hers)
    his = second.get_by_label("Text, in Markdown")
    his.fill("Ewa tells it otherwise.")
    his.blur()
    box = second.locator(".conflict")
    expect(box).to_contain_text("Alicja tells it so.")
    box.get_by_role("button", name="Keep both").click()
    expect(second.locator(".recap")).to_contain_text("Alicja tells it so.")
    expect(second.locator(".recap")).to_contain_text("Ewa tells it otherwise.")
    assert GameSession.objects.get().recap == "Ewa tells it otherwise.\n\nAlicja tells it so."


def test_who_begins_second_is_told_who_was_faster(person, trouble, table):
    trouble.allow("409|ERR_FAILED")
    dash = steps.table_path(table.campaign) + "dash/"
    first, second = person("alicja"), person("ewa")
    second.route("**/dash/live/**", lambda route: route.abort())  # she does not learn of it in time
    steps.at(first, dash)
    second.goto(dash)
    press(first, "Begin the session")
    expect(first.locator("#evening")).to_contain_text("running")
    press(second, "Begin the session")
    expect(second.locator("#notices")).to_contain_text("Alicja was faster")
    expect(second.get_by_role("button", name="End the session")).to_be_visible()
    assert GameSession.objects.count() == 1
