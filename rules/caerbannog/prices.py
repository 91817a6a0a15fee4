"""Prices that abilities ask: whether a sheet can pay them, and what paying takes away."""

from __future__ import annotations

from collections.abc import Iterable

from rules.caerbannog.sheet import held
from rules.errors import RuleError
from rules.values import N_, CheckRequest, Cost, Effect, Sheet


def check_payable(sheet: Sheet, costs: Iterable[Cost]) -> None:
    """Raise RuleError unless the sheet holds every price now. Nothing else stands in for Momentum."""
    asked: dict[str, int] = {}
    for cost in costs:
        if cost.amount < 1:
            raise RuleError(N_("A price is 1 or more."))
        asked[cost.counter] = asked.get(cost.counter, 0) + cost.amount
    if any(held(sheet, counter) < amount for counter, amount in asked.items()):
        raise RuleError(N_("There isn't enough to pay for the ability."))


def payment(who: int, costs: Iterable[Cost]) -> tuple[Effect, ...]:
    """What paying these prices takes from `who`."""
    return tuple(Effect(who, cost.counter, -cost.amount) for cost in costs)


def paid_before(request: CheckRequest) -> tuple[Effect, ...]:
    """What the people of a test pay for abilities that shape their roll."""
    return tuple(effect for one in request.participants for effect in payment(one.who, one.pays))
