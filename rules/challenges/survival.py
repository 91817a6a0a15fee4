"""Survival [Przetrwanie]: to last to the end of a stage."""

from __future__ import annotations

from rules.challenges.kind import NOBODY, Plain, lost, reached
from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import Ending, Tallies, Tally
from rules.values import N_, Text


class Survival(Plain):
    key = "survival"
    name = Text(N_("Survival challenge"))  # "Survival" is a skill
    needs = frozenset({"stage"})
    takes = frozenset({"stage", "loss"})  # 33: a loss threshold is the example's, so it may be left out
    may_withdraw = False

    def after_test(self, spec: ChallengeSpec, tally: Tally) -> Ending | None:
        return lost(spec.thresholds.loss, tally.failures)

    def after_stage(
        self, spec: ChallengeSpec, tallies: Tallies, stage: int, out: frozenset[int] = NOBODY
    ) -> tuple[Tallies, Ending | None]:
        if reached(spec.thresholds.stage, stage):
            return tallies, Ending("won", Text(N_("The winning stage is over.")), 0)
        return tallies, None

    def watches(self, spec: ChallengeSpec) -> frozenset[str]:
        return frozenset() if spec.thresholds.loss is None else frozenset({"failures"})
