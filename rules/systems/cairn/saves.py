"""Saves: a d20 against an attribute [Rzuty obronne]."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

SIDES = 20


def passes(face: int, score: int) -> bool:
    """Whether a d20 showing `face` passes against an attribute of `score`: 1 always does, 20 never."""
    return face == 1 or (face <= score and face != SIDES)


def margin(face: int, score: int) -> int:
    """How far a save was from failing: 0 and more passes, below 0 fails, whatever a 1 or a 20 would make of the sum."""
    apart = score - face
    return max(apart, 0) if passes(face, score) else min(apart, -1)


def chance(score: int) -> Fraction:
    """The exact chance to pass against an attribute of `score`; never below 1/20, never above 19/20."""
    return Fraction(min(max(score, 1), SIDES - 1), SIDES)


def most_at_risk(scores: Mapping[int, int]) -> int:
    """Who saves for a group that acts together: the lowest attribute, of equal ones whoever is named first.

    `scores` are the attributes by character, one at least; the text says "usually", so a table may name another.
    """
    return min(scores, key=lambda who: scores[who])
