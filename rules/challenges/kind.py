"""What a kind of challenge is. A newcomer is one file like operation.py and one line in kinds.py."""

from __future__ import annotations

from typing import Protocol

from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import Ending, Tallies, Tally
from rules.values import N_, Text

NOBODY: frozenset[int] = frozenset()


class Kind(Protocol):
    """Every function is pure; the spec is one that setup.py has found in order."""

    key: str
    name: Text
    needs: frozenset[str]  # the thresholds it can't do without
    takes: frozenset[str]  # all those that mean something to it
    may_withdraw: bool  # always; else only where the game master allows it
    one_total: bool  # failures are taken from its successes
    finishes: bool  # its participants say when it is done

    def after_test(self, spec: ChallengeSpec, tally: Tally) -> Ending | None:
        """The end that the party's tally has brought; None while nothing is decided."""

    def after_stage(
        self, spec: ChallengeSpec, tallies: Tallies, stage: int, out: frozenset[int] = NOBODY
    ) -> tuple[Tallies, Ending | None]:
        """The tallies at the end of a stage and the end that it has brought; `out` are the sides that have left."""

    def finish(self, spec: ChallengeSpec, tally: Tally) -> Ending:
        """The end when its participants stop here. Only for a kind that `finishes`."""

    def watches(self, spec: ChallengeSpec) -> frozenset[str]:
        """The fields of a tally on which its end depends; a forecast keeps no others."""


class Plain:
    """What most kinds share: one side, no finishing, a limit that is only a limit."""

    finishes = False
    one_total = False

    def after_stage(
        self, spec: ChallengeSpec, tallies: Tallies, stage: int, out: frozenset[int] = NOBODY
    ) -> tuple[Tallies, Ending | None]:
        return tallies, out_of_time(spec, stage)

    def finish(self, spec: ChallengeSpec, tally: Tally) -> Ending:
        raise ValueError("this kind is never finished by its participants")


def out_of_time(spec: ChallengeSpec, stage: int) -> Ending | None:
    """Lost when the last stage is over [Ograniczenia czasowe wyzwań]."""
    if spec.limit is None or stage < spec.limit:
        return None
    return Ending("lost", Text(N_("Time has run out.")))


def reached(threshold: int | None, number: int) -> bool:
    return threshold is not None and number >= threshold


def won(threshold: int | None, number: int) -> Ending | None:
    """Won when `number` reaches the threshold."""
    return Ending("won", Text(N_("The win threshold is reached.")), 0) if reached(threshold, number) else None


def lost(threshold: int | None, failures: int) -> Ending | None:
    """Lost when the failures reach the threshold."""
    return Ending("lost", Text(N_("The loss threshold is reached."))) if reached(threshold, failures) else None
