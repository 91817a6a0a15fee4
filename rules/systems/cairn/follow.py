"""What is still thrown after damage: the save that decides about critical damage [Obrażenia krytyczne]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.errors import RuleError
from rules.systems.cairn.damage import critical
from rules.systems.cairn.planning import need_dice
from rules.systems.cairn.request import being, opponent, sheet_of
from rules.systems.cairn.saves import SIDES, passes
from rules.systems.cairn.sheet import STRENGTH, held
from rules.values import N_, CheckResult, Choice, Die, FollowUp, Part, Sheets, Taken

CRITICAL_SAVE = "critical_save"


def follow_ups(result: CheckResult, sheets_now: Sheets) -> tuple[FollowUp, ...]:
    """The critical save of whoever was hit, where the hit has brought one and it isn't made yet."""
    target = opponent(result.request)
    if target is None:
        return ()
    try:
        return (save_offer(result, target.who, sheets_now),)
    except RuleError:
        return ()


def save_offer(result: CheckResult, who: int, sheets_now: Sheets) -> FollowUp:
    """The critical save open to `who`; `sheets_now` have the hit's effects applied, for the save is against the new
    Strength. Raises RuleError when there is none.
    """
    target = opponent(result.request)
    if target is None or target.who != who:
        raise RuleError(N_("Whoever was hit makes this save."))
    if any(taken.kind == CRITICAL_SAVE for taken in result.taken):
        raise RuleError(N_("This save is made already."))
    if not any(effect.who == who and effect.counter == STRENGTH for effect in result.effects):
        raise RuleError(N_("The hit took no Strength, so there is nothing to save against."))
    if held(sheet_of(sheets_now, who), STRENGTH) == 0:
        raise RuleError(N_("With Strength at 0 there is no save any more."))
    return FollowUp(f"{CRITICAL_SAVE}:{who}", CRITICAL_SAVE, who, dice_needed=(Part(who, STRENGTH, SIDES, 1),))


def follow(result: CheckResult, choice: Choice, sheets_now: Sheets, thrown: Sequence[Die] = ()) -> CheckResult:
    """The result after its critical save: the same damage, the name now telling what became of the target.

    `thrown` is the d20. Raises RuleError for another follow-up, for a save that isn't open, and for other dice.
    """
    if choice.kind != CRITICAL_SAVE:
        raise RuleError(N_("This game has no such follow-up."))
    need_dice(thrown, save_offer(result, choice.payer, sheets_now).dice_needed)
    face = thrown[0].face
    name = critical(
        passes(face, held(sheets_now[choice.payer], STRENGTH)),
        being(result.request),
        doomed=bool(result.request.options.get("doomed")),
    )
    taken = Taken(CRITICAL_SAVE, choice.payer, before=result.value, faces=(face,))
    return replace(result, name=name, effects=(), taken=(*result.taken, taken))
