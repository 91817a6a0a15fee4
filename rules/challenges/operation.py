"""Operation [Operacja]: successes less failures up to a threshold."""

from __future__ import annotations

from rules.challenges.kind import Plain, won
from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import Ending, Tally
from rules.values import N_, Text


class Operation(Plain):
    key = "operation"
    name = Text(N_("Operation"))
    needs = frozenset({"win"})
    takes = needs
    may_withdraw = True
    one_total = True

    def after_test(self, spec: ChallengeSpec, tally: Tally) -> Ending | None:
        return won(spec.thresholds.win, tally.total)

    def watches(self, spec: ChallengeSpec) -> frozenset[str]:
        return frozenset({"total"})
