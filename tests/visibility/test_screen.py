"""The link of a table's screen: what is public, and not a byte more."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from caerbannog_site.http import GRANT_HEADER
from sessions import feed
from sessions.actions import campaigns, follow_ups, recaps, secrecy, tv
from sessions.actions import table as table_actions
from sessions.models import Campaign, GameSession, Mode
from sessions.screens import LOG_ALONE
from sheets.actions import life
from sheets.actions.edit import fingerprint
from tests.sessions.actions.test_evenings import by
from tests.test_visibility import (  # noqa: F401 -- fixtures
    CANARY,
    FIELDS,
    busy_shade,
    hidden,
    numbers,
    roll,
    table,
    thirty_secrets,
    written_sheet,
)
from tests.visibility import outputs


@pytest.fixture
def link(table):  # noqa: F811
    return tv.open_screen(actor=table.viewer("alicja"), campaign=table.campaign, name="TV")[1]


@pytest.mark.parametrize("mode", list(Mode))
def test_the_screen_shows_public_rolls_alone(table, link, mode):  # noqa: F811
    before = outputs.screen(link)
    roll(table, mode=mode)
    after = outputs.screen(link)
    assert (CANARY.encode() in after) == (mode == Mode.PUBLIC)
    assert (after == before) == (mode != Mode.PUBLIC)


def test_a_recap_is_told_without_the_way_to_its_page(table, link):  # noqa: F811
    session, gm = GameSession.objects.get(campaign=table.campaign), by(table)
    recaps.write(**gm, session=session, text="They crossed the bridge.", was=fingerprint(""))
    recaps.publish(**gm, session=session)
    source, read = feed.Source(), feed.read_grant(Client().get(reverse("tv_live", args=[link]))[GRANT_HEADER])[1]
    drawing = source.fetch(table.campaign.channel_id, 0, 1000)[-1]
    assert b"#h-recap" in drawing.frame(replace(table.viewer("bartek"), language="en"), LOG_ALONE)  # drawn first
    shown = source.render(drawing, source.audience(drawing, read)) + outputs.screen(link)
    assert shown.count(b"ecap") >= 2
    assert b"#h-recap" not in shown


def test_its_bytes_are_the_same_with_and_without_thirty_secrets(table, link):  # noqa: F811
    roll(table)
    before = outputs.screen(link)
    thirty_secrets(table)
    assert outputs.screen(link) == before


def test_a_revealed_roll_comes_to_it_and_goes_again(table, link):  # noqa: F811
    check, gm = roll(table, mode=Mode.GM), table.viewer("alicja")
    secrecy.reveal(actor=gm, check=check, expect=0)
    assert CANARY.encode() in outputs.screen(link)
    secrecy.conceal(actor=gm, check=check, expect=1)
    assert CANARY.encode() not in outputs.screen(link)


def test_a_hidden_difficulty_is_not_on_the_wall(table, link, hidden):  # noqa: F811
    assert numbers(outputs.screen(link)) == set()
    follow_ups.settle(actor=table.viewer("alicja"), check=hidden, expect=0)
    secrecy.reveal(actor=table.viewer("alicja"), check=hidden, expect=1)
    assert numbers(outputs.screen(link))


def test_a_hidden_npc_is_known_by_its_alias_alone(table, link):  # noqa: F811
    busy_shade(table)
    shown = outputs.screen(link)
    assert b"a stranger in grey" in shown
    assert CANARY.encode() not in shown
    assert table.shade.token.encode() not in shown
    life.show_npc(actor=table.viewer("alicja"), character=table.shade, hidden=False)
    assert CANARY.encode() in outputs.screen(link)


@pytest.mark.parametrize("sheet_view", Campaign.SheetView.values)
def test_of_a_sheet_it_shows_face_and_name(table, link, sheet_view):  # noqa: F811
    campaigns.change_settings(actor=table.viewer("alicja"), campaign=table.campaign, sheet_view=sheet_view)
    written_sheet(table)
    shown = outputs.screen(link)
    assert b"Julio" in shown
    assert not [word for word in FIELDS.values() if word.encode() in shown and not word.isdecimal()]


def test_a_word_to_the_gm_stays_between_two(table, link):  # noqa: F811
    table_actions.say(actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, text=CANARY, mode=Mode.GM)
    assert CANARY.encode() not in outputs.screen(link)
