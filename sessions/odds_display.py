"""An exact distribution as a table: one line for each result, its name, its chance, its bar."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from rules.protocol import RuleSystem
from rules.values import CheckRequest, Odds, Text
from sessions.check_words import momentum_unit
from sheets.snapshot import Rows


@dataclass(frozen=True)
class Line:
    """`share` is the bar's length: the chance as a part of the most likely result's."""

    value: int
    name: Text
    chance: Fraction
    share: Fraction
    failed: bool
    edge: bool  # the first success, under which the line between failure and success is drawn


def table(system: RuleSystem, request: CheckRequest, rows: Rows) -> dict[str, Any]:
    """The context of templates/sessions/_odds.html; without a difficulty there is nothing to tell."""
    sheet, request = rows.sheet(), replace(request, tables=rows.tables)
    sheets = {sheet.who: sheet}
    plan = system.plan(request, sheets)
    dice = " + ".join(f"{part.count}{_('d%(sides)s') % {'sides': part.sides}}" for part in plan)
    if request.difficulty is None:
        return {"dice": dice, "lines": []}
    odds = system.odds(request, sheets)
    unit = momentum_unit(system.key)
    found = lines(system, request, odds)
    return {"dice": dice, "difficulty": request.difficulty, "odds": odds, "unit": unit, "lines": found}


def lines(system: RuleSystem, request: CheckRequest, odds: Odds) -> list[Line]:
    """The distribution from the worst result to the best."""
    most = max(odds.values.values())
    found: list[Line] = []
    for value in sorted(odds.values):
        chance = odds.values[value]
        failed = value < odds.passing
        edge = not failed and (not found or found[-1].failed)
        found.append(Line(value, system.result_name(request, value), chance, chance / most, failed, edge))
    return found
