"""Odds before the throw: by hand, the check itself thrown in every possible way, and icepool as another witness."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from rules.systems.d10_pool.tables import PoolTables
from rules.values import CheckRequest, Modifier, Odds, Sheet
from tests.rules.cast import refused
from tests.rules.systems.d10_pool.cast import JOSH, POOL, dice, request, sheet

HERO = sheet(agility=5, fencing=5)
VOID, TAKEN = PoolTables(), PoolTables(ones_void_tens=False)


def of(size: int, **more: Any) -> CheckRequest:
    """A test with a pool of this size."""
    return request("fencing", modifiers=(Modifier(size - 10),), **more)


def odds(size: int, **more: Any) -> Odds:
    return POOL.odds(of(size, **more), {JOSH: HERO})


def test_one_die() -> None:
    one = odds(1)
    assert dict(one.values) == {0: Fraction(7, 10), 1: Fraction(2, 10), 2: Fraction(1, 10)}
    assert (one.success, one.critical, one.gain) == (Fraction(3, 10), Fraction(1, 10), 0)


def test_two_dice_without_the_two_throws_that_cancel_out() -> None:
    two = odds(2)
    # 98 throws count. Critical: 1 and 1, a 1 beside 2-7, a 1 beside 8-9. No success: those, and 2-7 twice.
    assert two.critical == Fraction(1 + 2 * 6 + 2 * 2, 98)
    assert two.values[4] == Fraction(1, 98)
    assert two.values[3] == Fraction(4, 98)
    assert two.success == Fraction(98 - 17 - 6 * 6, 98)


@pytest.mark.parametrize("tables", [VOID, TAKEN])
@pytest.mark.parametrize(("size", "needed"), [(1, 1), (2, 1), (2, 3), (3, 1), (4, 2)])
def test_the_odds_agree_with_every_possible_throw(size: int, needed: int, tables: PoolTables) -> None:
    asked = of(size, needed=needed, tables=tables)
    values: Counter[int] = Counter()
    outcomes: Counter[str] = Counter()
    for faces in product(range(1, 11), repeat=size):
        result = POOL.check(asked, {JOSH: HERO}, dice(asked, {JOSH: HERO}, faces))
        if result.value is not None:
            values[result.value] += 1
            outcomes[result.outcome] += 1
    found = POOL.odds(asked, {JOSH: HERO})
    total = values.total()
    assert total == 10**size - (2 if size == 2 else 6 if size == 4 else 0)
    assert dict(found.values) == {value: Fraction(count, total) for value, count in values.items()}
    assert found.success == Fraction(outcomes["success"], total)
    assert found.critical == Fraction(outcomes["critical_failure"], total)
    assert found.passing == needed


# --- icepool: the same rules written once more, die by die ---------------------------

CRITICAL = -1


def settled(tens: int, eights: int, ones: int, size: int, tables: PoolTables) -> Any:
    """Successes, CRITICAL, or icepool's own reroll."""
    if tens == ones and tens + ones == size:
        return icepool.Reroll
    left = ["ten"] * tens + ["eight"] * eights
    for _ in range(ones):
        if tables.ones_void_tens and "ten" in left:
            left.remove("ten")
        elif "eight" in left:
            left.remove("eight")
        elif "ten" in left:
            left[left.index("ten")] = "eight"
        else:
            left.append("bane")
    successes = 2 * left.count("ten") + left.count("eight")
    lost = ones > tens if tables.ones_void_tens else ones > 0
    return CRITICAL if lost and not successes else successes


def shows(face: int) -> Any:
    return icepool.Vector((face == 10, face in (8, 9), face == 1))


def witness(size: int, tables: PoolTables) -> dict[int, Fraction]:
    """The chance of each number of successes, and of CRITICAL."""
    die = (size @ icepool.d10.map(shows)).map(lambda *counts: settled(*counts, size, tables), star=True)
    return {outcome: die.probability(outcome) for outcome in die}


@pytest.mark.parametrize("tables", [VOID, TAKEN])
@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 15, 20])
def test_icepool_agrees(size: int, tables: PoolTables) -> None:
    found, seen = odds(size, tables=tables), witness(size, tables)
    assert found.critical == seen.pop(CRITICAL)
    assert found.success == sum(chance for value, chance in seen.items() if value > 0)
    assert found.values[0] == seen.pop(0, 0) + found.critical
    assert {value: chance for value, chance in found.values.items() if value} == seen


# --- the whole request ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 7, 30])
def test_they_sum_to_one_in_order(size: int) -> None:
    found = odds(size)
    assert sum(found.values.values()) == 1
    assert list(found.values) == sorted(found.values)
    assert found.success + found.values[0] == 1


def test_ease_and_levels_change_the_pool() -> None:
    same = [
        POOL.odds(request("agility", advantage=("a",)), {JOSH: sheet(agility=2)}),
        POOL.odds(request("agility"), {JOSH: sheet(agility=3)}),
        POOL.odds(request("fencing", disadvantage=("a",)), {JOSH: sheet(agility=3, fencing=1)}),
    ]
    assert same == [odds(3)] * 3


def test_more_needed_is_less_likely() -> None:
    chances = [odds(6, needed=needed).success for needed in range(1, 8)]
    assert chances == sorted(chances, reverse=True)
    assert odds(2, needed=5).success == 0


def test_void_tens_cost_more_than_one_success() -> None:
    assert odds(4, tables=VOID).success < odds(4, tables=TAKEN).success


@pytest.mark.parametrize("one", [sheet(), sheet(willpower=5)])
def test_a_rite_without_mysticism_can_only_fail(one: Sheet) -> None:
    found = POOL.odds(request("mysticism", kind="rite"), {JOSH: one})
    assert (dict(found.values), found.success, found.critical) == ({0: 1}, 0, 1)


def test_an_open_number_has_no_odds() -> None:
    with refused("not told"):
        odds(3, needed=None)


def test_a_request_out_of_order_has_no_odds() -> None:
    with refused("Choose what to test"):
        POOL.odds(request(), {JOSH: HERO})


def test_a_shared_answer_can_t_be_spoiled() -> None:
    with pytest.raises(TypeError):
        odds(3).values[0] = Fraction(1)  # type: ignore[index]
