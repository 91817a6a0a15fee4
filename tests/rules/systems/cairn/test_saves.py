from fractions import Fraction

import icepool  # type: ignore[import-untyped]
import pytest

from rules.systems.cairn.saves import chance, margin, most_at_risk, passes

SCORES = range(0, 25)


@pytest.mark.parametrize("score", SCORES)
def test_1_always_passes_and_20_never(score: int) -> None:
    assert passes(1, score)
    assert not passes(20, score)


@pytest.mark.parametrize("score", SCORES)
def test_the_chance_is_that_of_every_face_and_of_icepool(score: int) -> None:
    assert chance(score) == Fraction(sum(passes(face, score) for face in range(1, 21)), 20)
    oracle = icepool.d(20).map(lambda face: face == 1 or (face <= score and face < 20))
    assert chance(score) == Fraction(oracle.quantity(True), oracle.denominator())


@pytest.mark.parametrize(
    ("face", "score", "apart"), [(7, 12, 5), (12, 12, 0), (13, 12, -1), (1, 0, 0), (20, 20, -1), (20, 25, -1)]
)
def test_the_margin_says_by_how_much(face: int, score: int, apart: int) -> None:
    assert margin(face, score) == apart


@pytest.mark.parametrize("score", SCORES)
def test_a_margin_below_0_is_a_failure(score: int) -> None:
    assert all((margin(face, score) >= 0) is passes(face, score) for face in range(1, 21))


def test_the_weakest_saves_for_a_group_and_of_equals_the_first() -> None:
    assert most_at_risk({1: 12, 2: 8, 3: 9}) == 2
    assert most_at_risk({3: 8, 2: 8}) == 3
