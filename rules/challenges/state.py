"""Where a challenge stands, and the moves that take it on. play.py is what applies them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules.challenges.spec import ChallengeSpec
from rules.values import Effect, Text


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in it; side 0 is the party's, the others are its opponents in an opposed breach."""

    who: int
    side: int = 0


class Tally(NamedTuple):
    """What one side has gathered: `total` and `stage` are signed, `stage` begins anew with each stage.

    In an opposed breach `total` is the sum of the leads of the stages that the side has won.
    """

    successes: int = 0
    failures: int = 0
    total: int = 0
    stage: int = 0

    def plus(self, counted: int, negative: bool = True) -> Tally:
        """With one more test that counts `counted`; unless `negative`, the total stops at 0."""
        total = self.total + counted
        return Tally(
            self.successes + max(counted, 0),
            self.failures + max(-counted, 0),
            total if negative else max(total, 0),
            self.stage + counted,
        )


Tallies: TypeAlias = tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class Debt:
    """What somebody still has to choose how to bear: a price with several ways to pay it, damage to share out.

    kind      "entry" (of a stage that has not begun), "price", "withdrawal", "damage"
    who       who bears it; None: anybody of the side, in any parts
    by        the stage in which the side can't go on before this is settled
    counters  any of which may bear it
    """

    kind: str
    side: int
    who: int | None
    by: int
    amount: int
    counters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """outcome "won", "lost", "draw" or "withdrawn", as side 0 sees it; `quality` counts the steps reached."""

    outcome: str
    reason: Text
    winner: int | None = None
    quality: int = 0


# --- moves ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attempt:
    """The test of one participant in this stage: its result as it counts, and `raw` where that differs.

    pool    which counter its damage lowers; "" is the first of the stake's
    effort  the counter that paid a heroic effort, where there was one
    """

    who: int
    value: int
    raw: int | None = None
    pool: str = ""
    effort: str = ""


@dataclass(frozen=True, slots=True)
class EndStage:
    """The stage is over; `skip` those who have made no test."""

    skip: bool = False


@dataclass(frozen=True, slots=True)
class Withdraw:
    who: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The participants of an innovation are content with what they have."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A sequential challenge rests."""


@dataclass(frozen=True, slots=True)
class Resume:
    """A paused challenge goes on."""


@dataclass(frozen=True, slots=True)
class Share:
    who: int
    counter: str
    amount: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Who bears the debt at this place of `state.debts`, and in which parts."""

    debt: int
    shares: tuple[Share, ...]


Move: TypeAlias = Attempt | EndStage | Withdraw | Finish | Pause | Resume | Settle


@dataclass(frozen=True, slots=True)
class ChallengeState:
    """A challenge after its moves. Everything below `moves` follows from what stands above.

    tested     who has made their test of this stage
    withdrawn  who has left
    effects    what the caller must apply now, for the last move alone
    """

    spec: ChallengeSpec
    members: tuple[Member, ...]
    moves: tuple[Move, ...] = ()
    stage: int = 1
    tallies: Tallies = (Tally(),)
    tested: frozenset[int] = frozenset()
    withdrawn: frozenset[int] = frozenset()
    debts: tuple[Debt, ...] = ()
    paused: bool = False
    ending: Ending | None = None
    effects: tuple[Effect, ...] = ()

    def active(self, side: int | None = None) -> tuple[Member, ...]:
        """Who is still in it, of one side or of all."""
        return tuple(m for m in self.members if m.who not in self.withdrawn and side in (None, m.side))
