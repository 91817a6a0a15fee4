"""Exact odds of one kept die out of several, mixed or not.

For every face f we count, die by die, the throws in which exactly so many dice show f or less. The kept die is at most
f when more than `index` dice are, so differences of these counts over f give the kept die: no enumeration of the throws
themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from types import MappingProxyType
from typing import NamedTuple, TypeAlias


class Kept(NamedTuple):
    """One event: the face of the kept die, and whether all dice show 1."""

    face: int
    all_ones: bool = False


Distribution: TypeAlias = Mapping[Kept, Fraction]


def kept_die(sides: Sequence[int], index: int) -> Distribution:
    """The exact distribution of the die at place `index` (0 is the lowest) once the dice are put in order.

    `sides` are the dice, two sides or more each. Raises ValueError when there is no such die.
    """
    if not sides or min(sides) < 2 or not 0 <= index < len(sides):
        raise ValueError(f"no die {index} among {list(sides)}")
    return _kept_die(tuple(sorted(sides)), index)


@lru_cache(maxsize=1024)
def _kept_die(sides: tuple[int, ...], index: int) -> Distribution:
    total = prod(sides)
    odds: dict[Kept, Fraction] = {}
    below = 0
    for face in range(1, max(sides) + 1):
        reached = sum(_low_dice(sides, face)[index + 1 :])
        if reached > below:
            odds[Kept(face)] = Fraction(reached - below, total)
        below = reached
    return MappingProxyType(_part_all_ones(odds, Fraction(1, total)))


def _part_all_ones(odds: dict[Kept, Fraction], chance: Fraction) -> dict[Kept, Fraction]:
    """Only one throw shows nothing but ones; its kept die is a 1."""
    rest = odds.pop(Kept(1)) - chance
    if rest:
        odds[Kept(1)] = rest
    odds[Kept(1, True)] = chance
    return odds


def _low_dice(sides: tuple[int, ...], face: int) -> list[int]:
    """How many throws have 0, 1, 2 ... dice at `face` or less."""
    ways = [1]
    for die in sides:
        low = min(face, die)
        ways = [high * (die - low) + fewer * low for high, fewer in zip([*ways, 0], [0, *ways], strict=True)]
    return ways
