"""Reroll: new dice, old modifiers [Przerzuty Testów]."""

from __future__ import annotations

from collections.abc import Sequence

from rules.caerbannog.checks import check_faces, gains, merged, read, settle
from rules.caerbannog.edition import Edition
from rules.caerbannog.prices import check_payable, payment
from rules.caerbannog.request import check_unanswered, participant, sheet_of
from rules.caerbannog.steps import standing_bonuses
from rules.dice import parts_of
from rules.errors import RuleError
from rules.values import N_, CheckResult, Choice, Die, Effect, FollowUp, Sheets, Taken


def reroll_offer(edition: Edition, result: CheckResult, who: int, sheets_now: Sheets) -> FollowUp:
    """A reroll called by `who`. Which ability allows it, and its price, the table knows: so `costs` is empty."""
    participant(result.request, who)
    sheet_of(sheets_now, who)
    check_unanswered(result.request)
    return FollowUp(f"reroll:{who}", "reroll", who, dice_needed=parts_of(result.dice))


def reroll(
    edition: Edition, result: CheckResult, choice: Choice, sheets_now: Sheets, thrown: Sequence[Die]
) -> CheckResult:
    """The result of the dice on the table once the chosen ones (all, when none is) are thrown again.

    Anybody with a sheet may pay. Raises RuleError for other dice, an answered opposed test, a price not held.
    """
    check_unanswered(result.request)
    places = choice.dice or tuple(range(len(result.dice)))
    if len(set(places)) != len(places):
        raise RuleError(N_("Each die is thrown again once."))
    needed = [(part.who, part.trait, part.sides) for part in parts_of(result.dice, places)]
    if [(die.who, die.trait, die.sides) for die in thrown] != needed:
        raise RuleError(N_("These dice are not the ones that were asked for."))
    check_faces(thrown)
    costs = () if choice.cost is None else (choice.cost,)
    check_payable(sheet_of(sheets_now, choice.payer), costs)
    fresh = dict(zip(places, thrown, strict=True))
    dice = read(result.request, [fresh.get(i, die) for i, die in enumerate(result.dice)])
    gone = tuple(result.dice[i].face for i in places)
    taken = Taken("reroll", choice.payer, choice.cost, note=choice.note, before=result.value, faces=gone)
    # Only the final dice bring Momentum (decisions 8 and 9): the difference may well be negative.
    lost = (Effect(e.who, e.counter, -e.amount) for e in result.gained)
    effects = merged((*payment(choice.payer, costs), *gains(edition, dice), *lost))
    return settle(edition, result.request, dice, standing_bonuses(result), (*result.taken, taken), effects)
