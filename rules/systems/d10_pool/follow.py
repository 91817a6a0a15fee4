"""What may still be done to a finished test: throw again what cancelled out, retry a failure, correct the request.

An offer is computed by the same function that guards its taking, so what is offered can be followed and what
isn't offered is refused with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.dice import parts_of
from rules.errors import RuleError
from rules.systems.d10_pool.checks import check_dice, retried, settle
from rules.systems.d10_pool.correct import correct
from rules.systems.d10_pool.reading import reading_of
from rules.systems.d10_pool.request import sheet_of, tester
from rules.values import (
    N_,
    NP_,
    CheckResult,
    Choice,
    Die,
    FollowUp,
    Sheets,
    Taken,
)

MAX_NOTE = 120


def follow_ups(result: CheckResult, sheets_now: Sheets) -> tuple[FollowUp, ...]:
    """What is open now: at most one of a reroll and a retry."""
    offers: list[FollowUp] = []
    for offer in _OFFERS.values():
        try:
            offers.append(offer(result, tester(result.request).who, sheets_now))
        except RuleError:
            continue
    return tuple(offers)


def follow(result: CheckResult, choice: Choice, sheets_now: Sheets, thrown: Sequence[Die] = ()) -> CheckResult:
    """The whole new result. Raises RuleError for anything that isn't open and complete."""
    if len(choice.note) > MAX_NOTE:
        raise RuleError(NP_("A note has at most {n} character.", "A note has at most {n} characters."), MAX_NOTE)
    if choice.kind == "correct":
        if thrown:
            raise RuleError(N_("A correction throws no dice."))
        return correct(result, choice, sheets_now)
    offer = _OFFERS.get(choice.kind)
    if offer is None:
        raise RuleError(N_("This game has no such follow-up."))
    return _thrown_again(result, choice, offer(result, choice.payer, sheets_now), thrown)


def reroll_offer(result: CheckResult, who: int, sheets_now: Sheets) -> FollowUp:
    """Tens and ones that cancel out with nothing beside them are thrown again, as often as it happens [Wynik 10].

    Raises RuleError when the throw has settled something.
    """
    _owner(result, who, sheets_now)
    if not reading_of(result).again:
        raise RuleError(N_("Only tens and ones that cancel out are thrown again."))
    return FollowUp(f"reroll:{who}", "reroll", who, dice_needed=parts_of(result.dice))


def retry_offer(result: CheckResult, who: int, sheets_now: Sheets) -> FollowUp:
    """A failed test may be made once more, at the price of worse consequences [Próg sukcesu].

    Raises RuleError when there is nothing to retry, or no retry left.
    """
    _owner(result, who, sheets_now)
    if retried(result.taken):
        raise RuleError(N_("A test is retried once."))
    if result.outcome == "critical_failure":
        raise RuleError(N_("A critical failure can't be retried."))
    if result.outcome != "failure":
        raise RuleError(N_("Only a failure can be retried."))
    return FollowUp(f"retry:{who}", "retry", who, dice_needed=parts_of(result.dice))


_OFFERS: dict[str, Callable[[CheckResult, int, Sheets], FollowUp]] = {"reroll": reroll_offer, "retry": retry_offer}


def _owner(result: CheckResult, who: int, sheets_now: Sheets) -> None:
    if tester(result.request).who != who:
        raise RuleError(N_("This character takes no part in the test."))
    sheet_of(sheets_now, who)


def _thrown_again(result: CheckResult, choice: Choice, offer: FollowUp, thrown: Sequence[Die]) -> CheckResult:
    if choice.cost is not None:
        raise RuleError(N_("To throw again costs nothing here."))
    if choice.dice and sorted(choice.dice) != list(range(len(result.dice))):
        raise RuleError(N_("The whole pool is thrown again."))
    check_dice(thrown, [(part.who, part.trait, part.sides) for part in offer.dice_needed])
    gone = tuple(die.face for die in result.dice)
    taken = Taken(choice.kind, choice.payer, note=choice.note, before=result.value, faces=gone)
    return settle(result.request, thrown, (*result.taken, taken))
