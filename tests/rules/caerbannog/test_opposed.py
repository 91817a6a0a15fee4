"""Opposed tests: two sides, each with its own dice, put together as often as one of them has changed."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.caerbannog.totals import failure_total, successes
from rules.serialise import from_json, to_json
from rules.values import CheckRequest, CheckResult, Choice, Cost, Gear, Modifier, Participant, Sheet, Step, Text
from tests.rules.cast import (
    CAERBANNOG,
    JULIO,
    MARCUS,
    ROSALIA,
    again,
    amounts,
    follow,
    mod,
    offers,
    people,
    refused,
    request,
    roll,
    sheet,
    side,
    table,
    uses,
)

FIGHTER = sheet(JULIO, unarmed=3, bonuses={"combat": 2}, momentum=2)
THUG = sheet(MARCUS, dodge=2, agility=2, bonuses={"physical": 3}, momentum=2)
BOTH = people(FIGHTER, THUG)
settle = CAERBANNOG.settle_opposed


def attack(*faces: int, **more: Any) -> CheckResult:
    return roll(side("unarmed", **more), FIGHTER, *faces)


def defence(*faces: int, trait: str = "dodge", thug: Sheet = THUG, **more: Any) -> CheckResult:
    return roll(side(trait, who=MARCUS, role="opponent", **more), thug, *faces)


# --- each side --------------------------------------------------------------------------------------------------------


def test_a_side_has_its_sum_before_the_other_has_thrown() -> None:
    first = attack(6, 3, 9, modifiers=(mod(1),))
    assert (first.roll, first.raw, first.value) == (6, 7, 7)
    assert (first.outcome, first.name, first.breakthroughs) == ("pending", None, 0)
    assert successes(first) == failure_total(first) == 0


def test_each_side_earns_its_own_momentum() -> None:
    assert amounts(attack(10, 10, 2)) == {(JULIO, "momentum"): 2}
    assert amounts(defence(8, 2, 2)) == {(MARCUS, "momentum"): 1}


def test_both_sides_boost_and_reroll_before_they_are_settled() -> None:
    first, second = attack(6, 3, 9), defence(5, 5, 5, trait="agility")
    assert set(offers(first, BOTH)) == {"boost:1", "reroll:1"}
    assert set(offers(second, BOTH)) == {"boost:2", "reroll:2"}
    boosted = follow(second, Choice("boost", MARCUS), BOTH)
    assert (second.value, boosted.value) == (5, 8)
    rerolled = follow(first, Choice("reroll", JULIO, dice=(1,)), BOTH, again(first, {1: 10}))
    assert (first.value, rerolled.value) == (6, 9)


def test_neither_side_makes_an_effort_while_the_other_is_unknown() -> None:
    with refused("not answered yet"):
        follow(attack(2, 2, 3), Choice("effort", JULIO, Cost("endurance", 1)), BOTH)
    with refused("Only the initiator of an opposed test"):
        follow(defence(2, 2, 3), Choice("effort", MARCUS, Cost("endurance", 1)), BOTH)


def test_a_side_may_be_a_group() -> None:
    crowd = people(sheet(JULIO, unarmed=3), sheet(ROSALIA, unarmed=1))
    asked = CheckRequest(
        (Participant(JULIO, "initiator", uses("unarmed")), Participant(ROSALIA, "helper", uses("unarmed"))),
        kind="opposed",
    )
    assert [part.count for part in CAERBANNOG.plan(asked, crowd)] == [2, 1]
    assert settle(roll(asked, crowd, 7, 9, 2), 3).value == 4


@pytest.mark.parametrize("roles", [(), ("helper",), ("initiator", "opponent"), ("opponent", "opponent")])
def test_a_side_has_one_lead(roles: tuple[str, ...]) -> None:
    asked = CheckRequest(tuple(Participant(i, role, uses("unarmed")) for i, role in enumerate(roles)), kind="opposed")
    with refused("Each side"):
        CAERBANNOG.plan(asked, people(*(sheet(i) for i in range(len(roles)))))


def test_an_opponent_takes_part_in_opposed_tests_alone() -> None:
    with refused("one initiator"):
        CAERBANNOG.plan(replace(side("dodge", role="opponent"), kind="test"), BOTH)


def test_a_side_has_no_difficulty_of_its_own() -> None:
    with refused("what the opponent throws"):
        CAERBANNOG.plan(side("unarmed", difficulty=3), BOTH)


# --- the two together -------------------------------------------------------------------------------------------------


def test_the_opponent_s_sum_is_the_difficulty() -> None:
    result = settle(attack(9, 9, 2), defence(5, 5, 8))
    assert (result.value, result.outcome, result.name) == (4, "success", Text("significant success"))
    assert (successes(result), result.breakthroughs) == (4, 1)
    assert result.steps == (Step("roll", 9), Step("opponent", -5))
    assert result.effects == ()


@pytest.mark.parametrize(("answer", "value"), [(9, 0), (10, -1), (14, -5)])
def test_an_opponent_as_good_wins(answer: int, value: int) -> None:
    result = settle(attack(9, 9, 2), answer)
    assert (result.value, result.outcome, successes(result)) == (value, "failure", 0)


def test_a_sum_below_nothing_helps_the_initiator() -> None:
    assert settle(attack(4, 4, 4), defence(2, 2, 2, modifiers=(mod(-4),))).value == 6


def test_armour_helps_the_opponent_and_wears() -> None:
    guard = sheet(MARCUS, block=1, gear=[Gear("shield", "Tarcza", 2, 1)])
    second = defence(4, 4, 4, trait="block", thug=guard, modifiers=(Modifier(2, "", "shield"),))
    assert amounts(second) == {(MARCUS, "gear:shield"): -1}
    assert settle(attack(9, 9, 9), second).value == 3


def test_a_critically_failed_defence_stops_nothing() -> None:
    second = defence(1, 1, 1, modifiers=(mod(3),))
    assert (second.raw, second.value, second.steps[-1].kind) == (4, 0, "critical")
    assert settle(attack(6, 6, 6), second).value == 6


@pytest.mark.parametrize("answer", [0, 5])
def test_an_initiator_s_critical_failure_fails_whatever_the_answer(answer: int) -> None:
    result = settle(attack(1, 1, 1), answer)
    assert (result.outcome, result.value, result.raw) == ("critical_failure", 0, 1 - answer)
    assert offers(result, BOTH) == {}
    with refused("critical failure can't be turned"):
        follow(result, Choice("effort", JULIO, Cost("endurance", 1)), BOTH)


def test_a_boost_of_either_side_is_reckoned_anew() -> None:
    first, second = attack(6, 6, 6), defence(5, 5, 5, trait="agility")
    assert settle(first, second).value == 1
    answered = follow(second, Choice("boost", MARCUS), BOTH)
    assert settle(settle(first, second), answered).value == settle(first, answered).value == -2
    assert settle(follow(first, Choice("boost", JULIO), BOTH), answered).value == 0


def test_settling_twice_changes_nothing() -> None:
    once = settle(attack(6, 6, 6), 5)
    assert settle(once, 5) == once


def test_a_correction_of_a_side_is_told_and_settled_anew() -> None:
    first = attack(6, 3, 9)
    fixed = follow(first, Choice("correct", JULIO, request=replace(first.request, advantage=("z góry",))), BOTH)
    assert ([taken.kind for taken in fixed.taken], fixed.value) == (["correct"], 9)
    assert settle(fixed, 5).value == 4


def test_an_opponent_is_told_no_difficulty() -> None:
    second = defence(5, 5, 5)
    with refused("what the opponent throws"):
        follow(second, Choice("correct", MARCUS, request=replace(second.request, difficulty=3)), BOTH)
    eased = replace(second.request, modifiers=(mod(1),))
    assert follow(second, Choice("correct", MARCUS, request=eased), BOTH).value == 6


def test_a_plain_test_is_not_corrected_into_an_opposed_one() -> None:
    plain = roll(request("unarmed"), FIGHTER, 6, 6, 6)
    with refused("made of each other"):
        follow(plain, Choice("correct", JULIO, request=replace(plain.request, kind="opposed")), BOTH)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (roll(request("unarmed"), FIGHTER, 6, 6, 6), 5),
        (defence(5, 5, 5), 5),
        (attack(6, 6, 6), attack(6, 6, 6)),
        (attack(6, 6, 6), roll(request("dodge", who=MARCUS), THUG, 6, 6, 6)),
    ],
)
def test_other_throws_make_no_opposed_test(first: CheckResult, second: CheckResult | int) -> None:
    with refused("no opposed test"):
        settle(first, second)


def test_nobody_is_on_both_sides() -> None:
    second = side("dodge", role="opponent")
    with refused("own opponent"):
        settle(attack(6, 6, 6), roll(second, sheet(JULIO), 2, 2, 2))
    with refused("own opponent"):
        CAERBANNOG.opposed_odds(side("unarmed"), second, BOTH)


# --- after the answer -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["boost", "reroll"])
def test_the_initiator_s_throw_is_final_once_it_is_answered(kind: str) -> None:
    answered = settle(attack(6, 6, 6), 8)
    assert set(offers(answered, BOTH)) == {"effort:1"}
    with refused("answered already"):
        follow(answered, Choice(kind, JULIO), BOTH, again(answered, {0: 2, 1: 2, 2: 2}) if kind == "reroll" else ())


def test_an_effort_turns_a_failed_opposed_test_into_exactly_1() -> None:
    answered = settle(attack(6, 6, 6), 8)
    done = follow(answered, Choice("effort", JULIO, Cost("determination", 3)), BOTH)
    assert (done.value, done.outcome, amounts(done)) == (1, "success", {(JULIO, "determination"): -3})
    assert [step.kind for step in done.steps] == ["roll", "opponent", "effort"]


def test_only_a_failed_opposed_test_takes_an_effort() -> None:
    with refused("Only a failure"):
        follow(settle(attack(6, 6, 6), 5), Choice("effort", JULIO, Cost("endurance", 1)), BOTH)


def test_an_effort_still_needed_after_a_better_answer_keeps_its_price() -> None:
    done = follow(settle(attack(6, 6, 6), 6), Choice("effort", JULIO, Cost("endurance", 1)), BOTH)
    worse = settle(done, 9)
    assert (worse.value, worse.effects, worse.taken) == (1, (), done.taken)


def test_an_effort_not_needed_after_a_worse_answer_is_given_back() -> None:
    done = follow(settle(attack(6, 6, 6), 8), Choice("effort", JULIO, Cost("endurance", 3)), BOTH)
    better = settle(done, 4)
    assert (better.value, amounts(better), better.taken) == (2, {(JULIO, "endurance"): 3}, ())


# --- stored -----------------------------------------------------------------------------------------------------------


def test_sides_and_settled_tests_are_read_back_as_they_were() -> None:
    first, second = attack(6, 3, 9), defence(1, 1, 1)
    done = follow(settle(first, 8), Choice("effort", JULIO, Cost("endurance", 3)), BOTH)
    for value in (first, second, settle(first, second), settle(first, -2), done, side("unarmed")):
        assert from_json(json.loads(json.dumps(to_json(value)))) == value


@given(
    st.tuples(*[st.integers(1, 10)] * 3), st.tuples(*[st.integers(1, 8)] * 3), st.integers(-3, 3), st.integers(-3, 3)
)
@settings(max_examples=60, deadline=None)
def test_a_settled_test_is_the_difference_of_its_sides(
    ours: tuple[int, ...], theirs: tuple[int, ...], up: int, down: int
) -> None:
    first, second = attack(*ours, modifiers=(mod(up),)), defence(*theirs, modifiers=(mod(down),))
    result = settle(first, second)
    assert first.raw is not None
    assert second.value is not None
    assert result.raw == sum(step.value for step in result.steps) == first.raw - second.value
    assert result.value == (0 if set(ours) == {1} else result.raw)
    assert (result.outcome == "success") == (result.value > 0)
    assert result.gained == first.gained


@given(st.data(), st.lists(st.integers(1, 10), min_size=3, max_size=3), st.lists(st.integers(-2, 12), max_size=5))
@settings(max_examples=80, deadline=None)
def test_whatever_is_answered_what_was_paid_is_the_price_of_the_effort_that_holds(
    data: st.DataObject, ours: list[int], answers: list[int]
) -> None:
    result, paid = attack(*ours), 0
    for answer in answers:
        result = settle(result, answer)
        paid -= amounts(result).get((JULIO, "endurance"), 0)
        if "effort:1" in offers(result, BOTH) and data.draw(st.booleans()):
            for cost in (cost for cost in offers(result, BOTH)["effort:1"].costs if cost.counter == "endurance"):
                result = follow(result, Choice("effort", JULIO, cost), BOTH)
                paid -= amounts(result)[JULIO, "endurance"]
        efforts = [taken.cost.amount for taken in result.taken if taken.kind == "effort" and taken.cost]
        assert paid == sum(efforts)
        assert result.value == 1 if efforts else result.value != 1 or result.raw == 1
        assert from_json(json.loads(json.dumps(to_json(result)))) == result


# --- odds -------------------------------------------------------------------------------------------------------------

PAIRS = [
    (side("unarmed"), side("dodge", who=MARCUS, role="opponent")),
    (side("guile"), side("dodge", who=MARCUS, role="opponent", modifiers=(mod(-2),))),
    (side("guile", advantage=("a",), modifiers=(mod(1),)), side("composure", who=MARCUS, role="opponent")),
    (side("guile", "stealth"), side("block", who=MARCUS, role="opponent", disadvantage=("b",))),
]


def faces(asked: CheckRequest) -> list[tuple[int, ...]]:
    dice = [part.sides for part in CAERBANNOG.plan(asked, BOTH) for _ in range(part.count)]
    return list(product(*(range(1, die + 1) for die in dice)))


@pytest.mark.parametrize(("first", "second"), PAIRS[1:])
def test_the_odds_are_those_of_every_pair_of_throws(first: CheckRequest, second: CheckRequest) -> None:
    answers = Counter(CAERBANNOG.check(second, BOTH, table(second, BOTH, throw)).value for throw in faces(second))
    values: Counter[int] = Counter()
    outcomes: Counter[str] = Counter()
    for throw in faces(first):
        ours = CAERBANNOG.check(first, BOTH, table(first, BOTH, throw))
        for answer, times in answers.items():
            result = settle(ours, answer or 0)
            assert result.value is not None
            values[result.value] += times
            outcomes[result.outcome] += times
    total = len(faces(first)) * len(faces(second))
    odds = CAERBANNOG.opposed_odds(first, second, BOTH)
    assert dict(odds.values) == {value: Fraction(times, total) for value, times in values.items()}
    assert odds.success == Fraction(outcomes["success"], total)
    assert odds.critical == Fraction(outcomes["critical_failure"], total)


def sums(asked: CheckRequest) -> Any:
    """The same side by icepool: (whether all dice show 1, the sum)."""
    dice = [part.sides for part in CAERBANNOG.plan(asked, BOTH) for _ in range(part.count)]
    place = 2 if asked.advantage else 0 if asked.disadvantage else 1
    added = sum(modifier.value for modifier in asked.modifiers)
    return icepool.map(
        lambda *shown: (set(shown) == {1}, 0 if set(shown) == {1} else sorted(shown)[place] + added),
        *(icepool.d(die) for die in dice),
    )


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_odds_agree_with_icepool(first: CheckRequest, second: CheckRequest) -> None:
    def met(ours: Any, theirs: Any) -> int:
        return 0 if ours[0] else int(ours[1] - theirs[1])

    oracle = icepool.map(met, sums(first), sums(second), star=False)
    odds = CAERBANNOG.opposed_odds(first, second, BOTH)
    assert dict(odds.values) == {value: Fraction(n, oracle.denominator()) for value, n in oracle.items()}


def test_against_a_fixed_value_the_odds_are_those_of_a_plain_test() -> None:
    plain = CAERBANNOG.odds(request("unarmed", difficulty=5), BOTH)
    assert CAERBANNOG.opposed_odds(side("unarmed"), 5, BOTH) == plain


def test_the_odds_of_an_opposed_test_sum_to_one_and_bring_the_initiator_s_momentum() -> None:
    odds = CAERBANNOG.opposed_odds(*PAIRS[0], BOTH)
    assert sum(odds.values.values()) == 1
    assert odds.gain == Fraction(3, 10)
    assert odds.critical == Fraction(1, prod((10, 10, 10)))


def test_one_side_has_no_odds_of_its_own() -> None:
    with refused("hang on both sides"):
        CAERBANNOG.odds(side("unarmed"), BOTH)


def test_two_sides_of_the_same_role_have_no_odds() -> None:
    with refused("no opposed test"):
        CAERBANNOG.opposed_odds(side("unarmed"), side("dodge", who=MARCUS), BOTH)
