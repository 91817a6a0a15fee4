"""A message that was taken back is in nobody's bytes any more: pages, search, files, frames, replays, the wall."""

import pytest
from django.urls import reverse

from sessions.actions import retracting, tv
from sessions.actions import table as table_actions
from sessions.models import LogEntry, Mode
from tests.test_visibility import CANARY, newest, table  # noqa: F401 -- fixture
from tests.visibility import outputs
from tests.visibility.outputs import who_reads

SEATED = {"alicja", "bartek", "celina", "filip"}


def said(table, mode: str = Mode.PUBLIC) -> LogEntry:  # noqa: F811
    return table_actions.say(
        actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, text=CANARY, mode=mode
    )  # fmt: skip


WRITTEN = (outputs.table_page, outputs.live, outputs.replay, outputs.search, outputs.session_pages, outputs.log_files)


@pytest.mark.parametrize(("mode", "by"), [(Mode.PUBLIC, "bartek"), (Mode.GM, "alicja")])
def test_nobody_reads_it_any_more_anywhere(table, mode, by):  # noqa: F811
    entry, link = said(table, mode), tv.open_screen(actor=table.viewer("alicja"), campaign=table.campaign, name="TV")[1]
    readers = SEATED if mode == Mode.PUBLIC else {"bartek", "alicja"}
    assert who_reads(table, outputs.table_page, CANARY) == readers
    retracting.retract(actor=table.viewer(by), entry=entry)
    for output in (*WRITTEN, outputs.dash, outputs.eyes):
        assert who_reads(table, output, CANARY) == set()
    assert CANARY.encode() not in outputs.screen(link)
    assert who_reads(table, outputs.table_page, "Message retracted") == readers


def test_the_frame_puts_what_is_left_in_the_rows_place(table):  # noqa: F811
    entry = said(table)
    before = newest(table)
    retracting.retract(actor=table.viewer("alicja"), entry=entry)
    for name in ("bartek", "celina", "filip", "ewa"):
        told = outputs.live(table, name, after=before).decode()
        assert f'id="row-{entry.token}"' in told
        assert "Message retracted (by: Alicja)" in told


def test_of_a_word_to_the_gm_others_get_no_byte(table):  # noqa: F811
    entry = said(table, Mode.GM)
    before = newest(table)
    pages = {name: outputs.without_csrf(outputs.most(table, name)) for name in ("celina", "filip")}
    retracting.retract(actor=table.viewer("alicja"), entry=entry)
    for name in pages:
        assert outputs.live(table, name, after=before) == b""
        assert outputs.without_csrf(outputs.most(table, name)) == pages[name]
    assert b"Message retracted" in outputs.live(table, "bartek", after=before)


def test_the_button_is_its_writers_and_the_gms(table):  # noqa: F811
    address = reverse("retract", args=[said(table).token])
    for output in (outputs.table_page, outputs.live, outputs.search):
        assert who_reads(table, output, address) == {"alicja", "bartek"}
