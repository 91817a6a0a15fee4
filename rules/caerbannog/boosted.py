"""Exact odds of a check when everybody boosts who can: with Momentum held, or with what this very roll brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import TypeAlias

from rules.caerbannog.boost import BOOST_COST, bonus_of
from rules.caerbannog.edition import Edition
from rules.caerbannog.forecast import reckoned, throw_of, told_difficulty
from rules.caerbannog.planning import plan
from rules.caerbannog.sheet import held
from rules.errors import RuleError
from rules.odds import Kept, kept_die
from rules.values import CheckRequest, Odds, Participant, Sheets

Dice: TypeAlias = "tuple[tuple[int, int], ...]"  # whose, and how many sides


def boosted_odds(edition: Edition, request: CheckRequest, sheets: Sheets) -> Odds:
    """The exact distribution of the result with one boost of everybody who can pay for it; a critical failure has none.

    Where an edition has no boosts these are the plain odds. Raises RuleError like `forecast.odds`.
    """
    throw = throw_of(edition, request, sheets)
    difficulty = told_difficulty(request)
    dice = tuple((part.who, part.sides) for part in plan(edition, request, sheets) for _ in range(part.count))
    bonuses = {one.who: _bonus(edition, one, sheets) for one in request.participants}
    rich = {one.who for one in request.participants if _left(one, sheets) >= BOOST_COST.amount}
    sure = sum(bonuses[who] for who in rich)
    poor = {who: bonus for who, bonus in bonuses.items() if bonus and who not in rich}
    return reckoned(edition, throw, difficulty, _cases(dice, throw.place, poor, sure, Fraction(1)))


def _cases(
    dice: Dice, place: int, poor: Mapping[int, int], more: int, chance: Fraction
) -> Iterator[tuple[Kept, int, Fraction]]:
    """Kept dice with what boosts add to them. The `poor` add their bonus only if a die of theirs shows its top.

    The throws without such a die are those of dice one side smaller; with one are all throws but those.
    """
    if not poor:
        yield from ((kept, more, part * chance) for kept, part in kept_die([n for _, n in dice], place).items())
        return
    (who, bonus), *others = poor.items()
    rest = dict(others)
    smaller = tuple((owner, sides - (owner == who)) for owner, sides in dice)
    topless = chance * prod((Fraction(sides - 1, sides) for owner, sides in dice if owner == who), start=Fraction(1))
    yield from _cases(smaller, place, rest, more, topless)
    yield from _cases(dice, place, rest, more + bonus, chance)
    yield from _cases(smaller, place, rest, more + bonus, -topless)


def _bonus(edition: Edition, one: Participant, sheets: Sheets) -> int:
    if not edition.boosts:
        return 0
    try:
        return bonus_of(edition, one, sheets)[1]
    except RuleError:
        return 0


def _left(one: Participant, sheets: Sheets) -> int:
    """The Momentum that somebody still has after what they pay before the roll."""
    paid = sum(cost.amount for cost in one.pays if cost.counter == BOOST_COST.counter)
    return held(sheets[one.who], BOOST_COST.counter) - paid
