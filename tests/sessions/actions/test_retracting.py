"""A message is taken back by its writer or a game master: its text goes, its row stays."""

import pytest

from caerbannog_site.errors import Forbidden, Refused
from sessions import log_reading
from sessions.actions import campaigns, people, retracting
from sessions.actions import table as actions
from sessions.models import LogEntry, Mode, Role
from sheets.access import sheet_for
from tests import raw
from tests.cast import CharacterFactory
from tests.races import at_once

CANARY = "Canarsecretus"


def said(table, name: str = "bartek", mode: str = Mode.PUBLIC, **options) -> LogEntry:
    actor = table.viewer(name)
    return actions.say(actor=actor, channel_id=table.campaign.channel_id, text=CANARY, mode=mode, **options)


def retract(table, entry: LogEntry, name: str = "bartek", **options) -> LogEntry | None:
    return retracting.retract(actor=table.viewer(name), entry=entry, **options)


def told(table, entry: LogEntry, name: str = "celina") -> str:
    """What the row says to this person."""
    [found] = log_reading.with_details(LogEntry.objects.filter(pk=entry.pk))
    [row] = log_reading.rows([found], table.viewer(name))
    return row.say


# --- who may ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bartek", "alicja", "ewa"])
def test_its_writer_and_the_game_masters_take_a_message_back(table, name):
    entry = said(table)
    before = LogEntry.objects.count()
    done = retract(table, entry, name)
    assert (done.kind, done.parent_id, done.mode, done.payload) == ("retracted", entry.pk, Mode.PUBLIC, {"v": 1})
    assert LogEntry.objects.count() == before + 1


@pytest.mark.parametrize("name", ["celina", "gustaw", "filip", "iga"])
def test_nobody_else_does(table, name):
    entry = said(table)
    with pytest.raises(Forbidden):
        retract(table, entry, name)
    entry.refresh_from_db()
    assert entry.payload["text"] == CANARY


def test_a_game_master_who_is_none_any_more_does_not(table):
    entry, ewa = said(table), table.viewer("ewa")
    people.change_role(
        actor=table.viewer("alicja"), campaign=table.campaign, seat=table.seats["ewa"], role=Role.PLAYER
    )  # fmt: skip
    with pytest.raises(Forbidden):
        retracting.retract(actor=ewa, entry=entry)


def test_who_only_watches_by_now_still_takes_back_what_he_said(table):
    entry = said(table)
    people.change_role(
        actor=table.viewer("alicja"), campaign=table.campaign, seat=table.seats["bartek"], role=Role.SPECTATOR
    )  # fmt: skip
    assert retract(table, entry)


def test_only_a_message_can_be_taken_back(table, dice):
    dice.next(4)
    thrown = actions.throw_dice(actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, formula="1k6")
    with pytest.raises(Refused):
        retract(table, thrown)


def test_in_an_archived_campaign_too(table):
    entry = said(table)
    campaigns.archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    assert retract(table, entry)


def test_a_note_to_oneself_beside_a_sheet_at_no_table(bartek):
    sheet = CharacterFactory(owner=bartek)
    viewer = sheet_for(bartek, sheet.token).viewer
    entry = actions.say(actor=viewer, channel_id=sheet.channel_id, text=CANARY)
    assert retracting.retract(actor=viewer, entry=entry)
    entry.refresh_from_db()
    assert entry.payload == {"v": 1, "retracted": None}


# --- what is left -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [("bartek", "Bartek: Message retracted"), ("alicja", "Bartek: Message retracted (by: Alicja)")],
)
def test_the_row_says_that_and_by_whom_it_was_taken_back(table, name, says):
    entry = said(table)
    assert told(table, entry) == f"Bartek: {CANARY}"
    retract(table, entry, name)
    assert told(table, entry) == says
    entry.refresh_from_db()
    assert CANARY not in str(entry.payload)


def test_it_names_the_retractor_as_called_now(table):
    entry = said(table)
    retract(table, entry, "alicja")
    people.rename(actor=table.viewer("alicja"), campaign=table.campaign, seat=table.seats["alicja"], name="The Abbess")
    assert told(table, entry).endswith("(by: The Abbess)")


def test_of_a_word_to_the_gm_nobody_else_learns_that_it_was_taken_back(table):
    entry = said(table, mode=Mode.GM)
    done = retract(table, entry, "alicja")
    seen = {name for name in ("bartek", "celina", "filip", "ewa") if done.is_visible_to(table.viewer(name))}
    assert (done.mode, seen) == (Mode.GM, {"ewa"})
    assert table.seats["bartek"].pk in done.concerns  # whose row is drawn anew all the same


def test_taken_back_twice_is_taken_back_once(table):
    entry = said(table)
    first = retract(table, entry, once="a-press")
    assert retract(table, entry, once="a-press") == first
    before = LogEntry.objects.count()
    assert retract(table, entry, "alicja") is None
    assert LogEntry.objects.count() == before
    assert told(table, entry) == "Bartek: Message retracted"


def test_the_press_that_said_it_comes_again_without_the_text(table):
    entry = said(table, once="said")
    retract(table, entry)
    again = said(table, once="said")
    assert again == entry
    assert CANARY not in str(again.payload)


def test_writer_and_game_master_at_once_leave_one_entry(transactional_db, table):
    entry = said(table)
    done = at_once(4, lambda number: retract(table, entry, "bartek" if number % 2 else "alicja"))
    assert len([one for one in done if one]) == 1
    assert LogEntry.objects.filter(kind="retracted").count() == 1


# --- no byte of it ------------------------------------------------------------------------------------------------


def test_no_byte_of_the_text_is_left_in_the_database(transactional_db, table):
    entries = [said(table), said(table, mode=Mode.GM), said(table, "alicja")]
    said_by_others = actions.say(
        actor=table.viewer("celina"), channel_id=table.campaign.channel_id, text="Staysecretus"
    )
    assert CANARY.encode() in raw.database()
    for entry in entries:
        retract(table, entry, "alicja")
    found = raw.database()
    assert CANARY.encode() not in found
    assert said_by_others.payload["text"].encode() in found
