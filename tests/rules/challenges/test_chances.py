from fractions import Fraction

import pytest

from rules.challenges.chances import OUTCOMES, Forecast, mean

SURE = {0: Fraction(1)}


def seen(runs: int) -> Forecast:
    return Forecast(dict.fromkeys(OUTCOMES, Fraction(1, 4)), SURE, SURE, SURE, runs)


@pytest.mark.parametrize(
    ("chance", "low", "high"),
    [(Fraction(1, 2), 0.4038, 0.5962), (Fraction(0), 0.0, 0.0370), (Fraction(1), 0.9630, 1.0)],
)  # fmt: skip
def test_of_a_hundred_runs_the_interval_is_wide(chance: Fraction, low: float, high: float) -> None:
    assert seen(100).interval(chance) == pytest.approx((low, high), abs=1e-4)


def test_of_five_thousand_it_is_narrow() -> None:
    low, high = seen(5000).interval(Fraction(1, 2))
    assert high - low == pytest.approx(0.0277, abs=1e-4)


def test_an_exact_chance_is_sure() -> None:
    assert seen(0).interval(Fraction(1, 3)) == (1 / 3, 1 / 3)


def test_the_chances_to_win_and_to_lose_have_names() -> None:
    assert (seen(0).win, seen(0).lose) == (Fraction(1, 4), Fraction(1, 4))


def test_a_mean() -> None:
    assert mean({0: Fraction(1, 2), 3: Fraction(1, 2)}) == Fraction(3, 2)
