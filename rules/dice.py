"""Dice: free formulas like 3k8+1, the source of randomness, and throwing what a check plans.

The only module of the rules with something impure in it: `system_dice` asks the operating system. A source is
any callable `(sides) -> face`, so a test or a table with its own dice hands in another one.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.errors import RuleError
from rules.values import N_, NP_, Die, Part

DiceSource: TypeAlias = Callable[[int], int]

MAX_DICE = 50
MIN_SIDES, MAX_SIDES = 2, 1000
MAX_MODIFIER = 1000
MAX_TERMS = 10
MAX_LENGTH = 80

_TERM = re.compile(r"([+-]?)(?:([0-9]{0,5})[kKdD]([0-9]{1,5}|%)|([0-9]{1,5}))")


@dataclass(frozen=True, slots=True)
class Term:
    """`count` dice of `sides`, added or (sign -1) taken away."""

    count: int
    sides: int
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Formula:
    """Free dice as typed: terms in order and one modifier."""

    terms: tuple[Term, ...]
    modifier: int = 0

    def parts(self, who: int) -> tuple[Part, ...]:
        """What `who` has to throw; the dice come back in this order."""
        return tuple(Part(who, "", term.sides, term.count) for term in self.terms)

    def total(self, dice: Sequence[Die]) -> int:
        """The sum of thrown dice, given in the order of the terms. Raises RuleError if they aren't this formula's."""
        sides = [term.sides for term in self.terms for _ in range(term.count)]
        signs = [term.sign for term in self.terms for _ in range(term.count)]
        if [die.sides for die in dice] != sides:
            raise RuleError(N_("These dice are not the ones that were asked for."))
        return sum(sign * die.face for sign, die in zip(signs, dice, strict=True)) + self.modifier

    def written(self, letter: str = "k") -> str:
        """The formula in one canonical spelling; `letter` is k in Polish, d in English."""
        text = "".join(f"{'-' if t.sign < 0 else '+'}{t.count}{letter}{t.sides}" for t in self.terms)
        return text.removeprefix("+") + (f"{self.modifier:+d}" if self.modifier else "")


def parse(text: str) -> Formula:
    """Read free dice: `3k8`, `2k6+1`, `d20`, `k%`, several terms. Raises RuleError for anything else or too much."""
    packed = "".join(text.split()).replace("\N{MINUS SIGN}", "-")
    if not packed or len(packed) > MAX_LENGTH:
        raise RuleError(N_("Write dice like 3d8, 2d6+1 or d20."))
    terms: list[Term] = []
    modifier, position = 0, 0
    while position < len(packed):
        match = _TERM.match(packed, position)
        if match is None or (position and not match[1]):
            raise RuleError(N_("Write dice like 3d8, 2d6+1 or d20."))
        sign = -1 if match[1] == "-" else 1
        if match[4] is not None:
            modifier += sign * int(match[4])
        else:
            terms.append(Term(int(match[2] or 1), 100 if match[3] == "%" else int(match[3]), sign))
        position = match.end()
    return _within_limits(Formula(tuple(terms), modifier))


def _within_limits(formula: Formula) -> Formula:
    if not formula.terms or any(term.count < 1 for term in formula.terms):
        raise RuleError(N_("There has to be at least one die."))
    if len(formula.terms) > MAX_TERMS:
        raise RuleError(NP_("At most {n} kind of dice at once.", "At most {n} kinds of dice at once."), MAX_TERMS)
    if sum(term.count for term in formula.terms) > MAX_DICE:
        raise RuleError(NP_("At most {n} die at once.", "At most {n} dice at once."), MAX_DICE)
    if not all(MIN_SIDES <= term.sides <= MAX_SIDES for term in formula.terms):
        raise RuleError(N_("A die has from {low} to {high} sides."), low=MIN_SIDES, high=MAX_SIDES)
    if abs(formula.modifier) > MAX_MODIFIER:
        raise RuleError(N_("The modifier may be from -{limit} to {limit}."), limit=MAX_MODIFIER)
    return formula


def system_dice(sides: int) -> int:
    """One fair throw with the operating system's randomness."""
    return secrets.randbelow(sides) + 1


def throw(parts: Iterable[Part], source: DiceSource) -> tuple[Die, ...]:
    """Throw every die of the parts, in order. Raises ValueError if the source gives a face that the die lacks."""
    return tuple(_one(part, source(part.sides)) for part in parts for _ in range(part.count))


def _one(part: Part, face: int) -> Die:
    if not 1 <= face <= part.sides:
        raise ValueError(f"a source of dice gave {face} on a die of {part.sides} sides")
    return Die(part.who, part.trait, part.sides, face)


def parts_of(dice: Sequence[Die], indexes: Sequence[int] = ()) -> tuple[Part, ...]:
    """What a reroll of these dice (all of them when none is named) has to throw, one part for each die, in order.

    Raises RuleError for an index that isn't on the table.
    """
    chosen = indexes or range(len(dice))
    if not all(0 <= index < len(dice) for index in chosen):
        raise RuleError(N_("There is no such die on the table."))
    return tuple(Part(dice[i].who, dice[i].trait, dice[i].sides, 1) for i in chosen)
