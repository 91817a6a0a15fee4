"""Opposed tests [Testy Sporne]: the opponent's final throw is the difficulty of the initiator's.

Each side is a check of its own, of the kind "opposed" and without a difficulty: its sum stands at once, and boosts
and rerolls change it like any other. `settle_opposed` puts the two together whenever somebody wants to know, as often
as a side has changed. Of what it gives, only a heroic effort may still follow.
"""

from __future__ import annotations

from dataclasses import replace

from rules.caerbannog.checks import settle
from rules.caerbannog.edition import Edition
from rules.caerbannog.effort import effort_kept, without_effort
from rules.caerbannog.forecast import mixed, odds_against, throw_of
from rules.caerbannog.request import OPPOSED
from rules.caerbannog.steps import standing_bonuses
from rules.errors import RuleError
from rules.values import N_, CheckRequest, CheckResult, Odds, Sheets


def settle_opposed(edition: Edition, first: CheckResult, second: CheckResult | int) -> CheckResult:
    """The initiator's result against the opponent's side, or against a fixed value.

    `first` may have been settled before: a side that changed since is reckoned anew, and an effort that isn't needed
    any more goes back to its payer in the effects. A critically failed opponent stops nothing (decision 2).
    Raises RuleError unless they are the two sides of an opposed test.
    """
    request = _side(first.request, "initiator")
    if not isinstance(second, int):
        _apart(request, _side(second.request, "opponent"))
    told = replace(request, difficulty=second if isinstance(second, int) else second.value)
    bonus = standing_bonuses(first)
    bare = settle(edition, told, first.dice, bonus, without_effort(first.taken), ())
    taken, effects = effort_kept(first.taken, bare)
    return settle(edition, told, first.dice, bonus, taken, effects)


def opposed_odds(edition: Edition, first: CheckRequest, second: CheckRequest | int, sheets: Sheets) -> Odds:
    """The exact distribution of an opposed test's result, before any die is thrown and without follow-ups.

    Raises RuleError like `plan`, or unless they are the two sides of an opposed test.
    """
    throw = throw_of(edition, _side(first, "initiator"), sheets)
    if isinstance(second, int):
        return odds_against(edition, throw, second)
    _apart(first, _side(second, "opponent"))
    answer = throw_of(edition, second, sheets)
    # An ability adds to the result of the whole test, and that is the initiator's.
    sums = odds_against(edition, answer._replace(options=frozenset()), 0).values
    return mixed((odds_against(edition, throw, strength), chance) for strength, chance in sums.items())


def _apart(first: CheckRequest, second: CheckRequest) -> None:
    if {one.who for one in first.participants} & {one.who for one in second.participants}:
        raise RuleError(N_("Nobody is their own opponent."))


def _side(request: CheckRequest, role: str) -> CheckRequest:
    if request.kind != OPPOSED or role not in (one.role for one in request.participants):
        raise RuleError(N_("These two throws make no opposed test."))
    return request
