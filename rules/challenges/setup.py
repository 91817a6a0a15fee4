"""Whether a challenge makes sense as it was set up, and what a game master may want to think over."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from rules.challenges.kind import Kind
from rules.challenges.kinds import kind_of
from rules.challenges.spec import STAGES, THRESHOLDS, ChallengeSpec, Price, Stake, Thresholds
from rules.challenges.state import Member
from rules.errors import RuleError
from rules.values import N_, Text

MOST = 999
STAKES = ("low", "high", "lethal", "fixed")
FAIR_LOSS_DIFFICULTY = 4  # below it failures are too rare for a loss threshold to threaten
UNCOMPLICATED = ("breach", "intrigue")  # these need no complication


def check_spec(spec: ChallengeSpec) -> None:
    """Raises RuleError for a setup that can't be played; the words say what is missing or too much."""
    kind = kind_of(spec.kind)
    _check_thresholds(kind, spec.thresholds)
    _check_time(spec)
    _check_sides(spec)
    _check_stake(spec.stake)
    for price in spec.prices:
        _check_price(price)
    if spec.may_withdraw is False and kind.may_withdraw:
        raise RuleError(N_("From this kind of challenge one may always withdraw."))
    if not spec.may_go_negative and not kind.one_total:
        raise RuleError(N_("This kind of challenge has no total that could go below 0."))


def _check_thresholds(kind: Kind, thresholds: Thresholds) -> None:
    for name in sorted(thresholds.named() - kind.takes):
        raise RuleError(N_("This kind of challenge does not know this: {name}."), name=THRESHOLDS[name])
    for name in sorted(kind.needs - thresholds.named()):
        raise RuleError(N_("This kind of challenge needs this: {name}."), name=THRESHOLDS[name])
    numbers = [getattr(thresholds, name) for name in sorted(thresholds.named() - {"quality"})]
    if not all(_whole(number, 1) for number in numbers) or not all(_whole(step.at, 0) for step in thresholds.quality):
        raise RuleError(N_("A threshold is a whole number from 1 to {most}."), most=MOST)
    order = [t for t in (thresholds.win, thresholds.mean, thresholds.overshoot) if t is not None]
    if kind.one_total and any(low >= high for low, high in pairwise(order)):
        raise RuleError(N_("The golden mean lies above the win threshold and below the overshoot threshold."))
    steps = [step.at for step in thresholds.quality]
    if any(low >= high for low, high in pairwise(steps if thresholds.mean is None else steps[::-1])):
        raise RuleError(N_("Each step of quality must be harder to reach than the one before it."))


def _check_time(spec: ChallengeSpec) -> None:
    if spec.stages not in STAGES:
        raise RuleError(N_("There are no such stages."))
    if spec.stages in ("rest", "breather") and spec.continuous:
        raise RuleError(N_("Stages at rests or breathers belong to a challenge that may be paused."))
    if spec.limit is not None and (spec.kind == "survival" or not _whole(spec.limit, 1)):
        raise RuleError(N_("This can't be the last stage of this challenge."))
    if spec.on_time and (spec.kind != "breach" or spec.limit is None):
        raise RuleError(N_("A victory on time belongs to a breach with a last stage."))
    if spec.kind == "breach" and spec.thresholds.knockout is None and not spec.on_time:
        raise RuleError(N_("A breach is won by a knockout, on time, or both."))
    if spec.momentum not in ("", "turn", "stage"):
        raise RuleError(N_("Experience brings Momentum each turn or each stage."))


def _check_sides(spec: ChallengeSpec) -> None:
    if spec.opposed and spec.kind != "breach":
        raise RuleError(N_("Only in a breach do opponents make tests."))
    if spec.share_damage and not spec.group:
        raise RuleError(N_("Only a group may share damage."))


def _check_stake(stake: Stake) -> None:
    if stake.kind not in STAKES or not stake.pools:
        raise RuleError(N_("There is no such stake."))
    if stake.kind in ("lethal", "fixed") and not _whole(stake.amount, 1):
        raise RuleError(N_("This stake needs a number of damage from 1 to {most}."), most=MOST)


def _check_price(price: Price) -> None:
    known = price.per in ("test", "stage", "withdrawal") and price.times in ("", "successes", "failures")
    if not known or (price.per == "withdrawal" and price.times):
        raise RuleError(N_("There is no such price."))
    if not price.counters or not _whole(price.amount, 1):
        raise RuleError(N_("A price is 1 or more of something."))


def check_members(spec: ChallengeSpec, members: Iterable[Member]) -> None:
    """Raises RuleError for participants who can't take part as they are listed."""
    people = tuple(members)
    if len({member.who for member in people}) != len(people):
        raise RuleError(N_("Somebody is listed twice."))
    sides = {member.side for member in people}
    if sides != set(range(len(sides))) or not sides:
        raise RuleError(N_("Every side of a challenge needs a participant."))
    if spec.opposed != (len(sides) > 1):
        raise RuleError(N_("An opposed breach has two sides or more, any other challenge one."))
    if spec.group and sum(member.side == 0 for member in people) < 2:
        raise RuleError(N_("A group challenge needs two participants or more."))


def advice(spec: ChallengeSpec) -> tuple[Text, ...]:
    """What looks odd, never a block [Poziom trudności wyzwania, Komplikacje]."""
    found = []
    stakes = spec.stake.kind != "low" or bool(spec.prices)
    if not stakes and (spec.kind == "survival" or not (spec.limit or spec.stage_length or spec.kind in UNCOMPLICATED)):
        found.append(Text(N_("Nothing is at risk here: give it a limit, a price or a stake.")))
    if spec.thresholds.loss is not None and spec.difficulty is not None and spec.difficulty < FAIR_LOSS_DIFFICULTY:
        found.append(Text(N_("At so low a difficulty failures are rare, and a loss threshold threatens nobody.")))
    if spec.kind == "innovation" and spec.open_thresholds:
        found.append(Text(N_("An innovation is more of a gamble with secret thresholds.")))
    return tuple(found)


def _whole(number: object, low: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and low <= number <= MOST
