"""Exact odds before the dice: of every throw, and of all that a hit may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from rules.odds import kept_die
from rules.systems.cairn import saves
from rules.systems.cairn.checks import LEAST, succeeds
from rules.systems.cairn.damage import Hit, Target, hit, through
from rules.systems.cairn.planning import plan
from rules.systems.cairn.request import DAMAGE, MORALE, SAVE, opponent, throw_of
from rules.systems.cairn.sheet import ARMOUR, held
from rules.values import CheckRequest, Odds, Sheets

Distribution = Mapping[int, Fraction]


def odds(request: CheckRequest, sheets: Sheets) -> Odds:
    """The exact distribution of the result; nothing here is critical, and no dice give anything.

    A reaction has no success. Raises RuleError for a request out of order.
    """
    parts = plan(request, sheets)
    throw = throw_of(request)
    if throw == DAMAGE:
        faces = highest([part.sides for part in parts])
        struck = opponent(request)
        armour = held(sheets[struck.who], ARMOUR) if struck else 0
        values = mapped(faces, lambda face: through(face, armour))
    elif throw in (SAVE, MORALE):
        score = held(sheets[parts[0].who], parts[0].trait)
        values = mapped(highest([saves.SIDES]), lambda face: saves.margin(face, score))
    else:
        values = summed([part.sides for part in parts for _ in range(part.count)])
    success = sum((chance for value, chance in values.items() if succeeds(throw, value)), Fraction(0))
    return Odds(MappingProxyType(values), success, Fraction(0), Fraction(0), LEAST.get(throw, max(values) + 1))


def highest(sides: Sequence[int]) -> dict[int, Fraction]:
    """The distribution of the single highest of these dice, mixed or not."""
    values: dict[int, Fraction] = {}
    for kept, chance in kept_die(sides, len(sides) - 1).items():
        values[kept.face] = values.get(kept.face, Fraction(0)) + chance
    return values


def summed(sides: Sequence[int]) -> dict[int, Fraction]:
    """The distribution of the sum of these dice."""
    values = {0: Fraction(1)}
    for die in sides:
        following: dict[int, Fraction] = {}
        for total, chance in values.items():
            for face in range(1, die + 1):
                following[total + face] = following.get(total + face, Fraction(0)) + chance / die
        values = following
    return values


def mapped(faces: Distribution, value: Callable[[int], int]) -> dict[int, Fraction]:
    """The distribution of `value(face)`, lowest first."""
    values: dict[int, Fraction] = {}
    for face, chance in faces.items():
        values[value(face)] = values.get(value(face), Fraction(0)) + chance
    return dict(sorted(values.items()))


# --- a hit ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HitOdds:
    """What one stroke may do: how much each pool loses, which scar comes (0: none), and how it may end."""

    protection_lost: Distribution
    strength_lost: Distribution
    scar: Distribution
    critical: Fraction  # a critical save that fails
    destroyed: Fraction  # Strength at 0 by the hit itself


def hit_odds(sides: Sequence[int], target: Target) -> HitOdds:
    """The exact odds of damage dice thrown together at one target, the single highest counted."""
    faces = highest(sides)

    def spread(read: Callable[[Hit], int]) -> Distribution:
        return MappingProxyType(mapped(faces, lambda face: read(hit(face, target))))

    hits = [(hit(face, target), chance) for face, chance in faces.items()]
    fails = [
        chance * (1 - saves.chance(target.strength - done.strength_lost)) for done, chance in hits if done.critical_save
    ]
    return HitOdds(
        spread(lambda done: done.protection_lost),
        spread(lambda done: done.strength_lost),
        spread(lambda done: done.scar),
        sum(fails, Fraction(0)),
        sum((chance for done, chance in hits if done.destroyed), Fraction(0)),
    )
