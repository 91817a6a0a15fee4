from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.odds import Kept, kept_die

LEVELS = (4, 6, 8, 10, 12)
SETS = [
    *[(sides,) * 3 for sides in LEVELS],
    (6, 8, 10),
    (4, 4, 12),
    (8, 8, 8, 6),
    (4, 6, 8, 10),
    (4, 4, 4, 4, 4),
    (6, 4, 6, 4, 6, 4),
    (12,),
    (4, 6),
]


def enumerated(sides: tuple[int, ...], index: int) -> dict[Kept, Fraction]:
    """The same by throwing every possible throw."""
    seen: Counter[Kept] = Counter()
    for faces in product(*(range(1, die + 1) for die in sides)):
        seen[Kept(sorted(faces)[index], set(faces) == {1})] += 1
    return {event: Fraction(count, prod(sides)) for event, count in seen.items()}


@pytest.mark.parametrize("sides", SETS, ids=str)
def test_every_place_agrees_with_every_throw(sides: tuple[int, ...]) -> None:
    for index in range(len(sides)):
        assert dict(kept_die(sides, index)) == enumerated(sides, index)


@pytest.mark.parametrize("sides", [*SETS, (12,) * 6, (4, 6, 8, 10, 12, 12, 12)], ids=str)
def test_every_place_agrees_with_icepool(sides: tuple[int, ...]) -> None:
    for index in range(len(sides)):
        kept: Counter[int] = Counter()
        for event, chance in kept_die(sides, index).items():
            kept[event.face] += chance  # type: ignore[assignment]
        oracle = icepool.Pool([icepool.d(die) for die in sides])[index]
        assert {face: Fraction(n, oracle.denominator()) for face, n in oracle.items() if n} == dict(kept)


def test_the_order_of_the_dice_means_nothing() -> None:
    assert kept_die((10, 6, 8), 1) == kept_die((6, 8, 10), 1)


@given(st.lists(st.integers(2, 20), min_size=1, max_size=7), st.data())
@settings(max_examples=60, deadline=None)
def test_the_chances_sum_to_one(sides: list[int], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(sides) - 1))
    odds = kept_die(sides, index)
    assert sum(odds.values()) == 1
    assert all(chance > 0 for chance in odds.values())
    assert odds[Kept(1, all_ones=True)] == Fraction(1, prod(sides))


@pytest.mark.parametrize(("sides", "index"), [((), 0), ((6, 6), 2), ((6,), -1), ((1, 6), 0)])
def test_a_die_that_is_not_there_is_refused(sides: tuple[int, ...], index: int) -> None:
    with pytest.raises(ValueError, match="no die"):
        kept_die(sides, index)
