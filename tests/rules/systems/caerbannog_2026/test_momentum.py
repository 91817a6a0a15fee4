"""The pool of Momentum at its edges."""

from __future__ import annotations

import pytest

from rules.systems.caerbannog_2026.momentum import change, gain_of, set_to
from rules.tables import CaerbannogTables, Gain
from rules.values import Effect
from tests.rules.cast import JULIO, refused
from tests.rules.systems.caerbannog_2026.party import hero, total

HOUSE = CaerbannogTables()
MOMENTUM, DETERMINATION = (JULIO, "momentum"), (JULIO, "determination")


def test_a22_what_is_gained_above_ten_is_lost() -> None:
    settled = change(hero(momentum=9), HOUSE, gained=3)
    assert (total(settled.effects), settled.surplus) == ({MOMENTUM: 1}, 2)


def test_a24_what_one_is_forced_to_spend_and_has_not_costs_determination() -> None:
    settled = change(hero(momentum=0), HOUSE, forced=2)
    assert (total(settled.effects), settled.unpaid) == ({DETERMINATION: -2}, 0)


def test_a25_a_gain_comes_before_a_loss_at_the_same_time() -> None:
    settled = change(hero(momentum=1), HOUSE, gained=2, forced=2)
    assert settled.effects == ()
    assert (settled.surplus, settled.unpaid) == (0, 0)


@pytest.mark.parametrize(
    ("pool", "gained", "forced", "left", "surplus"),
    [(10, 2, 2, 10, 0), (10, 3, 2, 10, 1), (9, 5, 2, 10, 2), (10, 0, 4, 6, 0), (0, 2, 2, 0, 0)],
)
def test_the_limit_cuts_only_once_everything_is_settled(
    pool: int, gained: int, forced: int, left: int, surplus: int
) -> None:
    settled = change(hero(momentum=pool), HOUSE, gained=gained, forced=forced)
    assert (pool + total(settled.effects).get(MOMENTUM, 0), settled.surplus) == (left, surplus)


@pytest.mark.parametrize(
    ("pool", "determination", "forced", "momentum", "mind", "unpaid"),
    [
        (5, 10, 3, -3, 0, 0),
        (1, 10, 3, -1, -2, 0),
        (1, 1, 3, -1, -1, 1),
        (0, 0, 4, 0, 0, 4),
        (0, 2, 2, 0, -2, 0),
    ],
)
def test_forced_spending_takes_what_there_is_and_stops_at_0(
    pool: int, determination: int, forced: int, momentum: int, mind: int, unpaid: int
) -> None:
    settled = change(hero(momentum=pool, determination=determination), HOUSE, forced=forced)
    expected = {key: amount for key, amount in ((MOMENTUM, momentum), (DETERMINATION, mind)) if amount}
    assert (total(settled.effects), settled.unpaid) == (expected, unpaid)


def test_nothing_gained_and_nothing_forced_changes_nothing() -> None:
    assert change(hero(momentum=4), HOUSE).effects == ()


@pytest.mark.parametrize("numbers", [{"gained": -1}, {"forced": -1}, {"gained": 3, "forced": -3}])
def test_a_negative_gain_or_loss_is_refused(numbers: dict[str, int]) -> None:
    with refused("from 0 up"):
        change(hero(), HOUSE, **numbers)


def test_a_house_has_its_own_limit() -> None:
    assert total(change(hero(momentum=9), CaerbannogTables(momentum_cap=12), gained=5).effects) == {MOMENTUM: 3}
    assert total(change(hero(momentum=3), CaerbannogTables(momentum_cap=4), gained=5).effects) == {MOMENTUM: 1}


def test_a_limit_that_was_lowered_cuts_what_stands_above_it() -> None:
    assert total(change(hero(momentum=9), CaerbannogTables(momentum_cap=6), gained=1).effects) == {MOMENTUM: -3}


@pytest.mark.parametrize(("held", "gain"), [(0, 0), (1, 1), (2, 1), (3, 2), (6, 3), (7, 4), (40, 4)])
def test_experience_held_brings_momentum(held: int, gain: int) -> None:
    assert gain_of(hero(experience=held), HOUSE) == gain


def test_a_house_may_let_experience_bring_more() -> None:
    house = CaerbannogTables(momentum=(Gain(0, 1), Gain(2, 5)))
    assert [gain_of(hero(experience=held), house) for held in (0, 1, 2)] == [1, 1, 5]


@pytest.mark.parametrize(("held", "amount", "difference"), [(7, 0, -7), (0, 3, 3), (4, 12, 6)])
def test_the_pool_may_be_set(held: int, amount: int, difference: int) -> None:
    assert set_to(hero(momentum=held), amount, HOUSE) == (Effect(JULIO, "momentum", difference),)


def test_a_pool_that_is_right_already_is_left_alone() -> None:
    assert set_to(hero(momentum=0), 0, HOUSE) == ()
