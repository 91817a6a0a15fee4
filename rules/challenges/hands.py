"""What a forecast knows of each participant: the exact chances of their throws, and what they may spend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import NamedTuple, TypeAlias

from rules.challenges.debts import damage_of
from rules.challenges.spec import ChallengeSpec
from rules.errors import RuleError
from rules.values import N_, Odds


@dataclass(frozen=True, slots=True)
class Hand:
    """`rolls` and `critical` map a roll before the difficulty to its chance, all of them together 1.

    critical  those rolls that are critical failures: failures whatever the difficulty, and past an effort's help
    pool      how many points a heroic effort may take; damage takes from them too
    """

    who: int
    rolls: Mapping[int, Fraction]
    critical: Mapping[int, Fraction] = field(default_factory=dict)
    pool: int = 0
    side: int = 0


class Result(NamedTuple):
    """One result of a test with its chance: what it counts, the price of an effort (0: none is possible), and what
    it hurts the party.
    """

    counted: int
    price: int
    chance: Fraction
    hurt: int = 0


def hand(who: int, odds: Odds, difficulty: int, pool: int = 0, side: int = 0) -> Hand:
    """Somebody's hand from a system's odds of a test against `difficulty`.

    A critical failure that the odds count as 0 is here again the roll that it was. Where it stands at its own value
    it is a result like the others, and an effort rescues it (the earlier edition, decision 14).
    """
    rolls = {value + difficulty: chance for value, chance in odds.values.items()}
    if odds.critical_roll is None:
        return Hand(who, rolls, {}, pool, side)
    rolls[difficulty] -= odds.critical
    return Hand(who, {roll: p for roll, p in rolls.items() if p}, {odds.critical_roll: odds.critical}, pool, side)


def results(spec: ChallengeSpec, hand: Hand) -> tuple[Result, ...]:
    """The results of one test of this challenge, each once. Raises RuleError where the difficulty is not told.

    In an opposed breach the sides are each other's difficulty, so a test has none of its own.
    """
    difficulty = 0 if spec.opposed else spec.difficulty
    if difficulty is None:
        raise RuleError(N_("The difficulty is not told yet."))
    found: dict[tuple[int, int], Fraction] = {}
    for roll, chance in hand.rolls.items():
        value = roll - difficulty
        key = (value, 1 - value if value < 1 else 0)
        found[key] = found.get(key, Fraction(0)) + chance
    for roll, chance in hand.critical.items():
        key = (min(roll - difficulty, 0) if spec.critical_counts_raw else 0, 0)
        found[key] = found.get(key, Fraction(0)) + chance
    if sum(found.values()) != 1:
        raise ValueError(f"the chances of participant {hand.who} add up to {sum(found.values())}")
    return tuple(
        Result(counted, price, chance, test_damage(spec, hand.side, counted))
        for (counted, price), chance in sorted(found.items())
    )


def test_damage(spec: ChallengeSpec, side: int, counted: int) -> int:
    """What a test hurts the party (see debts.charge_test)."""
    return damage_of(spec, counted) if side == 0 and not spec.opposed else 0


Throw: TypeAlias = tuple[int, Sequence[Result]]  # side and results


def throws(spec: ChallengeSpec, hands: Sequence[Hand], one_by_one: bool = False) -> tuple[Throw, ...]:
    """What is thrown in each stage, by side. Raises RuleError like `results`.

    In a breach the sums of the sides alone matter, so each side's tests are one throw here unless they are asked for
    `one_by_one`; where two sides oppose each other, the one throw is the party's lead.
    """
    each = tuple((hand.side, results(spec, hand)) for hand in hands)
    if spec.kind != "breach" or (one_by_one and not spec.opposed):
        return each
    sides = sorted({side for side, _ in each})
    if len(sides) == 2:
        return ((0, summed(own if side == 0 else negated(own) for side, own in each)),)
    return tuple((one, summed(own for side, own in each if side == one)) for one in sides)


def negated(own: Sequence[Result]) -> tuple[Result, ...]:
    return tuple(Result(-result.counted, 0, result.chance) for result in own)


def summed(parts: Iterable[Sequence[Result]]) -> tuple[Result, ...]:
    """The sum of several tests, none of which an effort could help; reckoned in whole numbers, which is quicker."""
    ways: Mapping[tuple[int, int], int] = {(0, 0): 1}
    total = 1
    for part in parts:
        scale = lcm(*(result.chance.denominator for result in part))
        faces = [(result.counted, result.hurt, int(result.chance * scale)) for result in part]
        following: Counter[tuple[int, int]] = Counter()
        for (value, damage), way in ways.items():
            for counted, hurt, number in faces:
                following[value + counted, damage + hurt] += way * number
        ways, total = following, total * scale
    return tuple(Result(value, 0, Fraction(way, total), hurt) for (value, hurt), way in sorted(ways.items()))
