"""What a result means outside the test: for stages, stakes, damage and prices."""

from __future__ import annotations

from rules.caerbannog.request import house
from rules.values import CheckRequest, CheckResult


def lower_difficulty(difficulty: int, by: int) -> int:
    """A rule that lowers a difficulty never takes it below 0 [Trudność Testów]."""
    return max(difficulty - by, 0)


def failure_total(result: CheckResult) -> int:
    """The failures of a test as a number of 0 or less, for stages and stakes.

    A critical failure counts as 0 as a result, which would be kinder than the failure that was thrown; so here it
    counts as min(raw, 0) unless the campaign decided otherwise (decision 1). A pending result has none yet.
    """
    if result.outcome == "pending" or result.raw is None or result.value is None:
        return 0
    if result.outcome == "critical_failure" and house(result.request).critical_counts_raw:
        return min(result.raw, 0)
    return min(result.value, 0)


def successes(result: CheckResult) -> int:
    """What a success amounts to: the damage of an attack, the strength of a condition, the Vitality that healing may
    turn into Endurance [Wyniki Testów, Testy Sporne]. Nothing for a failure, or for a test not settled yet.
    """
    return result.value or 0 if result.outcome == "success" else 0


def damage_taken(result: CheckResult) -> int:
    """What gets through a defence against an attack whose strength was the difficulty [Obrony, Testy Sporne].

    A defence that throws nothing but ones stops nothing, armour included: its roll counts as 0 (decision 2).
    """
    if result.value is None or result.request.difficulty is None:
        return 0
    if result.outcome == "critical_failure" and any(step.kind == "critical" for step in result.steps):
        return result.request.difficulty
    return max(-result.value, 0)


def effort_price(result: CheckResult) -> int:
    """Failures plus one [Heroiczny Wysiłek]. Only for a failure."""
    return 1 - failure_total(result)


def allows_effort(result: CheckResult) -> bool:
    """Whether this result may be turned by a heroic effort, whoever pays [Heroiczny Wysiłek, decisions 14 and 36]."""
    tables = house(result.request)
    if result.outcome == "critical_failure":
        return tables.critical_rescue and answer_allows_effort(result.request)
    return result.outcome == "failure" and answer_allows_effort(result.request)


def answer_allows_effort(request: CheckRequest) -> bool:
    return request.against != "attack" or house(request).effort_against_attack
