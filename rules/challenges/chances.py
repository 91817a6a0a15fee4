"""What a forecast says, exact or seen in a sample."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

CERTAINTY = 1.959964  # how many standard deviations hold 95 %

OUTCOMES = ("won", "lost", "draw", "undecided")


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chances before the first test. `runs` is 0 where they are exact, else the size of the sample.

    outcomes  the chance of each of OUTCOMES; "undecided": not over within the stages that were looked at
    stages    the stage in which it ends
    damage    what the stakes take from the party, all of it together
    spent     what the party pays for heroic efforts
    """

    outcomes: Mapping[str, Fraction]
    stages: Mapping[int, Fraction]
    damage: Mapping[int, Fraction]
    spent: Mapping[int, Fraction]
    runs: int = 0

    @property
    def win(self) -> Fraction:
        return self.outcomes["won"]

    @property
    def lose(self) -> Fraction:
        return self.outcomes["lost"]

    def interval(self, chance: Fraction) -> tuple[float, float]:
        """Where a chance of this forecast lies with 95 % certainty (Wilson's interval); an exact one is sure."""
        seen, runs = float(chance), self.runs
        if not runs:
            return seen, seen
        middle = seen + CERTAINTY**2 / (2 * runs)
        reach = CERTAINTY * sqrt(seen * (1 - seen) / runs + (CERTAINTY / (2 * runs)) ** 2)
        shrink = 1 + CERTAINTY**2 / runs
        return max((middle - reach) / shrink, 0.0), min((middle + reach) / shrink, 1.0)


def mean(distribution: Mapping[int, Fraction]) -> Fraction:
    return sum((value * chance for value, chance in distribution.items()), Fraction(0))
