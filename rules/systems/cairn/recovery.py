"""Getting back what was lost, and what going without costs [Leczenie i regeneracja, Dyskomfort i zmęczenie].

Whoever is deprived of something vital recovers nothing, and nobody comes back from Strength 0.
"""

from __future__ import annotations

from rules.errors import RuleError
from rules.systems.cairn.inventory import Inventory, tire
from rules.systems.cairn.sheet import ATTRIBUTES, FATIGUE, PROTECTION, STRENGTH, counter, held
from rules.values import N_, Effect, Sheet


def moments(sheet: Sheet, *, deprived: bool = False) -> tuple[Effect, ...]:
    """A few moments of rest and a drink of water: all Hit Protection. Raises RuleError for the deprived or dead."""
    _need_living(sheet)
    _need_comfort(deprived)
    return _refilled(sheet, PROTECTION)


def week(sheet: Sheet, *, healer: bool, deprived: bool = False) -> tuple[Effect, ...]:
    """A week of rest with a healer's help: every lost point of the attributes.

    Raises RuleError without a healer (or another fit expert), and for the deprived or dead.
    """
    _need_living(sheet)
    _need_comfort(deprived)
    if not healer:
        raise RuleError(N_("Attributes come back with the help of a healer."))
    return _refilled(sheet, *ATTRIBUTES)


def night(sheet: Sheet, *, safe: bool, deprived: bool = False) -> tuple[Effect, ...]:
    """A whole night in a safe place: no fatigue is left. Raises RuleError elsewhere, and for the deprived or dead."""
    _need_living(sheet)
    _need_comfort(deprived)
    if not safe:
        raise RuleError(N_("Fatigue passes in a safe place."))
    fatigue = held(sheet, FATIGUE)
    return (Effect(sheet.who, FATIGUE, -fatigue),) if fatigue else ()


def deprived_day(inventory: Inventory, day: int) -> Inventory:
    """The inventory at the end of the `day`-th day in a row of going without: one fatigue from the second day on.

    Raises RuleError when something has to be dropped for it first.
    """
    return tire(inventory) if day > 1 else inventory


def _need_living(sheet: Sheet) -> None:
    if held(sheet, STRENGTH) == 0:
        raise RuleError(N_("Nobody comes back from Strength 0."))


def _need_comfort(deprived: bool) -> None:
    if deprived:
        raise RuleError(N_("Whoever is deprived recovers nothing."))


def _refilled(sheet: Sheet, *keys: str) -> tuple[Effect, ...]:
    counters = [(key, counter(sheet, key)) for key in keys]
    missing = [(key, (now.maximum or 0) - now.value) for key, now in counters]
    return tuple(Effect(sheet.who, key, amount) for key, amount in missing if amount > 0)
