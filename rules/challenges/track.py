"""The tallies that a challenge can pass through, as numbered places: worked out once each, then looked up.

Standings that differ only in what the kind doesn't watch are one place, so that different ways meet there. What ends
a challenge is asked of its kind, as in play.py: a forecast cannot disagree with the game about that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from rules.challenges.breach import lead
from rules.challenges.debts import damage_of
from rules.challenges.kind import NOBODY
from rules.challenges.kinds import kind_of
from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import Ending, Tallies, Tally

START = 0
ENDS = {-1: "won", -2: "lost", -3: "draw"}
PLACES = {outcome: place for place, outcome in ENDS.items()}

# How many tests, of all together, a forecast looks at: without a last stage, and however late that one is.
LOOK_AHEAD, FURTHEST = 40, 144

Key = TypeVar("Key")
Value = TypeVar("Value")


class Worked(dict[Key, Value]):
    """A table whose rows are worked out when they are first asked for."""

    def __init__(self, work: Callable[[Key], Value]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, key: Key) -> Value:
        self[key] = value = self._work(key)
        return value


class Track:
    """`after[side][place][counted]` is where a test leads that counts so much, `closed[stage][place]` where a stage's
    end leads, with the damage that it brings the party. Places below 0 are ENDS.

    `fixed` is the damage of any stage, cut short or not, for the party of `heads` together.
    """

    def __init__(self, spec: ChallengeSpec, heads: int, sides: int) -> None:
        self.spec = spec
        self.fixed = spec.stake.amount * heads if spec.stake.kind == "fixed" else 0
        last = spec.thresholds.stage or spec.limit
        self.horizon = max(min(last, FURTHEST // heads) if last else LOOK_AHEAD // heads, 1)
        self._kind = kind_of(spec.kind)
        self._watched = tuple(Tally._fields.index(name) for name in sorted(self._kind.watches(spec)))
        self._places: dict[tuple[tuple[int, ...], ...], int] = {}
        self._standing: list[Tallies] = []
        self._place((Tally(),) * sides)
        self.after = [Worked(partial(self._after, side)) for side in range(sides)]
        early = Worked(partial(self._close, 0))  # before the last one all stages end alike
        self.closed: Worked[int, Worked[int, tuple[int, int]]] = Worked(
            lambda stage: Worked(partial(self._close, stage)) if stage == last else early
        )

    @property
    def places(self) -> int:
        """How many places are known so far."""
        return len(self._standing)

    def _place(self, tallies: Tallies) -> int:
        """The number of a standing; the first one that differs in nothing that is watched stands for all."""
        watched = tuple(tuple(tally[i] for i in self._watched) for tally in tallies)
        place = self._places.setdefault(watched, len(self._standing))
        if place == len(self._standing):
            self._standing.append(tallies)
        return place

    def _after(self, side: int, place: int) -> Worked[int, int]:
        return Worked(partial(self._tested, self._standing[place], side))

    def _tested(self, tallies: Tallies, side: int, counted: int) -> int:
        tally = tallies[side].plus(counted, self.spec.may_go_negative)
        ending = None if self.spec.by_stage else self._kind.after_test(self.spec, tally)
        return self._end(ending, (*tallies[:side], tally, *tallies[side + 1 :]))

    def _close(self, stage: int, place: int) -> tuple[int, int]:
        spec, kind = self.spec, self._kind
        tallies = self._standing[place]
        damage = self._stage_damage(tallies)
        ending = kind.after_test(spec, tallies[0]) if spec.by_stage else None
        tallies, time = kind.after_stage(spec, tallies, stage, NOBODY)
        if kind.finishes and not (ending or time):
            content = kind.finish(spec, tallies[0])
            time = content if content.outcome == "won" else None
        # Opposed sides are told apart by their leads alone, so their totals are kept small: the last one's is 0.
        less = tallies[-1].total if spec.opposed else 0
        return self._end(ending or time, tuple(t._replace(stage=0, total=t.total - less) for t in tallies)), damage

    def _end(self, ending: Ending | None, tallies: Tallies) -> int:
        return PLACES[ending.outcome] if ending else self._place(tallies)

    def _stage_damage(self, tallies: Tallies) -> int:
        """What a stage as a whole hurts the party, all of it together (see debts.charge_stage)."""
        behind = damage_of(self.spec, lead(tallies, 0, "stage", NOBODY)) if self.spec.opposed else 0
        return self.fixed or behind
