"""The GM corrects a finished test, or tells how many successes were needed; the dice stay (decision 46)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.errors import RuleError
from rules.systems.d10_pool.checks import settle
from rules.systems.d10_pool.pool import ease, plan
from rules.systems.d10_pool.request import numbers
from rules.values import N_, CheckRequest, CheckResult, Choice, Die, Sheets, Taken


def correct(result: CheckResult, choice: Choice, sheets_now: Sheets) -> CheckResult:
    """The result as the corrected request has it. Raises RuleError when that would have been another pool."""
    old, new = result.request, choice.request
    if new is None:
        raise RuleError(N_("Say what the test should have been."))
    numbers(new)
    if new.difficulty is None and old.difficulty is not None:
        raise RuleError(N_("A difficulty once told can't be untold."))
    dice = result.dice if _pool(new) == _pool(old) else _fitting(new, result.dice, sheets_now)
    taken = result.taken
    if old.difficulty is not None:  # to tell an open number is no correction
        taken = (*taken, Taken("correct", choice.payer, note=choice.note, before=result.value))
    return settle(new, dice, taken)


def _pool(request: CheckRequest) -> tuple[object, ...]:
    """What the size of the pool hangs on; where it is the same the dice stay, even if the sheet has changed since."""
    modifiers = sum(modifier.value for modifier in request.modifiers)
    return request.participants, request.kind, ease(request), modifiers


def _fitting(new: CheckRequest, dice: Sequence[Die], sheets_now: Sheets) -> tuple[Die, ...]:
    """The dice on the table under the names of the new request."""
    slots = [(part.who, part.trait) for part in plan(new, sheets_now) for _ in range(part.count)]
    if len(slots) != len(dice) or any(who != die.who for (who, _), die in zip(slots, dice, strict=True)):
        raise RuleError(N_("The dice on the table don't fit that; it has to be thrown anew."))
    return tuple(replace(die, trait=trait) for (_, trait), die in zip(slots, dice, strict=True))
