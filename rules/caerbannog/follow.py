"""What may still be done to a finished roll: boost.py, effort.py, reroll.py, and the GM's correct.py.

An offer is computed by the same function that guards its taking, so what is offered can be followed and what
isn't offered is refused with the reason. Abilities (ability.py) and corrections are never offered: which ones there
are only the table knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rules.caerbannog.ability import ability
from rules.caerbannog.boost import boost, boost_offer
from rules.caerbannog.correct import correct
from rules.caerbannog.edition import Edition
from rules.caerbannog.effort import effort, effort_offer
from rules.caerbannog.reroll import reroll, reroll_offer
from rules.errors import RuleError
from rules.values import N_, NP_, CheckResult, Choice, Die, FollowUp, Sheets

MAX_NOTE = 120


def follow_ups(edition: Edition, result: CheckResult, sheets_now: Sheets) -> tuple[FollowUp, ...]:
    """What is legal now and can be paid now: boosts, then the effort, then rerolls, in the order of the people."""
    offers: list[FollowUp] = []
    for offer in (boost_offer, effort_offer, reroll_offer):
        for one in result.request.participants:
            try:
                offers.append(offer(edition, result, one.who, sheets_now))
            except RuleError:
                continue
    return tuple(offers)


def follow(
    edition: Edition, result: CheckResult, choice: Choice, sheets_now: Sheets, thrown: Sequence[Die] = ()
) -> CheckResult:
    """The whole new result. Raises RuleError for anything that isn't legal, payable and complete."""
    if thrown and choice.kind != "reroll":
        raise RuleError(N_("Only a reroll throws dice."))
    if len(choice.note) > MAX_NOTE:
        raise RuleError(NP_("A note has at most {n} character.", "A note has at most {n} characters."), MAX_NOTE)
    if choice.kind == "reroll":
        return reroll(edition, result, choice, sheets_now, thrown)
    taking = _TAKINGS.get(choice.kind)
    if taking is None:
        raise RuleError(N_("This game has no such follow-up."))
    return taking(edition, result, choice, sheets_now)


_Taking: TypeAlias = Callable[[Edition, CheckResult, Choice, Sheets], CheckResult]
_TAKINGS: dict[str, _Taking] = {"boost": boost, "effort": effort, "ability": ability, "correct": correct}
