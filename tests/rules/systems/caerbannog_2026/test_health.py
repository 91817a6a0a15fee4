"""Pools that fill up, and Vitality that turns into Endurance."""

from __future__ import annotations

import pytest

from rules.systems.caerbannog_2026.health import conversion, convertible, maximum, missing
from rules.values import Counter, Sheet
from tests.rules.cast import JULIO, refused, sheet
from tests.rules.systems.caerbannog_2026.party import total

BARE = Sheet(JULIO, {})


@pytest.mark.parametrize(("pool", "most"), [("endurance", 10), ("vitality", 10), ("wealth", 3), ("experience", 0)])
def test_a_sheet_without_a_row_has_the_usual_maximum(pool: str, most: int) -> None:
    assert maximum(BARE, pool) == most


def test_a_written_maximum_is_the_sheet_s_own() -> None:
    own = Sheet(JULIO, {}, counters={"endurance": Counter(4, 15), "vitality": Counter(3)})
    assert [maximum(own, pool) for pool in ("endurance", "vitality")] == [15, 10]
    assert [missing(own, pool) for pool in ("endurance", "vitality")] == [11, 7]


def test_above_a_lowered_maximum_nothing_is_missing() -> None:
    assert missing(Sheet(JULIO, {}, counters={"endurance": Counter(9, 6)}), "endurance") == 0


@pytest.mark.parametrize(
    ("endurance", "vitality", "most", "points"),
    [(2, 10, 3, 3), (9, 10, 3, 1), (10, 10, 3, 0), (2, 1, 3, 1), (2, 0, 3, 0), (0, 10, 20, 10)],
)
def test_vitality_turns_into_the_endurance_that_is_missing(
    endurance: int, vitality: int, most: int, points: int
) -> None:
    assert convertible(sheet(endurance=endurance, vitality=vitality), most) == points


def test_what_one_pool_gains_the_other_loses() -> None:
    assert total(conversion(sheet(), 2, 3)) == {(JULIO, "vitality"): -2, (JULIO, "endurance"): 2}
    assert conversion(sheet(), 0, 3) == ()


@pytest.mark.parametrize("points", [-1, 4])
def test_more_than_is_allowed_is_refused(points: int) -> None:
    with refused("can be turned into Endurance"):
        conversion(sheet(), points, 3)
