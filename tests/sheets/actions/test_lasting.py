"""Conditions run out by their owner's turns and with the scene; what a person took away or left open does not."""

import pytest

from sessions import log
from sheets.actions import lasting
from sheets.actions.undo import take_back
from sheets.models import Condition


@pytest.fixture
def weigh(julio):
    """weigh(name, lasts, left) puts a condition on Julio."""
    return lambda name, lasts="", left=None, **more: Condition.objects.create(
        character=julio, kind="mental", name=name, strength=2, lasts=lasts, rounds_left=left, **more
    )


def told(changes) -> list[tuple]:
    return [(change.target.partition(":")[0], change.field, change.old, change.new, change.group) for change in changes]


def test_a_turn_is_counted_off_what_counts_turns(julio, weigh):
    dazed, _scene, _open = weigh("dazed", "rounds", 2), weigh("slowed", "scene"), weigh("tired")
    assert told(lasting.tick([julio])) == [("condition", "rounds_left", 2, 1, "b")]
    dazed.refresh_from_db()
    assert dazed.rounds_left == 1


def test_at_0_it_stays_and_counts_no_further(julio, weigh):
    dazed = weigh("dazed", "rounds", 1)
    lasting.tick([julio])
    assert lasting.tick([julio]) == []
    dazed.refresh_from_db()
    assert (dazed.rounds_left, dazed.deleted) == (0, False)


def test_nobody_else_s_turn_counts(julio, rosalia, weigh):
    weigh("dazed", "rounds", 2)
    assert lasting.tick([rosalia]) == []
    assert len(lasting.tick([julio])) == 1


def test_what_was_taken_away_does_not_count(julio, weigh):
    weigh("dazed", "rounds", 2, deleted=True)
    assert lasting.tick([julio]) == []
    assert lasting.end_scene([julio]) == []


def test_with_the_scene_goes_what_does_not_outlast_it(julio, weigh):
    gone = [weigh("dazed", "rounds", 2), weigh("slowed", "scene"), weigh("stunned", "rounds", 0)]
    stays = weigh("tired")
    assert told(lasting.end_scene([julio])) == [("condition", "deleted", False, True, "b")] * 3
    assert list(Condition.objects.filter(character=julio, deleted=False)) == [stays]
    assert set(Condition.objects.filter(character=julio, deleted=True)) == set(gone)


def test_a_count_is_taken_back_exactly(table, julio, weigh):
    dazed = weigh("dazed", "rounds", 2)
    with log.turn(table.viewer("alicja"), julio.channel_id) as turn:
        (change,) = lasting.tick([julio])
        turn.record("edit", character=julio, changes=[change])
    assert take_back(julio, change).new == 2
    dazed.refresh_from_db()
    assert dazed.rounds_left == 2
