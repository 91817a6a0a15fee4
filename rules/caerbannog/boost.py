"""Boost: 1 Momentum adds the category's bonus to a result, once per person [Dopalenie Rozmachem]."""

from __future__ import annotations

from rules.caerbannog.checks import settle
from rules.caerbannog.edition import Edition
from rules.caerbannog.request import categories, check_unanswered, participant, sheet_of
from rules.caerbannog.sheet import MOMENTUM, held
from rules.caerbannog.steps import active_effort, standing_bonuses
from rules.errors import RuleError
from rules.values import N_, CheckResult, Choice, Cost, Effect, FollowUp, Participant, Sheets, Taken

BOOST_COST = Cost(MOMENTUM, 1)


def boost_offer(edition: Edition, result: CheckResult, who: int, sheets_now: Sheets, category: str = "") -> FollowUp:
    """The boost open to `who`; `category` is the GM's pick among the skills of that person in the test.

    Raises RuleError when there is none.
    """
    one = participant(result.request, who)
    check_unanswered(result.request)
    if not edition.boosts:
        raise RuleError(N_("In this edition the category bonus is always added."))
    if result.value is None:
        raise RuleError(N_("The difficulty is not told yet."))
    if edition.is_critical_throw(result.dice):
        raise RuleError(N_("A critical failure can't be boosted."))
    if active_effort(result.taken) is not None:
        raise RuleError(N_("After a heroic effort nothing more is added."))
    if any(taken.kind == "boost" and taken.payer == who for taken in result.taken):
        raise RuleError(N_("Each participant boosts a test once."))
    key, bonus = bonus_of(edition, one, sheets_now, category)
    if held(sheets_now[who], MOMENTUM) < BOOST_COST.amount:
        raise RuleError(N_("There isn't enough Momentum."))
    return FollowUp(f"boost:{who}", "boost", who, (BOOST_COST,), bonus, category=key)


def bonus_of(edition: Edition, one: Participant, sheets: Sheets, category: str = "") -> tuple[str, int]:
    """The category whose bonus somebody's boost takes, and the bonus. Raises RuleError when there is none.

    The main trait decides; a defence has no bonus, so the first skill after it does (decision 5).
    """
    boostable = [c.key for c in categories(edition, one, sheets) if c.bonus]
    if not boostable:
        raise RuleError(N_("Defences can't be boosted."))
    if category and category not in boostable:
        raise RuleError(N_("A boost takes the bonus of a category that is tested."))
    key = category or boostable[0]
    bonus = sheet_of(sheets, one.who).bonuses.get(key, 0)
    if bonus <= 0:
        raise RuleError(N_("There is no category bonus to add."))
    return key, bonus


def boost(edition: Edition, result: CheckResult, choice: Choice, sheets_now: Sheets) -> CheckResult:
    """The result with the bonus added, and its payment. Raises RuleError where no boost is open to the payer."""
    offer = boost_offer(edition, result, choice.payer, sheets_now, choice.category)
    if choice.cost not in (None, BOOST_COST):
        raise RuleError(N_("A boost costs 1 Momentum."))
    taken = Taken("boost", offer.payer, BOOST_COST, offer.bonus, offer.category, choice.note, before=result.value)
    effects = (Effect(offer.payer, MOMENTUM, -BOOST_COST.amount),)
    return settle(edition, result.request, result.dice, standing_bonuses(result), (*result.taken, taken), effects)
