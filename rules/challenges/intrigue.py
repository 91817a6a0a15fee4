"""Intrigue [Intryga]: successes and failures are counted apart, and whichever reaches its threshold first decides."""

from __future__ import annotations

from rules.challenges.kind import Plain, lost, won
from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import Ending, Tally
from rules.values import N_, Text


class Intrigue(Plain):
    key = "intrigue"
    name = Text(N_("Intrigue"))
    needs = frozenset({"win", "loss"})
    takes = needs
    may_withdraw = False

    def after_test(self, spec: ChallengeSpec, tally: Tally) -> Ending | None:
        """No test brings both; where stages are summed, the loss wins (decision 30)."""
        return lost(spec.thresholds.loss, tally.failures) or won(spec.thresholds.win, tally.successes)

    def watches(self, spec: ChallengeSpec) -> frozenset[str]:
        return frozenset({"successes", "failures"})
