"""Messages, free dice."""

import pytest

from caerbannog_site.errors import Refused
from rules.errors import RuleError
from sessions.actions import table as actions
from sessions.models import LogEntry, Mode


def say(table, text, name="bartek", **options):
    return actions.say(actor=table.viewer(name), channel_id=table.campaign.channel_id, text=text, **options)


def throw(table, formula, **options):
    return actions.throw_dice(
        actor=table.viewer("bartek"), channel_id=table.campaign.channel_id, formula=formula, **options
    )


def test_a_message_is_one_entry(table):
    before = LogEntry.objects.count()
    entry = say(table, "  Who is on the roof?  ")
    assert LogEntry.objects.count() == before + 1
    assert entry.payload["text"] == "Who is on the roof?"


def test_the_same_press_says_it_once(table):
    assert say(table, "Hey", once="k") == say(table, "Hey", once="k")


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_an_empty_or_endless_message_is_refused(table, text):
    with pytest.raises(Refused):
        say(table, text)


def test_a_message_of_two_thousand_signs_is_said(table):
    assert say(table, "x" * 2000)


@pytest.mark.parametrize("mode", [Mode.BLIND, Mode.SELF, "everybody"])
def test_a_message_has_no_dice_modes(table, mode):
    with pytest.raises(Refused):
        say(table, "Hey", mode=mode)


def test_a_message_to_the_gm_is_no_player_s_to_read(table):
    entry = say(table, "I steal it", mode=Mode.GM)
    seen = {
        name: LogEntry.objects.filter(pk=entry.pk).visible_to(table.viewer(name)).exists()
        for name in ("alicja", "bartek", "celina", "filip")
    }
    assert seen == {"alicja": True, "bartek": True, "celina": False, "filip": False}


def test_free_dice_are_kept_one_by_one(table, dice):
    dice.next(4, 6)
    entry = throw(table, "2k6+1")
    assert (entry.payload["total"], entry.payload["dice"]) == (11, [[6, 4], [6, 6]])


@pytest.mark.parametrize("formula", ["", "dice", "51k6", "3k1", "3k1001", "1k6; drop", "9" * 81])
def test_a_formula_that_is_none_throws_nothing(table, formula):
    with pytest.raises(RuleError):
        throw(table, formula)
