"""Two tests against each other [Test sporny]. Nothing of it is stored: two stored results tell it again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.errors import RuleError
from rules.systems.d10_pool.checks import needed
from rules.systems.d10_pool.forecast import readings_of
from rules.systems.d10_pool.reading import Reading, reading_of
from rules.systems.d10_pool.request import tester
from rules.values import N_, CheckRequest, CheckResult, Sheets, Text

MORE_SUCCESSES = Text(N_("more successes"))
MORE_TENS = Text(N_("as many successes, more tens"))
FEWER_ONES = Text(N_("both failed, fewer ones"))
NOT_CRITICAL = Text(N_("a critical failure loses to a plain one"))
DRAW = Text(N_("a draw: nobody gets what they wanted, nobody is harmed"))


@dataclass(frozen=True, slots=True)
class Verdict:
    """`winner` by id, None for a draw, and what decided."""

    winner: int | None
    why: Text


@dataclass(frozen=True, slots=True)
class OpposedOdds:
    """The chances of the one who was named first; together 1."""

    win: Fraction
    lose: Fraction
    draw: Fraction


def opposed(one: CheckResult, other: CheckResult) -> Verdict:
    """Who wins. Tens and ones that are void with each other count for nobody.

    Raises RuleError while one of the throws has to be thrown again, or when both are the same person's.
    """
    people = _two(one.request, other.request)
    mine, theirs = reading_of(one), reading_of(other)
    if mine.again or theirs.again:
        raise RuleError(N_("First throw again what cancelled out."))
    lead, why = _lead(mine, theirs, _failed(mine, one.request) and _failed(theirs, other.request))
    return Verdict(people[0] if lead > 0 else people[1] if lead else None, why)


def opposed_odds(one: CheckRequest, other: CheckRequest, sheets: Sheets) -> OpposedOdds:
    """The exact chances of two tests against each other, a retry not counted.

    Raises RuleError for a request out of order, or when both are the same person's.
    """
    _two(one, other)
    mine, theirs = _kinds(one, sheets), _kinds(other, sheets)
    ways: Counter[int] = Counter()
    for (found, failed), count in mine.items():
        for (answer, lost), number in theirs.items():
            lead, _ = _lead(found, answer, failed and lost)
            ways[(lead > 0) - (lead < 0)] += count * number
    total = ways.total()
    return OpposedOdds(*(Fraction(ways[sign], total) for sign in (1, -1, 0)))


def _two(one: CheckRequest, other: CheckRequest) -> tuple[int, int]:
    people = tester(one).who, tester(other).who
    if people[0] == people[1]:
        raise RuleError(N_("Nobody is their own opponent."))
    return people


def _failed(found: Reading, request: CheckRequest) -> bool:
    return found.successes < needed(request)


def _lead(mine: Reading, theirs: Reading, both_failed: bool) -> tuple[int, Text]:
    """Above 0 where the first one wins, below 0 the second one, 0 for a draw; and what decided."""
    scores = [
        (theirs.critical - mine.critical if both_failed else 0, NOT_CRITICAL),
        (mine.successes - theirs.successes, MORE_SUCCESSES),
        (theirs.ones - mine.ones, FEWER_ONES) if both_failed else (mine.tens - theirs.tens, MORE_TENS),
    ]
    return next(((lead, why) for lead, why in scores if lead), (0, DRAW))


def _kinds(request: CheckRequest, sheets: Sheets) -> Counter[tuple[Reading, bool]]:
    """How many throws come to what, failed or not: readings that differ in nothing that is compared are one."""
    kinds: Counter[tuple[Reading, bool]] = Counter()
    for found, throws in readings_of(request, sheets).items():
        failed = _failed(found, request)
        compared = replace(
            found, thrown=0, tens=found.tens if found.successes else 0, ones=found.ones if failed else 0
        )  # fmt: skip
        kinds[compared, failed] += throws
    return kinds
