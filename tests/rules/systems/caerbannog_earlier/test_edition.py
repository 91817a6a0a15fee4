"""What the earlier edition does its own way, each beside what it refuses."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.caerbannog.request import house
from rules.serialise import from_json, to_json
from rules.tables import PRESETS, CaerbannogTables
from rules.values import CheckRequest, Choice, Cost, Sheet, Step, Text
from tests.rules.cast import (
    CAERBANNOG,
    JULIO,
    MARCUS,
    again,
    amounts,
    group,
    mod,
    people,
    refused,
    request,
    sheet,
    side,
)
from tests.rules.systems.caerbannog_earlier.cast import EARLIER, follow, offers, roll, table

RUNNER = sheet(athletics=1, bonuses={"physical": 2}, momentum=5)
FAILED = roll(request("athletics", difficulty=7), RUNNER, 2, 4, 5)  # -1


# --- the sheet and the tables -----------------------------------------------------------------------------------------


def test_the_sheet_has_no_insight_and_nothing_buys_a_bonus() -> None:
    here = {trait.key for category in EARLIER.sheet().categories for trait in category.printed}
    later = {trait.key for category in CAERBANNOG.sheet().categories for trait in category.printed}
    assert later - here == {"insight"}
    assert here <= later
    assert not any(category.boosted_by for category in EARLIER.sheet().categories)
    with refused("no such trait"):
        EARLIER.plan(request("insight"), people(RUNNER))


def test_a_request_without_tables_is_played_by_this_edition_s() -> None:
    assert house(FAILED.request) == EARLIER.tables({}) == PRESETS["earlier"]
    own = EARLIER.tables({"critical_rescue": False})
    assert own == replace(PRESETS["earlier"], critical_rescue=False)
    assert house(roll(request("athletics", tables=own), RUNNER, 2, 4, 5).request) is own


def test_nothing_looks_odd_where_nothing_is_asked() -> None:
    assert EARLIER.warnings(people(sheet(stealth=4)), {}) == ()


# --- the bonus --------------------------------------------------------------------------------------------------------


def test_the_bonus_of_the_skill_s_category_is_a_step_of_the_sum() -> None:
    assert FAILED.steps[:2] == (Step("roll", 4), Step("bonus", 2, JULIO, Text("Physical")))


@pytest.mark.parametrize(
    "runner", [sheet(athletics=1), sheet(athletics=1, bonuses={"social": 3}), sheet(bonuses={"physical": 0})]
)
def test_no_bonus_is_no_step(runner: Sheet) -> None:
    assert [step.kind for step in roll(request("athletics"), runner, 2, 3, 4).steps] == ["roll", "difficulty"]


def test_a_defence_has_no_bonus() -> None:
    guard = sheet(bonuses={"physical": 2, "physical_defence": 2})
    assert roll(request("block"), guard, 2, 3, 4).value == 0


def test_nobody_boosts() -> None:
    assert set(offers(FAILED, RUNNER)) == {"effort:1", "reroll:1"}
    with refused("always added"):
        follow(FAILED, Choice("boost", JULIO), RUNNER)


def test_a_bonus_changed_since_the_roll_leaves_it_alone() -> None:
    richer = replace(RUNNER, bonuses={"physical": 4})
    rerolled = follow(FAILED, Choice("reroll", JULIO, dice=(1,)), richer, again(FAILED, {1: 5}))
    assert rerolled.value == 0
    fixed = replace(FAILED.request, difficulty=5)
    assert follow(FAILED, Choice("correct", JULIO, request=fixed), richer).value == 1


def test_a_correction_to_another_skill_takes_that_one_s_bonus() -> None:
    both = sheet(athletics=1, guile=1, bonuses={"physical": 2, "social": 1})
    other = replace(FAILED.request, participants=request("guile").participants)
    assert follow(FAILED, Choice("correct", JULIO, request=other), both).value == -2


# --- what came only later ---------------------------------------------------------------------------------------------


def test_dice_bring_no_momentum_and_successes_no_breakthroughs() -> None:
    result = roll(request("athletics", difficulty=1), RUNNER, 6, 6, 6)
    assert (result.value, result.breakthroughs, result.gained, result.effects) == (7, 0, (), ())


@pytest.mark.parametrize(
    "asked", [request("athletics", "guile"), request(("athletics", 4)), group((JULIO, "athletics"), (MARCUS, "guile"))]
)
def test_a_test_is_one_trait_of_one_character(asked: CheckRequest) -> None:
    with refused("one character tests one trait"):
        EARLIER.plan(asked, people(RUNNER, sheet(MARCUS)))
    assert EARLIER.plan(request("athletics"), people(RUNNER))[0].count == 3


# --- critical failures and efforts ------------------------------------------------------------------------------------


def test_ones_are_a_throw_like_any_other() -> None:
    result = roll(request("athletics", difficulty=0), RUNNER, 1, 1, 1)
    assert (result.value, result.outcome, [step.kind for step in result.steps]) == (
        3,
        "success",
        ["roll", "bonus", "difficulty"],
    )


@pytest.mark.parametrize(
    ("difficulty", "outcome"), [(10, "failure"), (11, "critical_failure"), (12, "critical_failure")]
)
def test_a_result_of_minus_5_is_a_critical_failure(difficulty: int, outcome: str) -> None:
    result = roll(request("athletics", difficulty=difficulty), RUNNER, 2, 4, 5)
    assert (result.value, result.outcome) == (6 - difficulty, outcome)


def test_an_effort_rescues_a_critical_failure_at_its_whole_price() -> None:
    critical = roll(request("athletics", difficulty=11), RUNNER, 2, 4, 5)
    done = follow(critical, Choice("effort", JULIO, Cost("endurance", 6)), RUNNER)
    assert (done.value, done.outcome, amounts(done)) == (1, "success", {(JULIO, "endurance"): -6})


def test_a_house_may_leave_a_critical_failure_as_it_is() -> None:
    tables = EARLIER.tables({"critical_rescue": False})
    critical = roll(request("athletics", difficulty=11, tables=tables), RUNNER, 2, 4, 5)
    with refused("critical failure can't be turned"):
        follow(critical, Choice("effort", JULIO, Cost("endurance", 6)), RUNNER)


@pytest.mark.parametrize(
    ("pool", "vitality", "own", "rest"), [(10, 10, 2, 0), (3, 10, 2, 0), (2, 10, 1, 1), (1, 2, 0, 2), (0, 2, 0, 2)]
)
def test_vitality_bears_what_the_pool_lacks(pool: int, vitality: int, own: int, rest: int) -> None:
    poor = sheet(endurance=pool, vitality=vitality)
    done = follow(FAILED, Choice("effort", JULIO, Cost("endurance", 2)), poor)
    shares = {(JULIO, "endurance"): -own, (JULIO, "vitality"): -rest}
    assert amounts(done) == {share: amount for share, amount in shares.items() if amount}


@pytest.mark.parametrize(("pool", "vitality"), [(1, 1), (2, 0), (0, 1)])
def test_who_is_too_worn_out_makes_no_effort(pool: int, vitality: int) -> None:
    with refused("can't be paid"):
        follow(FAILED, Choice("effort", JULIO, Cost("endurance", 2)), sheet(endurance=pool, vitality=vitality))


def test_only_the_initiator_of_an_opposed_test_makes_an_effort() -> None:
    both = people(sheet(JULIO, unarmed=1), sheet(MARCUS, dodge=1))
    first = roll(side("unarmed"), both, 3, 3, 3)
    second = roll(side("dodge", who=MARCUS, role="opponent"), both, 5, 5, 5)
    with refused("Only the initiator"):
        follow(second, Choice("effort", MARCUS, Cost("endurance", 1)), both)
    answered = EARLIER.settle_opposed(first, second)
    assert answered.value == -2
    assert follow(answered, Choice("effort", JULIO, Cost("endurance", 3)), both).value == 1


# --- an ability -------------------------------------------------------------------------------------------------------


def test_a_brutal_attack_is_a_step_of_its_own_and_comes_last() -> None:
    both = people(sheet(JULIO, melee=2), sheet(MARCUS, block=2))
    brutal = side("melee", options={"brutal_attack": True})
    first = roll(brutal, both, 7, 7, 7)
    assert first.value == 7  # what it adds hangs on the whole test
    assert EARLIER.settle_opposed(first, 4).steps[-1] == Step("ability", 1, JULIO, Text("Brutal Attack"))
    assert [EARLIER.settle_opposed(first, answer).value for answer in (4, 5, 7)] == [4, 2, 0]


def test_an_ability_is_used_only_where_it_is_named_and_known() -> None:
    assert roll(request("melee", difficulty=1, options={"brutal_attack": False}), sheet(melee=2), 7, 7, 7).value == 6
    with refused("no such option"):
        EARLIER.plan(request("melee", options={"brutal": True}), people(RUNNER))
    with refused("no such option"):
        CAERBANNOG.plan(request("melee", options={"brutal_attack": True}), people(RUNNER))


# --- odds, storage ----------------------------------------------------------------------------------------------------

CASES = [
    request("athletics", difficulty=7),
    request("athletics", difficulty=11, disadvantage=("a",)),
    request("athletics", difficulty=3, modifiers=(mod(-1),), options={"brutal_attack": True}),
    request("block", difficulty=0, advantage=("a",)),
]


@pytest.mark.parametrize("asked", CASES)
def test_the_odds_are_those_of_every_throw(asked: CheckRequest) -> None:
    here = people(RUNNER)
    sides = EARLIER.plan(asked, here)[0].sides
    throws = [EARLIER.check(asked, here, table(asked, here, faces)) for faces in product(range(1, sides + 1), repeat=3)]
    odds = EARLIER.odds(asked, here)
    seen = Counter(result.value for result in throws)
    outcomes = Counter(result.outcome for result in throws)
    assert dict(odds.values) == {value: Fraction(count, sides**3) for value, count in seen.items()}
    assert odds.success == Fraction(outcomes["success"], sides**3)
    assert odds.critical == Fraction(outcomes["critical_failure"], sides**3)
    assert odds.gain == 0


@pytest.mark.parametrize("asked", CASES)
def test_the_odds_agree_with_icepool(asked: CheckRequest) -> None:
    sides = EARLIER.plan(asked, people(RUNNER))[0].sides
    place = 2 if asked.advantage else 0 if asked.disadvantage else 1
    bonus = 2 if asked.participants[0].uses[0].trait == "athletics" else 0
    added = bonus + sum(modifier.value for modifier in asked.modifiers) - (asked.difficulty or 0)

    def result(face: Any) -> Any:
        return face + added + (1 if asked.options and face + added >= 3 else 0)

    oracle = icepool.Pool([icepool.d(sides)] * 3)[place].map(result)
    odds = EARLIER.odds(asked, people(RUNNER))
    assert dict(odds.values) == {value: Fraction(n, oracle.denominator()) for value, n in oracle.items() if n}


def test_the_odds_of_an_opposed_test_agree_with_icepool() -> None:
    both = people(sheet(JULIO, melee=2, bonuses={"combat": 2}), sheet(MARCUS, block=1))
    first, second = side("melee", options={"brutal_attack": True}), side("block", who=MARCUS, role="opponent")
    lead = icepool.Pool([icepool.d8] * 3)[1] + 2 - icepool.Pool([icepool.d6] * 3)[1]
    oracle = lead.map(lambda value: value + 1 if value >= 3 else value)
    odds = EARLIER.opposed_odds(first, second, both)
    assert dict(odds.values) == {value: Fraction(n, oracle.denominator()) for value, n in oracle.items() if n}
    assert odds.critical == sum(chance for value, chance in odds.values.items() if value <= -5)


@given(
    st.lists(st.integers(1, 6), min_size=3, max_size=3),
    st.integers(0, 15),
    st.integers(0, 4),
    st.sampled_from(["endurance", "determination"]),
    st.integers(0, 10),
    st.integers(0, 10),
)
@settings(max_examples=100, deadline=None)
def test_every_offered_effort_can_be_made_and_no_pool_goes_below_what_it_keeps(
    faces: list[int], difficulty: int, bonus: int, pool: str, held: int, vitality: int
) -> None:
    hero = sheet(athletics=1, bonuses={"physical": bonus}, vitality=vitality, **{pool: held})  # type: ignore[arg-type]
    result = roll(request("athletics", difficulty=difficulty), hero, *faces)
    assert result.raw == result.value == sum(step.value for step in result.steps)
    assert from_json(json.loads(json.dumps(to_json(result)))) == result
    assert isinstance(house(result.request), CaerbannogTables)
    offer = offers(result, hero).get("effort:1")
    assert (offer is None) == (result.outcome == "success")
    for cost in offer.costs if offer else ():
        done = follow(result, Choice("effort", JULIO, cost), hero)
        assert done.value == 1
        assert from_json(json.loads(json.dumps(to_json(done)))) == done
        for effect in done.effects:
            left = {"vitality": vitality, pool: held}.get(effect.counter, 10) + effect.amount
            assert left >= (0 if effect.counter == "vitality" else 1)
