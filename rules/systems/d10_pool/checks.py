"""One test, from dice already thrown to the result. How many are thrown is in pool.py, what they say in reading.py.

A result is always computed whole by `settle`, so a retry and a correction cannot disagree with the first throw.
The request's difficulty is the number of successes needed (decision 44); how easy the test is, the pool tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.errors import RuleError
from rules.systems.d10_pool.pool import plan
from rules.systems.d10_pool.reading import ONE, SUCCESS, TEN, Reading, read, shown
from rules.systems.d10_pool.tables import SYSTEM, tables_of
from rules.values import (
    N_,
    NP_,
    CheckRequest,
    CheckResult,
    Die,
    Sheets,
    Step,
    Taken,
    Text,
)

SUCCESSES = NP_("{n} success", "{n} successes")
TOO_FEW = NP_("{n} success, too few", "{n} successes, too few")
FAILURE = Text(N_("plain failure"))
FORCED = Text(N_("failure of a retry, with worse consequences"))
CRITICAL = Text(N_("critical failure"))
NO_DICE = Text(N_("critical failure: a rite without Mysticism"))
AGAIN = Text(N_("tens and ones cancel out, throw again"))
ONES = Text(N_("cancelled by ones"))


def check(request: CheckRequest, sheets: Sheets, thrown: Sequence[Die]) -> CheckResult:
    """The result of dice already thrown. Raises RuleError when they aren't the planned ones."""
    planned = [(part.who, part.trait, part.sides) for part in plan(request, sheets) for _ in range(part.count)]
    check_dice(thrown, planned)
    return settle(request, thrown)


def check_dice(thrown: Sequence[Die], asked: Sequence[tuple[int, str, int]]) -> None:
    """Raise RuleError unless these are the dice asked for, in any order, showing faces that they have."""
    given = [(die.who, die.trait, die.sides) for die in thrown]
    if given != asked and sorted(given) != sorted(asked):
        raise RuleError(N_("These dice are not the ones that were asked for."))
    for die in thrown:
        if not 1 <= die.face <= die.sides:
            raise RuleError(N_("A die of {sides} sides can't show {face}."), sides=die.sides, face=die.face)


def settle(request: CheckRequest, dice: Sequence[Die], taken: tuple[Taken, ...] = ()) -> CheckResult:
    """The whole result of the dice on the table after the follow-ups taken so far.

    Pending while tens and ones cancel out, or while nobody has told how many successes are needed. A throw without
    any success has failed whatever is needed.
    """
    found = read(shown(dice), tables_of(request))
    open_still = found.again or (request.difficulty is None and found.successes > 0)
    value = None if open_still else found.successes
    outcome = _outcome(found, request, value)
    return CheckResult(
        system=SYSTEM,
        request=request,
        dice=tuple(_marked(die) for die in dice),
        steps=_steps(found),
        roll=found.thrown,
        raw=value,
        value=value,
        outcome=outcome,
        name=_name(request, found, outcome, taken),
        taken=taken,
    )


def _marked(die: Die) -> Die:
    """Counted are the dice that matter: successes, and the ones that cancel them."""
    face = die.face
    return Die(die.who, die.trait, die.sides, face, kept=face >= SUCCESS or face == ONE, top=face == TEN)


def _steps(found: Reading) -> tuple[Step, ...]:
    steps = (Step("roll", found.thrown),)
    lost = found.successes - found.thrown
    return (*steps, Step("ones", lost, label=ONES)) if lost else steps


def _outcome(found: Reading, request: CheckRequest, value: int | None) -> str:
    if value is None:
        return "pending"
    if found.critical:
        return "critical_failure"
    return "success" if value >= needed(request) else "failure"


def _name(request: CheckRequest, found: Reading, outcome: str, taken: Iterable[Taken]) -> Text | None:
    if outcome == "pending":
        return AGAIN if found.again else None
    if outcome == "critical_failure":
        return CRITICAL if found.ones else NO_DICE
    if outcome == "failure" and retried(taken):
        return FORCED
    return result_name(request, found.successes)


def result_name(request: CheckRequest, value: int) -> Text:
    """What so many successes are called; none are a plain failure, for only the dice tell a critical one."""
    if not value:
        return FAILURE
    return Text(SUCCESSES if value >= needed(request) else TOO_FEW, value)


def needed(request: CheckRequest) -> int:
    """How many successes the test needs: one, unless the GM asks for more [Próg sukcesu]."""
    return request.difficulty or 1


def retried(taken: Iterable[Taken]) -> bool:
    """Whether the one retry has been made."""
    return any(one.kind == "retry" for one in taken)
