"""Breach [Wyłom]: every stage is one big opposed test of the sides; a knockout in one stage wins, or the lead in time.

In the simplified breach the party alone makes tests, against a fixed difficulty; its sum is then its lead.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.challenges.kind import NOBODY, Plain, out_of_time, reached
from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import Ending, Tallies, Tally
from rules.values import N_, Text


class Breach(Plain):
    key = "breach"
    name = Text(N_("Breach"))
    needs = frozenset[str]()  # a knockout threshold or a lead on time; setup.py asks for either
    takes = frozenset({"knockout", "lead"})
    may_withdraw = True

    def after_test(self, spec: ChallengeSpec, tally: Tally) -> Ending | None:
        """A stage is one test, so nothing is decided before its end; failures lessen its sum (decision 32)."""
        return None

    def after_stage(
        self, spec: ChallengeSpec, tallies: Tallies, stage: int, out: frozenset[int] = NOBODY
    ) -> tuple[Tallies, Ending | None]:
        leads = {side: lead(tallies, side, "stage", out) for side in range(len(tallies)) if side not in out}
        if spec.opposed:
            tallies = with_leads(tallies, leads)
        for side, ahead in leads.items():
            if reached(spec.thresholds.knockout, ahead):
                return tallies, decided(side, Text(N_("A knockout decides it.")))
        if not spec.on_time:
            return tallies, out_of_time(spec, stage)
        return tallies, on_time(spec, tallies, out) if reached(spec.limit, stage) else None

    def watches(self, spec: ChallengeSpec) -> frozenset[str]:
        knockout = {"stage"} if spec.thresholds.knockout is not None or spec.opposed else set()
        return frozenset(knockout | ({"total"} if spec.on_time else set()))


def lead(tallies: Tallies, side: int, field: str, out: frozenset[int]) -> int:
    """How far a side is ahead of the best of the others; alone, its sum is its lead."""
    others = [getattr(t, field) for i, t in enumerate(tallies) if i != side and i not in out]
    return int(getattr(tallies[side], field)) - max(others, default=0)


def with_leads(tallies: Tallies, leads: Mapping[int, int]) -> Tallies:
    """The totals with the best side's lead in this stage, and without the sums of the stage [Na czas]."""
    return tuple(t._replace(total=t.total - t.stage + max(leads.get(side, 0), 0)) for side, t in enumerate(tallies))


def on_time(spec: ChallengeSpec, tallies: Tallies, out: frozenset[int]) -> Ending:
    """Who leads when time is up; a lead below the least one is a draw."""
    least = spec.thresholds.lead or 1
    words = Text(N_("Time is up, and the lead decides."))
    for side in range(len(tallies)):
        if side not in out and lead(tallies, side, "total", out) >= least:
            return decided(side, words)
    if len(tallies) == 1 and tallies[0].total <= -least:
        return Ending("lost", words)
    return Ending("draw", Text(N_("Time is up, and no side leads by enough.")))


def decided(side: int, words: Text) -> Ending:
    return Ending("lost" if side else "won", words, side)
