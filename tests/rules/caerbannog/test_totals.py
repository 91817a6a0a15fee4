import pytest

from rules.caerbannog.totals import damage_taken, effort_price, failure_total, lower_difficulty, successes
from rules.tables import CaerbannogTables
from rules.values import Choice, Cost
from tests.rules.cast import JULIO, follow, mod, request, roll, sheet, side

ZERO_COUNTS = CaerbannogTables(critical_counts_raw=False)


@pytest.mark.parametrize(("difficulty", "by", "left"), [(2, 5, 0), (5, 2, 3), (0, 1, 0), (3, 3, 0)])
def test_a_lowered_difficulty_stops_at_0(difficulty: int, by: int, left: int) -> None:
    assert lower_difficulty(difficulty, by) == left


@pytest.mark.parametrize(
    ("faces", "difficulty", "total"),
    [((3, 3, 3), 5, -2), ((3, 3, 3), 3, 0), ((3, 3, 3), 1, 0), ((1, 1, 1), 3, -2), ((1, 1, 1), 0, 0)],
)
def test_failures_are_totalled_by_the_raw_sum(faces: tuple[int, ...], difficulty: int, total: int) -> None:
    assert failure_total(roll(request("guile", difficulty=difficulty), sheet(), *faces)) == total


def test_a_house_may_count_a_critical_failure_as_0() -> None:
    assert failure_total(roll(request("guile", tables=ZERO_COUNTS), sheet(), 1, 1, 1)) == 0


def test_a_pending_test_has_no_failures_and_lets_no_damage_through() -> None:
    pending = roll(request("block", difficulty=None), sheet(), 1, 1, 1)
    assert failure_total(pending) == damage_taken(pending) == 0


@pytest.mark.parametrize(
    ("faces", "mods", "damage"),
    [
        ((4, 4, 4), (), 2),
        ((6, 6, 6), (), 0),
        ((8, 8, 8), (), 0),
        ((1, 1, 1), (), 6),
        ((1, 1, 1), (3,), 6),
        ((4, 4, 4), (1,), 1),
    ],
)
def test_a_defence_lets_through_what_it_does_not_stop(
    faces: tuple[int, ...], mods: tuple[int, ...], damage: int
) -> None:
    asked = request("block", difficulty=6, against="attack", modifiers=tuple(map(mod, mods)))
    assert damage_taken(roll(asked, sheet(block=2), *faces)) == damage


@pytest.mark.parametrize(("face", "worth"), [(8, 5), (4, 1), (3, 0), (2, 0), (1, 0)])
def test_a_success_is_worth_its_size_and_a_failure_nothing(face: int, worth: int) -> None:
    assert successes(roll(request("melee", difficulty=3), sheet(melee=2), face, face, face)) == worth


def test_what_is_not_settled_is_worth_nothing_yet() -> None:
    assert successes(roll(request("melee", difficulty=None), sheet(melee=2), 8, 8, 8)) == 0
    assert successes(roll(side("melee"), sheet(melee=2), 8, 8, 8)) == 0


def test_an_effort_saves_from_every_failure() -> None:
    failed = roll(request("guile", difficulty=5), sheet(), 3, 3, 3)
    done = follow(failed, Choice("effort", JULIO, Cost("endurance", 3)), sheet())
    assert (failure_total(failed), failure_total(done), successes(done)) == (-2, 0, 1)


@pytest.mark.parametrize(("difficulty", "price"), [(3, 1), (4, 2), (7, 5)])
def test_an_effort_costs_the_failures_and_one(difficulty: int, price: int) -> None:
    assert effort_price(roll(request("guile", difficulty=difficulty), sheet(), 3, 3, 3)) == price
