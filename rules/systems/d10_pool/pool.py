"""How many dice are thrown: levels, the test's difficulty, modifiers; never fewer than one."""

from __future__ import annotations

from rules.errors import RuleError
from rules.systems.d10_pool.request import UNKNOWN_RITE, hopeless, validate
from rules.systems.d10_pool.sheet import SIDES, dice
from rules.values import NP_, CheckRequest, Part, Sheets

MAX_DICE = 30


def plan(request: CheckRequest, sheets: Sheets) -> tuple[Part, ...]:
    """Who throws what; nobody anything for a rite that can only fail. Raises RuleError for a request out of order.

    Each trait has its own part, what circumstances add has one without a trait, and what they take away is missing
    from the end: so the dice on the table tell what brought them.
    """
    found = validate(request, sheets)
    if hopeless(request, found):
        return ()
    brought = [(row.key, dice(row)) for row in found.rows]
    base = sum(count for _, count in brought)
    size = max(base + ease(request) + sum(modifier.value for modifier in request.modifiers), 1)
    if size > MAX_DICE:
        raise RuleError(NP_("At most {n} die in one test.", "At most {n} dice in one test."), MAX_DICE)
    parts: list[Part] = []
    left = size
    for key, count in (*brought, ("", size)):  # what no trait brought is circumstances'
        taken = min(count, left)
        if taken:
            parts.append(Part(found.who, key, SIDES, taken))
        left -= taken
    return tuple(parts)


def ease(request: CheckRequest) -> int:
    """+1 die for an easy test, -1 for a hard one; the more numerous reasons win [Modyfikatory poziomów trudności].

    A rite that one doesn't know is always hard [Test na użycie mocy].
    """
    if request.kind == UNKNOWN_RITE:
        return -1
    lean = len(request.advantage) - len(request.disadvantage)
    return (lean > 0) - (lean < 0)
