"""Odds before the roll: against every possible throw, and against icepool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from rules.systems.cairn.damage import CREATURE, Hit, Target, hit
from rules.systems.cairn.forecast import highest, hit_odds, summed
from rules.systems.cairn.saves import passes
from rules.values import CheckRequest, Sheet
from tests.rules.cast import refused
from tests.rules.systems.cairn.cast import (
    CAIRN,
    HOB,
    ROWAN,
    WARDEN,
    WOLF,
    attack,
    gang,
    people,
    roll,
    save,
    sheet,
    side,
)

TABLE = people(
    sheet(strength=13, will=0, sword=6, axe=8, mace=8),
    sheet(HOB, strength=9, maul=10),
    sheet(WOLF, protection=3, armour=2),
    Sheet(WARDEN, {}),
)
GM = side("initiator", WARDEN)
CASES = [
    save("strength"),
    save("will"),
    CheckRequest((side("initiator", ROWAN, "strength"), side("helper", HOB, "strength"))),
    save("will", WOLF, kind="morale", options={"being": CREATURE}),
    CheckRequest((GM,), kind="reaction"),
    CheckRequest((GM,), kind="fate"),
    attack("sword", on=None),
    attack("sword"),
    attack("axe", "mace"),
    attack("axe", disadvantage=("cover",)),
    attack("axe", advantage=("bold",)),
    gang((ROWAN, "sword"), (HOB, "maul")),
]


@pytest.mark.parametrize("asked", CASES)
def test_the_odds_agree_with_every_possible_throw(asked: CheckRequest) -> None:
    dice = [part.sides for part in CAIRN.plan(asked, TABLE) for _ in range(part.count)]
    results = [roll(asked, TABLE, *faces) for faces in product(*(range(1, die + 1) for die in dice))]
    odds = CAIRN.odds(asked, TABLE)
    seen = Counter(result.value for result in results)
    assert dict(odds.values) == {value: Fraction(count, len(results)) for value, count in seen.items()}
    assert odds.success == Fraction(sum(result.outcome == "success" for result in results), len(results))
    assert all((result.value >= odds.passing) == (result.outcome == "success") for result in results)  # type: ignore[operator]
    assert (odds.critical, odds.gain) == (0, 0)
    assert list(odds.values) == sorted(odds.values)


def test_a_shared_answer_can_t_be_spoiled() -> None:
    with pytest.raises(TypeError):
        CAIRN.odds(save("will"), TABLE).values[0] = Fraction(1)  # type: ignore[index]


def test_a_request_out_of_order_has_no_odds() -> None:
    with refused("no difficulties"):
        CAIRN.odds(save("will", difficulty=3), TABLE)


SETS = [(4,), (12,), (8, 8), (6, 10), (4, 6, 8, 10, 12), (6,) * 7]


def of(die: Any) -> dict[int, Fraction]:
    """icepool's answer as a distribution."""
    return {outcome: Fraction(count, die.denominator()) for outcome, count in die.items() if count}


@pytest.mark.parametrize("dice", SETS)
def test_the_highest_and_the_sum_agree_with_icepool(dice: tuple[int, ...]) -> None:
    assert highest(dice) == of(icepool.highest([icepool.d(die) for die in dice]))
    assert summed(dice) == of(sum(icepool.d(die) for die in dice))


TARGETS = [
    Target(6, 10),
    Target(3, 10, 2),
    Target(0, 10),
    Target(0, 3),
    Target(1, 2, 1),
    Target(4, 18, 3, being=CREATURE),
]
READINGS: dict[str, Callable[[Hit], int]] = {
    "protection_lost": lambda done: done.protection_lost,
    "strength_lost": lambda done: done.strength_lost,
    "scar": lambda done: done.scar,
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dice", [(6,), (8, 8), (4, 6, 10)])
def test_what_a_hit_may_do_agrees_with_every_throw_and_save(dice: tuple[int, ...], target: Target) -> None:
    odds = hit_odds(dice, target)
    hits = [hit(max(faces), target) for faces in product(*(range(1, die + 1) for die in dice))]
    for name, read in READINGS.items():
        seen = Counter(map(read, hits))
        assert dict(getattr(odds, name)) == {value: Fraction(count, len(hits)) for value, count in seen.items()}
    assert odds.destroyed == Fraction(sum(done.destroyed for done in hits), len(hits))
    failed = sum(
        not passes(face, target.strength - done.strength_lost)
        for done in hits
        if done.critical_save
        for face in range(1, 21)
    )
    assert odds.critical == Fraction(failed, prod(dice) * 20)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("dice", [(12,), (6, 6, 6, 6)])
def test_what_a_hit_may_do_agrees_with_icepool(dice: tuple[int, ...], target: Target) -> None:
    odds = hit_odds(dice, target)
    through = icepool.highest([icepool.d(die) for die in dice]).map(lambda face: max(face - target.armour, 0))
    over = through.map(lambda damage: max(damage - target.protection, 0))
    assert dict(odds.protection_lost) == of(through.map(lambda damage: min(damage, target.protection)))
    assert dict(odds.strength_lost) == of(over.map(lambda damage: min(damage, target.strength)))
    d20 = icepool.d(20)

    def fate(lost: int) -> Any:
        left = target.strength - lost
        if lost == 0 or left <= 0:
            return "dead" if lost else "fine"
        return d20.map(lambda face: "fine" if face == 1 or (face <= left and face != 20) else "out")

    ends = over.map(fate)
    assert odds.critical == Fraction(ends.quantity("out"), ends.denominator())
    assert odds.destroyed == Fraction(ends.quantity("dead"), ends.denominator())


def test_blades_against_thin_armour() -> None:
    odds = hit_odds((6,), Target(3, 10, 1))
    assert dict(odds.protection_lost) == {0: Fraction(1, 6), 1: Fraction(1, 6), 2: Fraction(1, 6), 3: Fraction(1, 2)}
    assert dict(odds.strength_lost) == {0: Fraction(2, 3), 1: Fraction(1, 6), 2: Fraction(1, 6)}
    assert dict(odds.scar) == {0: Fraction(5, 6), 3: Fraction(1, 6)}
    assert odds.critical == Fraction(1, 6) * Fraction(11, 20) + Fraction(1, 6) * Fraction(12, 20)
