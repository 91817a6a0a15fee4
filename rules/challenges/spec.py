"""What a challenge is before anybody makes a test: its kind, its thresholds, its complications.

Frozen and storable (serialise.py); setup.py tells whether one makes sense.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.values import N_, Text


@dataclass(frozen=True, slots=True)
class Quality:
    """A step of quality of an innovation: reached with `at` successes, or, with a golden mean, within `at` of it."""

    at: int
    name: Text


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The numbers that decide, secret or open together; each kind takes its own ones.

    win, loss   so many successes (or successes less failures) win, so many failures lose
    overshoot   an innovation that gathers so much is lost; `mean` is the best total below it
    knockout    so great a lead within one stage of a breach wins it
    lead        the least lead that wins a breach on time; a smaller one is a draw
    stage       the stage whose end wins a survival
    """

    win: int | None = None
    loss: int | None = None
    overshoot: int | None = None
    mean: int | None = None
    quality: tuple[Quality, ...] = ()
    knockout: int | None = None
    lead: int | None = None
    stage: int | None = None

    def named(self) -> frozenset[str]:
        """The names of those that are set."""
        return frozenset(name for name in THRESHOLDS if getattr(self, name) not in (None, ()))


THRESHOLDS: Mapping[str, Text] = {
    "win": Text(N_("win threshold")),
    "loss": Text(N_("loss threshold")),
    "overshoot": Text(N_("overshoot threshold")),
    "mean": Text(N_("golden mean")),
    "quality": Text(N_("steps of quality")),
    "knockout": Text(N_("knockout threshold")),
    "lead": Text(N_("least lead")),
    "stage": Text(N_("winning stage")),
}

STAGES: Mapping[str, Text] = {
    "abstract": Text(N_("abstract stages")),
    "rest": Text(N_("one stage at each rest")),
    "breather": Text(N_("one stage at each breather")),
    "round": Text(N_("one stage each round")),
}


@dataclass(frozen=True, slots=True)
class Stake:
    """How tests hurt [Stawka wyzwania].

    kind    "low": not at all; "high": by their failures; "lethal": by what they lack to `amount`;
            "fixed": everybody by `amount` each stage
    pools   the counters that damage may lower; the first one unless a test says otherwise
    """

    kind: str = "low"
    amount: int = 0
    pools: tuple[str, ...] = ("endurance", "determination")


@dataclass(frozen=True, slots=True)
class Price:
    """What has to be paid [Koszty wyzwania]: `amount` from any one of `counters`.

    per    "test": by whoever made it; "stage": by anybody of the side; "withdrawal": by whoever leaves
    times  "": once; "successes" or "failures": for each one that the test or stage brought, after it
    """

    per: str
    counters: tuple[str, ...]
    amount: int = 1
    times: str = ""


@dataclass(frozen=True, slots=True)
class ChallengeSpec:
    """A challenge as a game master sets it up; the last four fields are decisions where the text is silent.

    difficulty    of its tests, as advice: results come in with it applied; None where it differs from test to test
    group         the side works together and may share damage out, else each bears their own
    continuous    played to its end, else it may be paused
    stages        one of STAGES; `stage_length` as typed, "1 h"
    limit         after so many stages it is over; `on_time`: and the lead then decides (a breach)
    opposed       a breach in which every side makes tests, else the simplified one
    effort_pools  what may pay a heroic effort; empty means whatever the rules allow
    may_withdraw  None: as its kind has it
    """

    kind: str
    thresholds: Thresholds = Thresholds()
    difficulty: int | None = None
    group: bool = False
    continuous: bool = True
    stages: str = "abstract"
    stage_length: str = ""
    limit: int | None = None
    on_time: bool = False
    opposed: bool = False
    stake: Stake = Stake()
    share_damage: bool = False
    prices: tuple[Price, ...] = ()
    effort_pools: tuple[str, ...] = ()
    may_withdraw: bool | None = None
    open_thresholds: bool = True
    may_go_negative: bool = True  # 29: failures may take a total below 0
    by_stage: bool = False  # 30: totals meet their thresholds at a stage's end, not test by test
    critical_counts_raw: bool = True  # 1: a critical failure counts as the failure that was thrown, not as 0
    momentum: str = ""  # 45: "turn" or "stage"; "" for each turn of a round, else once a stage

    def momentum_at(self) -> str:
        """When experience brings Momentum: at each one's own "turn", or once a "stage" (decision 45)."""
        return self.momentum or ("turn" if self.stages == "round" else "stage")
