"""The arithmetic of a check, term by term, in the order in which it is told."""

from __future__ import annotations

from collections.abc import Iterable

from rules.caerbannog.edition import Edition
from rules.caerbannog.request import OPPOSED, categories, house, lead, named_options, sheet_of
from rules.tables import name_for
from rules.values import N_, CheckRequest, CheckResult, Die, Sheets, Step, Taken, Text

CRITICAL = Text(N_("critical failure"))


def steps(
    edition: Edition, request: CheckRequest, dice: tuple[Die, ...], bonus: tuple[Step, ...], taken: tuple[Taken, ...]
) -> tuple[Step, ...]:
    """The counted die, bonuses, the difficulty, modifiers, boosts; once the difficulty is told, what depends on it."""
    found = [Step("roll", next(die.face for die in dice if die.kept)), *bonus, *_difficulty(request)]
    for modifier in request.modifiers:
        found.append(Step("gear" if modifier.gear else "modifier", modifier.value, note=modifier.reason))
    if edition.is_critical_throw(dice):
        # It adds nothing: it tells that the sum stands for a result of 0, whatever it is.
        found.append(Step("critical", 0, lead(request).who, CRITICAL))
    for one in taken:
        if one.kind == "boost":
            found.append(Step("boost", one.bonus, one.payer, edition.categories[one.category].label))
    if request.difficulty is None:
        return tuple(found)
    for ability in edition.abilities_at(named_options(request), _sum(found)):
        found.append(Step("ability", ability.adds, lead(request).who, ability.label))
    effort = active_effort(taken)
    if effort is not None:
        found.append(Step("effort", 1 - _sum(found), effort.payer))
    return tuple(found)


def _sum(found: Iterable[Step]) -> int:
    return sum(step.value for step in found)


def _difficulty(request: CheckRequest) -> tuple[Step, ...]:
    if request.difficulty is None:
        return ()
    if request.kind == OPPOSED:
        return (Step("opponent", -request.difficulty),)
    return (Step("difficulty", -request.difficulty, label=name_for(house(request).difficulties, request.difficulty)),)


def active_effort(taken: Iterable[Taken]) -> Taken | None:
    """The heroic effort that holds: a reroll after it has thrown it away (decision 46)."""
    effort: Taken | None = None
    for one in taken:
        if one.kind in ("effort", "reroll"):
            effort = one if one.kind == "effort" else None
    return effort


def bonuses(edition: Edition, request: CheckRequest, sheets: Sheets) -> tuple[Step, ...]:
    """What the category of the main skill adds unpaid, where the edition has it so [Testy, the earlier edition]."""
    if edition.boosts:
        return ()
    one = lead(request)
    main = categories(edition, one, sheets)[0]
    bonus = sheet_of(sheets, one.who).bonuses.get(main.key, 0) if main.bonus else 0
    return (Step("bonus", bonus, one.who, main.label),) if bonus else ()


def standing_bonuses(result: CheckResult) -> tuple[Step, ...]:
    """The bonuses that a result was reckoned with: a sheet changed since leaves them alone."""
    return tuple(step for step in result.steps if step.kind == "bonus")
