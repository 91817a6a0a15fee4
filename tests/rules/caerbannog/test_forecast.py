"""Odds before the roll: the oracle table, and the check itself thrown in every possible way."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.rules.cast import CAERBANNOG, JULIO, MARCUS, group, mod, people, refused, request, roll, sheet, table

# Chance of success in per cent against difficulty 0 ... 9 for three equal dice (RULES.md section 6).
ORACLE = {
    0: (98.4, 84.4, 50.0, 15.6, 0, 0, 0, 0, 0, 0),
    1: (99.5, 92.6, 74.1, 50.0, 25.9, 7.4, 0, 0, 0, 0),
    2: (99.8, 95.7, 84.4, 68.4, 50.0, 31.6, 15.6, 4.3, 0, 0),
    3: (99.9, 97.2, 89.6, 78.4, 64.8, 50.0, 35.2, 21.6, 10.4, 2.8),
    4: (99.9, 98.0, 92.6, 84.4, 74.1, 62.4, 50.0, 37.6, 25.9, 15.6),
}


@pytest.mark.parametrize("level", ORACLE)
def test_the_oracle_of_three_equal_dice(level: int) -> None:
    chances = [
        CAERBANNOG.odds(request("stealth", difficulty=difficulty), people(sheet(stealth=level))).success
        for difficulty in range(10)
    ]
    assert tuple(round(float(chance) * 100, 1) for chance in chances) == ORACLE[level]


@pytest.mark.parametrize(("level", "gain"), list(enumerate([0.75, 0.5, 0.375, 0.3, 0.25])))
def test_low_levels_earn_more_momentum(level: int, gain: float) -> None:
    odds = CAERBANNOG.odds(request("stealth"), people(sheet(stealth=level)))
    assert float(odds.gain) == pytest.approx(gain)
    assert odds.critical == Fraction(1, (4 + 2 * level) ** 3)


MEANS = {
    "middle": (2.5, 3.5, 4.5, 5.5, 6.5),
    "advantage": (3.438, 4.958, 6.469, 7.975, 9.479),
    "disadvantage": (1.562, 2.042, 2.531, 3.025, 3.521),
}


@pytest.mark.parametrize(("way", "level"), list(product(MEANS, range(5))))
def test_the_mean_of_the_counted_die(way: str, level: int) -> None:
    more: dict[str, Any] = {} if way == "middle" else {way: ("a",)}
    odds = CAERBANNOG.odds(request("stealth", difficulty=0, **more), people(sheet(stealth=level)))
    # A critical failure counts as 0 where the die shows 1.
    mean = float(sum(value * chance for value, chance in odds.values.items()) + odds.critical)
    assert mean == pytest.approx(MEANS[way][level], abs=6e-4)


TWO = people(sheet(JULIO, stealth=1, perception=2), sheet(MARCUS, stealth=2))
CASES = [
    request("stealth", difficulty=0),
    request("stealth", difficulty=2, advantage=("a", "b"), disadvantage=("c",)),
    request("perception", difficulty=5, disadvantage=("c",), modifiers=(mod(1), mod(-3))),
    request("stealth", "perception", difficulty=2),
    request("guile", "stealth", "perception", difficulty=3),
    request("guile", "stealth", "block", "charisma", difficulty=3),
    request(("guile", 5), difficulty=3),
    request(("guile", 1), difficulty=1),
    group((JULIO, "stealth"), (MARCUS, "stealth"), difficulty=3),
]


@pytest.mark.parametrize("asked", CASES)
def test_the_odds_agree_with_every_possible_throw(asked: Any) -> None:
    sides = [part.sides for part in CAERBANNOG.plan(asked, TWO) for _ in range(part.count)]
    values: Counter[int] = Counter()
    outcomes: Counter[str] = Counter()
    gained = throws = 0
    for faces in product(*(range(1, die + 1) for die in sides)):
        result = CAERBANNOG.check(asked, TWO, table(asked, TWO, faces))
        assert result.value is not None
        values[result.value] += 1
        outcomes[result.outcome] += 1
        gained += sum(effect.amount for effect in result.gained)
        throws += 1
    odds = CAERBANNOG.odds(asked, TWO)
    assert dict(odds.values) == {value: Fraction(count, throws) for value, count in values.items()}
    assert odds.success == Fraction(outcomes["success"], throws)
    assert odds.critical == Fraction(outcomes["critical_failure"], throws)
    assert odds.gain == Fraction(gained, throws)


def test_the_values_are_in_order() -> None:
    odds = CAERBANNOG.odds(request("stealth", difficulty=5), TWO)
    assert list(odds.values) == sorted(odds.values)


def test_an_open_difficulty_has_no_odds() -> None:
    with refused("not told"):
        CAERBANNOG.odds(request("stealth", difficulty=None), TWO)


def test_a_request_out_of_order_has_no_odds() -> None:
    with refused("Choose what to test"):
        CAERBANNOG.odds(request(), TWO)


def test_a_shared_answer_can_t_be_spoiled() -> None:
    odds = CAERBANNOG.odds(request("stealth"), TWO)
    with pytest.raises(TypeError):
        odds.values[0] = Fraction(1)  # type: ignore[index]
    assert roll(request("stealth"), TWO, 1, 1, 1).value == 0
