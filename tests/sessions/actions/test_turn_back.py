"""The newest turn taken back, as if it had never been."""

import random

import pytest

from caerbannog_site.errors import Conflict
from sessions.actions.scenes import Joining
from sessions.models import Participant, Scene
from sheets.actions import counters
from sheets.models import Counter
from tests.sessions.scenes import COMBAT, go_back, go_on, leave, lurking, one, opened, pool, running, set_pool, whose


def rows(table):
    """All that a turn may move: the scene, its people, everybody's pools."""
    scene = Scene.objects.filter(campaign=table.campaign).values()[0]
    del scene["step"], scene["seen_step"]
    return (
        scene,
        list(Participant.objects.order_by("pk").values()),
        list(Counter.objects.filter(current__gt=0).order_by("pk").values()),
    )


def test_there_is_nothing_before_the_first_turn(table):
    opened(table)
    with pytest.raises(Conflict):
        go_back(table)
    go_on(table)
    go_back(table)
    assert whose(table) == ("", 1)
    with pytest.raises(Conflict):
        go_back(table)


def test_next_and_previous_are_exact_inverses(table, pd):
    opened(table, COMBAT, lurking(table), Joining(table.shade, "enemies"))
    states = [rows(table)]
    for _turn in range(9):
        go_on(table)
        states.append(rows(table))
    while len(states) > 1:
        assert rows(table) == states.pop()
        go_back(table)
    assert rows(table) == states.pop()


def test_what_was_spent_is_not_given_again(table, pd):
    opened(table)
    go_on(table)
    set_pool(table.julio, 1)
    go_back(table)
    assert (pool(table.julio), one(table, table.julio).kept) == (0, 1)
    go_on(table)
    assert (pool(table.julio), one(table, table.julio).kept) == (1, 0)
    go_back(table)
    assert (pool(table.julio), one(table, table.julio).kept) == (0, 1)
    go_on(table)
    assert pool(table.julio) == 1


def test_a_pool_that_was_set_by_hand_since_stays_and_the_gain_is_not_given_again(table, pd):
    opened(table)
    go_on(table)
    counters.change_counter(actor=table.viewer("alicja"), character=table.julio, key="momentum", typed="7")
    go_back(table)
    assert (pool(table.julio), one(table, table.julio).kept) == (7, 2)
    go_on(table)
    assert pool(table.julio) == 7


def test_a_round_that_is_taken_back_is_marked_in_the_log(table):
    opened(table)
    first = go_on(table)
    back = go_back(table)
    assert back.payload["again"] == [first.pk]
    assert not first.changes.filter(undone=False).exists()


def test_on_and_back_with_people_coming_and_going_between(table, pd):
    """However long the walk: after as many steps back as forward everybody who is still there stands as before."""
    chance = random.Random(7)
    for _walk in range(6):
        opened(table, COMBAT, lurking(table), Joining(table.shade, "enemies"))
        before = rows(table)
        steps = chance.randint(1, 9)
        gone = chance.randint(0, steps)
        for number in range(steps):
            go_on(table)
            if number == gone:
                leave(table, table.guard)
        while running(table).active:
            go_back(table)
        scene, people, pools = rows(table)
        assert (scene["round"], scene["seen_round"], pools) == (1, 1, before[2])
        assert all((row["turn_in"], row["reacted_in"], row["kept"]) == (0, 0, 0) for row in people)
