"""Exact odds of a check before its dice are thrown."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from rules.caerbannog.checks import kept_place
from rules.caerbannog.edition import Edition
from rules.caerbannog.planning import plan
from rules.caerbannog.request import OPPOSED, named_options
from rules.caerbannog.steps import bonuses
from rules.errors import RuleError
from rules.odds import Kept, kept_die
from rules.values import N_, CheckRequest, Odds, Sheets


class Throw(NamedTuple):
    """All about a test that its odds hang on, but the difficulty."""

    sides: tuple[int, ...]
    place: int  # of the counted die among the dice in order
    added: int
    options: frozenset[str] = frozenset()


def odds(edition: Edition, request: CheckRequest, sheets: Sheets) -> Odds:
    """The exact distribution of the result, a critical failure counted as the edition counts it.

    Raises RuleError for a request out of order, and for one whose difficulty is not told.
    """
    throw = throw_of(edition, request, sheets)
    return odds_against(edition, throw, told_difficulty(request))


def told_difficulty(request: CheckRequest) -> int:
    """The difficulty of a test that has chances of its own. Raises RuleError for any other one."""
    if request.kind == OPPOSED:
        raise RuleError(N_("The chances of an opposed test hang on both sides."))
    if request.difficulty is None:
        raise RuleError(N_("The difficulty is not told yet."))
    return request.difficulty


def throw_of(edition: Edition, request: CheckRequest, sheets: Sheets) -> Throw:
    """What the request throws and adds. Raises RuleError for a request out of order."""
    sides = tuple(sorted(part.sides for part in plan(edition, request, sheets) for _ in range(part.count)))
    bonus = sum(step.value for step in bonuses(edition, request, sheets))
    added = bonus + sum(modifier.value for modifier in request.modifiers)
    return Throw(sides, kept_place(request, len(sides)), added, named_options(request))


@lru_cache(maxsize=4096)
def odds_against(edition: Edition, throw: Throw, difficulty: int) -> Odds:
    """The exact distribution of this throw's result against a difficulty."""
    cases = ((kept, 0, chance) for kept, chance in kept_die(throw.sides, throw.place).items())
    return reckoned(edition, throw, difficulty, cases)


def reckoned(edition: Edition, throw: Throw, difficulty: int, cases: Iterable[tuple[Kept, int, Fraction]]) -> Odds:
    """The distribution of results out of cases: a kept die, what is added to it after the roll, and their chance."""
    values: dict[int, Fraction] = {}
    success = critical = Fraction(0)
    for kept, more, chance in cases:
        ones = kept.all_ones and edition.ones_are_critical
        value = 0 if ones else _with_abilities(edition, throw, kept.face + throw.added + more - difficulty)
        values[value] = values.get(value, Fraction(0)) + chance
        if ones or edition.is_critical_result(value):
            critical += chance
        elif value > 0:
            success += chance
    possible = {value: chance for value, chance in sorted(values.items()) if chance}
    tops = throw.sides if edition.momentum_from_dice else ()
    gain = sum((Fraction(1, die) for die in tops), Fraction(0))
    roll = 1 + throw.added if edition.ones_are_critical else None
    return Odds(MappingProxyType(possible), success, critical, gain, critical_roll=roll)


def _with_abilities(edition: Edition, throw: Throw, result: int) -> int:
    return result + sum(ability.adds for ability in edition.abilities_at(throw.options, result))


def mixed(cases: Iterable[tuple[Odds, Fraction]]) -> Odds:
    """One distribution out of several, each with its chance."""
    values: dict[int, Fraction] = {}
    success = critical = gain = Fraction(0)
    for case, weight in cases:
        for value, chance in case.values.items():
            values[value] = values.get(value, Fraction(0)) + chance * weight
        success += case.success * weight
        critical += case.critical * weight
        gain += case.gain * weight
    return Odds(MappingProxyType(dict(sorted(values.items()))), success, critical, gain)
