"""The GM corrects a finished roll, or tells the difficulty that was still open (decision 46).

Dice and boosts stay. An effort that isn't needed any more (or isn't allowed) is given back; one still needed
keeps its old price unless the player agrees to the new one.
"""

from __future__ import annotations

from dataclasses import replace

from rules.caerbannog.checks import merged, read, settle
from rules.caerbannog.edition import Edition
from rules.caerbannog.effort import affordable, effort_kept, pay, refund, without_effort
from rules.caerbannog.gear import check_gear, wear
from rules.caerbannog.planning import dice_parts
from rules.caerbannog.prices import paid_before
from rules.caerbannog.request import house, numbers, people, sheet_of
from rules.caerbannog.sheet import held
from rules.caerbannog.steps import active_effort, bonuses, standing_bonuses
from rules.caerbannog.totals import effort_price
from rules.errors import RuleError
from rules.values import (
    N_,
    CheckRequest,
    CheckResult,
    Choice,
    Counter,
    Die,
    Effect,
    Sheet,
    Sheets,
    Taken,
)


def correct(edition: Edition, result: CheckResult, choice: Choice, sheets_now: Sheets) -> CheckResult:
    """The result as the corrected request has it. Raises RuleError when the dice on the table don't fit it."""
    old, new = result.request, choice.request
    if new is None:
        raise RuleError(N_("Say what the test should have been."))
    numbers(edition, new)
    if new.kind != old.kind:
        raise RuleError(N_("An opposed test and a plain one can't be made of each other."))
    if paid_before(new) != paid_before(old):
        raise RuleError(N_("What was paid before the roll stays paid."))
    if new.difficulty is None and old.difficulty is not None:
        raise RuleError(N_("A difficulty once told can't be untold."))
    had, has = _gear(old), _gear(new)
    check_gear(edition, new, sheets_now, already=had)
    dice = read(new, _fitting(edition, old, new, result.dice, sheets_now))
    gear = (*wear(old, sheets_now, +1, had - has), *wear(new, sheets_now, -1, has - had))
    bonus = standing_bonuses(result) if new.participants == old.participants else bonuses(edition, new, sheets_now)
    bare = settle(edition, new, dice, bonus, without_effort(result.taken), ())
    taken, effects = _effort_again(result, bare, choice, sheets_now)
    if result.value is not None:  # to tell an open difficulty is no correction
        taken = (*taken, Taken("correct", choice.payer, note=choice.note, before=result.value))
    return settle(edition, new, dice, bonus, taken, (*gear, *effects))


def _gear(request: CheckRequest) -> frozenset[str]:
    return frozenset(modifier.gear for modifier in request.modifiers if modifier.gear)


def _fitting(
    edition: Edition, old: CheckRequest, new: CheckRequest, dice: tuple[Die, ...], sheets_now: Sheets
) -> tuple[Die, ...]:
    """The dice on the table, renamed when another trait of the same dice should have been tested."""
    if new.participants == old.participants:
        return dice  # as thrown, even if the sheet has changed since
    people(edition, new, sheets_now)
    slots = [(p.who, p.trait, p.sides) for p in dice_parts(edition, new, sheets_now) for _ in range(p.count)]
    renamed: list[Die] = []
    for die in dice:
        exact = (die.who, die.trait, die.sides)
        slot = exact if exact in slots else next((s for s in slots if (s[0], s[2]) == (die.who, die.sides)), None)
        if slot is None:
            raise RuleError(N_("The dice on the table don't fit that; it has to be thrown anew."))
        slots.remove(slot)
        renamed.append(replace(die, trait=slot[1]))
    if slots:
        raise RuleError(N_("The dice on the table don't fit that; it has to be thrown anew."))
    return tuple(renamed)


def _effort_again(
    result: CheckResult, bare: CheckResult, choice: Choice, sheets_now: Sheets
) -> tuple[tuple[Taken, ...], tuple[Effect, ...]]:
    """The follow-ups that stay, and what the effort's fate gives back or takes."""
    effort = active_effort(result.taken)
    taken, returned = effort_kept(result.taken, bare)
    if effort is None or effort not in taken:
        return taken, returned
    price = effort_price(bare)
    if not choice.reprice or effort.cost is None or effort.cost.amount == price:
        return taken, ()
    tables = house(bare.request)
    returned = refund(effort.payer, effort.cost, effort.rest)
    purse = _given_back(sheet_of(sheets_now, effort.payer), returned)
    cost = next((c for c in affordable(purse, price, tables) if c.counter == effort.cost.counter), None)
    if cost is None:
        raise RuleError(N_("The effort's new price can't be paid."))
    rest, payment = pay(effort.payer, cost, held(purse, cost.counter), tables)
    again = replace(effort, cost=cost, rest=rest, before=bare.value)
    return tuple(again if one is effort else one for one in taken), merged((*returned, *payment))


def _given_back(sheet: Sheet, effects: tuple[Effect, ...]) -> Sheet:
    counters = dict(sheet.counters)
    for effect in effects:
        counters[effect.counter] = Counter(held(sheet, effect.counter) + effect.amount)
    return replace(sheet, counters=counters)
