"""The game masters' secret notes: two write, neither is overwritten, nobody else learns of it."""

import pytest

from caerbannog_site.errors import Forbidden, Refused
from sessions.actions import campaigns, gm_notes
from sessions.models import Campaign, LogEntry, Mode
from sessions.models.campaign import NOTES_LENGTH
from sheets.actions.edit import TextConflict, fingerprint


def write(table, name: str, text: str, was: str = "", **options) -> LogEntry | None:
    return gm_notes.write(
        actor=table.viewer(name), campaign=table.campaign, text=text, was=fingerprint(was), **options
    )  # fmt: skip


def notes(table) -> str:
    return Campaign.objects.get(pk=table.campaign.pk).gm_notes


@pytest.mark.parametrize("name", ["alicja", "ewa"])
def test_a_game_master_writes(table, name):
    entry = write(table, name, "The baron is dead.")
    assert notes(table) == "The baron is dead."
    assert (entry.mode, entry.listed, entry.group) == (Mode.GM, False, "e")
    [change] = entry.told
    assert (change.old, change.new) == ("", "The baron is dead.")


@pytest.mark.parametrize("name", ["bartek", "filip", "iga"])
def test_nobody_else_writes(table, name):
    with pytest.raises(Forbidden):
        write(table, name, "I know.")
    assert notes(table) == ""


def test_of_two_who_write_the_second_gets_both_texts(table):
    write(table, "alicja", "hers")
    with pytest.raises(TextConflict) as caught:
        write(table, "ewa", "mine")
    assert (caught.value.theirs, caught.value.mine) == ("hers", "mine")
    assert notes(table) == "hers"
    write(table, "ewa", "mine", was="hers")
    assert notes(table) == "mine"


def test_the_same_text_again_is_no_change(table):
    write(table, "alicja", "hers")
    assert write(table, "ewa", "hers") is None


def test_a_press_counts_once(table):
    first = write(table, "alicja", "hers", once="a-press")
    assert write(table, "alicja", "hers", once="a-press") == first


def test_there_is_an_end_to_a_text(table):
    with pytest.raises(Refused):
        write(table, "alicja", "x" * (NOTES_LENGTH + 1))
    write(table, "alicja", "x" * NOTES_LENGTH)


def test_in_an_archived_campaign_nothing_is_written(table):
    campaigns.archive_campaign(actor=table.viewer("alicja"), campaign=table.campaign, away=True)
    with pytest.raises(Forbidden):
        write(table, "alicja", "hers")
