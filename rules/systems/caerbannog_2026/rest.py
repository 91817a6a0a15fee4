"""Breather, rest and interlude, as what they would change for each person [Schemat Rozgrywki, Pętla Rozgrywki].

The texts name what comes back and not how much; how much is the house's (tables.BREATHER, REST, INTERLUDE).
"""

from __future__ import annotations

from dataclasses import replace

from rules.caerbannog.checks import merged
from rules.caerbannog.sheet import MOMENTUM, RESERVE, held
from rules.errors import RuleError
from rules.scenes.values import RestChoice, RestChoices, Rested, RestKind
from rules.systems.caerbannog_2026.health import (
    conversion,
    convertible,
    maximum,
    missing,
)
from rules.systems.caerbannog_2026.momentum import EXPERIENCE
from rules.tables import CONVERT, CaerbannogTables, Restore
from rules.values import N_, NP_, Counter, Effect, Sheet, Sheets, Text

KINDS = (
    RestKind("breather", Text(N_("Breather")), Text(N_("A short pause after a challenge or a combat."))),
    RestKind(
        "rest", Text(N_("Rest")), Text(N_("Most of what was lost comes back; all experience is spent.")), trains=True
    ),
    RestKind(
        "interlude",
        Text(N_("Interlude")),
        Text(N_("A longer time, as between two adventures.")),
        trains=True,
        heals=True,
    ),
)
_RESTS = {kind.key: kind for kind in KINDS}


def preview(kind: str, sheets: Sheets, choices: RestChoices, tables: CaerbannogTables) -> tuple[Rested, ...]:
    """What this rest would do for each person, by what they chose so far.

    Raises RuleError for an unknown rest and for a choice that it doesn't allow.
    """
    if kind not in _RESTS:
        raise RuleError(N_("This game has no such rest."))
    if not choices.keys() <= sheets.keys():
        raise RuleError(N_("The sheet of this character is missing."))
    return tuple(_one(_RESTS[kind], sheet, choices.get(who, RestChoice()), tables) for who, sheet in sheets.items())


def take(kind: str, sheets: Sheets, choices: RestChoices, tables: CaerbannogTables) -> tuple[Rested, ...]:
    """The preview, once nothing stands in its way. Raises RuleError while experience is left to spend
    [PD a Rozwój Postaci], and where `preview` does.
    """
    rested = preview(kind, sheets, choices, tables)
    unspent = sum(one.unspent for one in rested)
    if unspent:
        raise RuleError(
            NP_(
                "{n} point of experience still has to go into training.",
                "{n} points of experience still have to go into training.",
            ),
            unspent,
        )
    return rested


def _one(rest: RestKind, sheet: Sheet, choice: RestChoice, tables: CaerbannogTables) -> Rested:
    spent = _trained(rest, sheet, choice)
    if choice.injuries and not rest.heals:
        raise RuleError(N_("Injuries heal in an interlude."))
    table: tuple[Restore, ...] = getattr(tables, rest.key)  # the house's table is named as the rest is
    restored = tuple(_restored(sheet, row) for row in table if row.counter != CONVERT)
    limit = sum(_points(row, maximum(sheet, RESERVE)) for row in table if row.counter == CONVERT)
    most = convertible(_after(sheet, restored), limit)
    effects = (
        *restored,
        *conversion(sheet, choice.convert, most),
        Effect(sheet.who, EXPERIENCE, -spent),
        Effect(sheet.who, MOMENTUM, -held(sheet, MOMENTUM) if rest.trains else 0),
    )
    unspent = held(sheet, EXPERIENCE) - spent if rest.trains else 0
    return Rested(sheet.who, merged(effects), most, choice.trainings, choice.injuries, unspent)


def _trained(rest: RestKind, sheet: Sheet, choice: RestChoice) -> int:
    """The experience that goes into trainings. Raises RuleError when it can't."""
    if choice.trainings and not rest.trains:
        raise RuleError(N_("Trainings begin at a rest or in an interlude."))
    for training in choice.trainings:
        if training.experience < 1 or training.invested < 0:
            raise RuleError(N_("Put at least 1 experience into a training."))
        if training.required is not None and training.invested + training.experience > training.required:
            raise RuleError(N_("{training} doesn't need so much experience."), training=training.name)
    if len({training.name for training in choice.trainings}) != len(choice.trainings):
        raise RuleError(N_("Name each training once."))
    spent = sum(training.experience for training in choice.trainings)
    if spent > held(sheet, EXPERIENCE):
        raise RuleError(N_("There isn't enough experience."))
    return spent


def _points(row: Restore, most: int) -> int:
    if isinstance(row.amount, int):
        return row.amount
    return most if row.amount == "all" else (most + 1) // 2


def _restored(sheet: Sheet, row: Restore) -> Effect:
    points = _points(row, maximum(sheet, row.counter))
    return Effect(sheet.who, row.counter, min(points, missing(sheet, row.counter)))


def _after(sheet: Sheet, effects: tuple[Effect, ...]) -> Sheet:
    """The sheet with these effects, so that what comes next reckons with them."""
    changed = {e.counter: Counter(held(sheet, e.counter) + e.amount, maximum(sheet, e.counter)) for e in effects}
    return replace(sheet, counters={**sheet.counters, **changed})
