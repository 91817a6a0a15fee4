"""Conditions whose turns are up: the game masters are reminded, and nobody else."""

import pytest
from django.utils import timezone

from sessions import ending, regions
from sessions.models import Change, LogEntry
from sessions.screens import DASH, TABLE, Screen
from sheets.actions import edit
from sheets.models import Character, Condition


@pytest.fixture
def dazed(julio):
    return Condition.objects.create(
        character=julio, kind="mental", name="dazed", strength=2, lasts="rounds", rounds_left=0
    )  # fmt: skip


@pytest.fixture
def draw(table):
    return lambda who="alicja": ending.draw(table.viewer(who), Screen(DASH))


def test_what_is_up_stands_there_with_one_press_to_take_it_away(draw, dazed):
    html = draw()
    assert f"/remove/condition:{dazed.token}/" in html
    assert "Julio" in html
    assert " hidden>" not in html


@pytest.mark.parametrize(
    "otherwise",
    [
        {"rounds_left": 1},
        {"deleted": True},
        {"lasts": "scene", "rounds_left": None},
        {"lasts": "", "rounds_left": None},
    ],
)
def test_nothing_else_does(draw, dazed, otherwise):
    assert "Dazed" in draw()
    Condition.objects.update(**otherwise)
    assert "Dazed" not in draw()
    assert " hidden>" in draw()


@pytest.mark.parametrize("out", [{"archived_at": timezone.now()}, {"template": True}], ids=["archived", "template"])
def test_who_is_out_of_play_waits(draw, dazed, out):
    Character.objects.update(**out)
    assert "Dazed" not in draw()


@pytest.mark.parametrize("who", ["bartek", "celina", "filip", "iga"])
def test_players_have_no_such_list(draw, dazed, who):
    assert draw(who) == ""


def test_an_archived_table_is_only_looked_at(table, draw, dazed):
    table.campaign.archived_at = timezone.now()
    table.campaign.save()
    assert "hx-post" not in draw()
    assert "Julio" in draw()


def test_a_change_of_a_condition_draws_it_anew_for_the_game_masters(table, dazed):
    entry = edit.remove_row(actor=table.viewer("bartek"), character=table.julio, target=f"condition:{dazed.token}")

    def drawn(who):
        return dict(regions.drawn(entry, table.viewer(who), Screen(TABLE)))

    assert "Dazed" not in drawn("alicja")["ending"]
    assert "ending" not in drawn("bartek")
    other = LogEntry(kind="edit")
    other.told = [Change(target="counter:momentum")]
    assert not ending.redrawn_by(other)
