"""What may still be done to a roll, as buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from caerbannog_site.words import say
from rules import registry
from rules.spec import CounterSpec
from rules.values import CheckResult, Cost, Sheets


class Person(NamedTuple):
    """A character as the reader knows it, and whether the reader acts for it."""

    token: str
    name: str
    acts: bool = False


@dataclass
class Offer:
    """A button on the row: `costs` are (counter, label, short label, amount, icon) of which one is chosen.

    `who` is the token of the character that pays, `dice` what a reroll chooses from.
    """

    kind: str
    who: str
    name: str
    bonus: int = 0
    costs: list[tuple[str, str, str, int, str]] = field(default_factory=list)
    dice: list[Any] = field(default_factory=list)


def offers_of(result: CheckResult, people: Mapping[int, Person], sheets: Sheets, *, prices: bool) -> list[Offer]:
    """What the rules offer now to those for whom the reader acts.

    Without `prices` none is named: an effort's tells how deep the failure is.
    """
    system = registry.system(result.system)
    offers = []
    for found in system.follow_ups(result, sheets):
        person = people[found.payer]
        if not person.acts:
            continue
        costs = [_cost(system.sheet().counter(cost.counter), cost) for cost in found.costs] if prices else []
        offers.append(Offer(found.kind, person.token, person.name, found.bonus, costs))
    return offers


def _cost(spec: CounterSpec | None, cost: Cost) -> tuple[str, str, str, int, str]:
    assert spec, "rules offer only costs that their own sheet has"
    return cost.counter, say(spec.label), say(spec.short), cost.amount, spec.kind
