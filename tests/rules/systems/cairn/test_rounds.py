import pytest

from rules.systems.cairn.rounds import Turn, able, act, move, need_declared, retreats
from tests.rules.cast import refused


def test_a_later_round_asks_for_no_saves() -> None:
    assert able(2, (1, 2), {}) == {1, 2}


@pytest.mark.parametrize(("passed", "left"), [({}, "2"), ({1: False}, "1")])
def test_the_first_round_waits_for_every_save(passed: dict[int, bool], left: str) -> None:
    with refused("Dexterity save") as refusal:
        able(1, (1, 2), passed)
    assert str(refusal.value.text.n) == left
    assert able(1, (1, 2), {1: False, 2: True}) == {2}


def test_who_is_exempt_acts_whatever_the_die_said() -> None:
    assert able(1, (1, 2), {1: False}, exempt=(1, 2)) == {1, 2}


def test_those_who_lost_their_turn_need_not_declare() -> None:
    acting = able(1, (1, 2), {1: True, 2: False})
    need_declared(acting, (1,))
    need_declared(acting, (1, 2))
    with refused("not told yet"):
        need_declared(acting, (2,))


@pytest.mark.parametrize("metres", [0, -3, 13])
def test_a_move_is_12_metres_at_most(metres: int) -> None:
    assert move(Turn(), 12) == Turn(moved=True)
    with refused("from 1 to"):
        move(Turn(), metres)


def test_a_second_move_is_the_action() -> None:
    twice = move(move(Turn(), 12), 12)
    with refused("one action"):
        move(twice, 1)
    with refused("one action"):
        act(twice)


def test_one_may_act_first_and_move_then() -> None:
    assert move(act(Turn()), 3) == Turn(moved=True, acted=True)
    with refused("one action"):
        act(act(Turn()))


@pytest.mark.parametrize(("face", "away"), [(1, True), (12, True), (13, False), (20, False)])
def test_a_retreat_is_a_dexterity_save(face: int, away: bool) -> None:
    assert retreats(face, 12, refuge=True) is away
    with refused("safe place"):
        retreats(face, 12, refuge=False)
