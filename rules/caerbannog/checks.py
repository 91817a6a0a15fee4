"""One check, from dice already thrown to the result. Who throws what is in planning.py,
follow-ups are in follow.py, a correction in correct.py, the other side of an opposed test in opposed.py.

A result is always computed whole by `settle` from the request, the dice on the table and the follow-ups taken,
so a boost, a reroll and a correction cannot disagree about the arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.caerbannog.edition import Edition
from rules.caerbannog.gear import wear
from rules.caerbannog.planning import plan
from rules.caerbannog.prices import paid_before
from rules.caerbannog.request import OPPOSED, house
from rules.caerbannog.sheet import MOMENTUM
from rules.caerbannog.steps import CRITICAL, active_effort, bonuses, steps
from rules.errors import RuleError
from rules.tables import name_for
from rules.values import (
    N_,
    CheckRequest,
    CheckResult,
    Die,
    Effect,
    Sheets,
    Step,
    Taken,
)

# --- reading the dice [Testy, Ułatwienia i utrudnienia testów] -------------------------------------------------------


def kept_place(request: CheckRequest, dice: int) -> int:
    """Which die counts once they are in order: the middle one, the better of two middles, the best or the worst."""
    lean = len(request.advantage) - len(request.disadvantage)
    if lean:
        return dice - 1 if lean > 0 else 0
    return dice // 2


def read(request: CheckRequest, thrown: Sequence[Die]) -> tuple[Die, ...]:
    """The same dice in the same order, with the counted one and the tops marked."""
    order = sorted(range(len(thrown)), key=lambda i: thrown[i].face)
    kept = order[kept_place(request, len(order))]
    return tuple(
        Die(d.who, d.trait, d.sides, d.face, i == kept, d.face == d.sides) for i, d in enumerate(thrown)
    )  # fmt: skip


def gains(edition: Edition, dice: Iterable[Die]) -> tuple[Effect, ...]:
    """Every die that shows its top face brings its owner 1 Momentum, counted or not [Generowanie Rozmachu]."""
    tops: dict[int, int] = {}
    for die in dice:
        if die.top and edition.momentum_from_dice:
            tops[die.who] = tops.get(die.who, 0) + 1
    return tuple(Effect(who, MOMENTUM, count) for who, count in tops.items())


def merged(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """One effect for each counter of each person, in order of first mention, without those that come to nothing."""
    sums: dict[tuple[int, str], int] = {}
    for effect in effects:
        sums[effect.who, effect.counter] = sums.get((effect.who, effect.counter), 0) + effect.amount
    return tuple(Effect(who, counter, amount) for (who, counter), amount in sums.items() if amount)


# --- the check -------------------------------------------------------------------------------------------------------


def check(edition: Edition, request: CheckRequest, sheets: Sheets, thrown: Sequence[Die]) -> CheckResult:
    """The result of dice already thrown. Raises RuleError when they aren't the planned ones."""
    planned = [(p.who, p.trait, p.sides) for p in plan(edition, request, sheets) for _ in range(p.count)]
    given = [(die.who, die.trait, die.sides) for die in thrown]
    if given != planned and sorted(given) != sorted(planned):
        raise RuleError(N_("These dice are not the ones that were asked for."))
    check_faces(thrown)
    dice = read(request, thrown)
    effects = merged((*paid_before(request), *gains(edition, dice), *wear(request, sheets, -1)))
    return settle(edition, request, dice, bonuses(edition, request, sheets), (), effects)


def check_faces(dice: Iterable[Die]) -> None:
    for die in dice:
        if not 1 <= die.face <= die.sides:
            raise RuleError(N_("A die of {sides} sides can't show {face}."), sides=die.sides, face=die.face)


def settle(
    edition: Edition,
    request: CheckRequest,
    dice: tuple[Die, ...],
    bonus: tuple[Step, ...],
    taken: tuple[Taken, ...],
    effects: tuple[Effect, ...],
) -> CheckResult:
    """The whole result: dice already read, bonuses, follow-ups taken, and what the caller must apply for this step.

    A side of an opposed test has its sum at once; what that is worth the other side tells.
    """
    ones = active_effort(taken) is None and edition.is_critical_throw(dice)
    terms = steps(edition, request, dice, bonus, taken)
    raw = value = name = None
    outcome = "pending"
    if request.difficulty is not None or request.kind == OPPOSED:
        raw = sum(term.value for term in terms)
        value = 0 if ones else raw
    if request.difficulty is not None and raw is not None:
        outcome = _outcome(edition, ones, raw)
        name = CRITICAL if ones else name_for(house(request).results, raw)
    return CheckResult(
        system=edition.key,
        request=request,
        dice=dice,
        steps=terms,
        roll=next(die.face for die in dice if die.kept),
        raw=raw,
        value=value,
        outcome=outcome,
        name=name,
        breakthroughs=_breakthroughs(edition, request, value) if outcome == "success" else 0,
        effects=effects,
        gained=gains(edition, dice),
        taken=taken,
    )


def _outcome(edition: Edition, ones: bool, raw: int) -> str:
    if ones or edition.is_critical_result(raw):
        return "critical_failure"
    return "success" if raw > 0 else "failure"


def _breakthroughs(edition: Edition, request: CheckRequest, successes: int | None) -> int:
    return (successes or 0) // house(request).breakthrough if edition.breakthroughs else 0
