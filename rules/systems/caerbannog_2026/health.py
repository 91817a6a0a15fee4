"""Pools that fill up again, and Vitality that turns into Endurance [Wyniki Testów: Leczenie]."""

from __future__ import annotations

from rules.caerbannog.sheet import RESERVE, held
from rules.errors import RuleError
from rules.systems.caerbannog_2026.sheet import SPEC
from rules.values import NP_, Effect, Sheet

HEALED = "endurance"
_MAXIMUM = {counter.key: counter.default_maximum for counter in SPEC.counters}


def maximum(sheet: Sheet, pool: str) -> int:
    """The pool's maximum on this sheet, else the spec's; 0 for a counter that has none."""
    row = sheet.counters.get(pool)
    written = None if row is None else row.maximum
    return (_MAXIMUM.get(pool) or 0) if written is None else written


def missing(sheet: Sheet, pool: str) -> int:
    """How much the pool lacks to be full; never below 0, though a maximum may have been lowered."""
    return max(maximum(sheet, pool) - held(sheet, pool), 0)


def convertible(sheet: Sheet, most: int) -> int:
    """How much Vitality this person can turn into Endurance now, `most` at best."""
    return min(most, held(sheet, RESERVE), missing(sheet, HEALED))


def conversion(sheet: Sheet, points: int, most: int) -> tuple[Effect, ...]:
    """The effects of turning so much Vitality into Endurance. Raises RuleError for more than `most`."""
    if not 0 <= points <= most:
        raise RuleError(
            NP_(
                "At most {n} point of Vitality can be turned into Endurance here.",
                "At most {n} points of Vitality can be turned into Endurance here.",
            ),
            most,
        )
    return (Effect(sheet.who, RESERVE, -points), Effect(sheet.who, HEALED, points)) if points else ()
