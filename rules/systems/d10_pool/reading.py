"""What a throw says: successes, what ones cancel, and when tens and ones leave nothing to go by.

A reading needs only how many dice show what, so the forecast and the check share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.systems.d10_pool.tables import PoolTables, tables_of
from rules.values import CheckResult, Die

TEN, SUCCESS, ONE = 10, 8, 1


class Shown(NamedTuple):
    """How many dice were thrown, and how many of them show a 10, an 8 or a 9, a 1."""

    dice: int
    tens: int
    successes: int
    ones: int


@dataclass(frozen=True, slots=True)
class Reading:
    """`thrown` successes lie there, `successes` are left of them; `tens` and `ones` are those not void.

    `again`: nothing but tens and as many ones, so the throw settles nothing and is thrown again.
    """

    thrown: int
    successes: int
    tens: int
    ones: int
    critical: bool
    again: bool


def shown(dice: Sequence[Die]) -> Shown:
    """The dice, counted by what they show."""
    faces = [die.face for die in dice]
    return Shown(len(faces), faces.count(TEN), sum(SUCCESS <= face < TEN for face in faces), faces.count(ONE))


def read(seen: Shown, tables: PoolTables) -> Reading:
    """What these dice mean [Próg sukcesu, Wynik 1, Wynik 10]. No dice at all are a critical failure.

    A 1 that is void with a 10 is no critical failure any more (decisions 41 to 43).
    """
    void = min(seen.tens, seen.ones) if tables.ones_void_tens else 0
    tens, ones = seen.tens - void, seen.ones - void
    successes = max(2 * tens + seen.successes - ones, 0)
    return Reading(
        thrown=2 * seen.tens + seen.successes,
        successes=successes,
        tens=tens,
        ones=ones,
        critical=not successes and (ones > 0 or not seen.dice),
        again=seen.tens == seen.ones and 0 < seen.dice == seen.tens + seen.ones,
    )


def reading_of(result: CheckResult) -> Reading:
    """The reading of a finished check's dice."""
    return read(shown(result.dice), tables_of(result.request))
