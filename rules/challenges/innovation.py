"""Innovation [Innowacja]: like an operation, but its participants say when it is done, and what is over the threshold
betters it, up to the overshoot threshold, at which it is spoilt."""

from __future__ import annotations

from rules.challenges.kind import NOBODY, Plain, out_of_time, reached
from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import Ending, Tallies, Tally
from rules.values import N_, Text


class Innovation(Plain):
    key = "innovation"
    name = Text(N_("Innovation"))
    needs = frozenset({"win"})
    takes = frozenset({"win", "overshoot", "mean", "quality"})
    may_withdraw = True
    one_total = True
    finishes = True

    def after_test(self, spec: ChallengeSpec, tally: Tally) -> Ending | None:
        if reached(spec.thresholds.overshoot, tally.total):
            return Ending("lost", Text(N_("It is overdone: the overshoot threshold is reached.")))
        return None

    def after_stage(
        self, spec: ChallengeSpec, tallies: Tallies, stage: int, out: frozenset[int] = NOBODY
    ) -> tuple[Tallies, Ending | None]:
        """When time is up, what there is has to do."""
        return tallies, self.finish(spec, tallies[0]) if out_of_time(spec, stage) else None

    def finish(self, spec: ChallengeSpec, tally: Tally) -> Ending:
        if not reached(spec.thresholds.win, tally.total):
            return Ending("lost", Text(N_("It was finished too early.")))
        return Ending("won", Text(N_("It is finished.")), 0, quality(spec, tally.total))

    def watches(self, spec: ChallengeSpec) -> frozenset[str]:
        return frozenset({"total"})


def quality(spec: ChallengeSpec, total: int) -> int:
    """How many steps of quality a total reaches: by its height, or by its nearness to the golden mean."""
    mean = spec.thresholds.mean
    if mean is None:
        return sum(total >= step.at for step in spec.thresholds.quality)
    return sum(abs(total - mean) <= step.at for step in spec.thresholds.quality)
