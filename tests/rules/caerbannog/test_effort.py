"""Heroic effort: a failure becomes exactly 1, and somebody pays."""

import pytest

from rules.tables import PRESETS, CaerbannogTables
from rules.values import CheckResult, Choice, Cost
from tests.rules.cast import (
    JULIO,
    MARCUS,
    amounts,
    follow,
    group,
    mod,
    offers,
    people,
    refused,
    request,
    roll,
    sheet,
)

BOOST = Choice("boost", JULIO)
RUNNER = sheet(athletics=1, bonuses={"physical": 3}, momentum=1)
FAILED = roll(request("athletics", difficulty=5), RUNNER, 2, 4, 5)  # -1
CRITICAL = roll(request("athletics", difficulty=3), RUNNER, 1, 1, 1)
OPEN = roll(request("athletics", difficulty=None), RUNNER, 2, 4, 5)


def effort(counter: str = "endurance", amount: int = 2, who: int = JULIO) -> Choice:
    return Choice("effort", who, Cost(counter, amount))


@pytest.mark.parametrize(("difficulty", "price"), [(4, 1), (5, 2), (8, 5), (14, 11)])
def test_an_effort_makes_exactly_1_for_the_failures_and_one(difficulty: int, price: int) -> None:
    strong = sheet(athletics=1, endurance=20)
    result = roll(request("athletics", difficulty=difficulty), strong, 2, 4, 5)
    done = follow(result, effort(amount=price), strong)
    assert (done.value, done.raw, done.outcome) == (1, 1, "success")
    assert done.name is not None
    assert done.name.id == "minimal success"
    assert amounts(done) == {(JULIO, "endurance"): -price}
    assert sum(step.value for step in done.steps) == 1
    assert done.taken[0].before == result.value


def test_an_effort_is_offered_at_every_pool_that_has_enough() -> None:
    result = roll(request("athletics", difficulty=8), RUNNER, 2, 4, 5)
    assert offers(result, sheet(endurance=4, determination=5))["effort:1"].costs == (Cost("determination", 5),)
    assert offers(result, sheet(endurance=5, determination=5))["effort:1"].costs == (
        Cost("endurance", 5),
        Cost("determination", 5),
    )


def test_an_effort_nobody_can_pay_is_still_open_for_another_cost() -> None:
    poor = sheet(athletics=1, endurance=1, determination=0)
    assert offers(FAILED, poor)["effort:1"].costs == ()
    done = follow(FAILED, Choice("effort", JULIO, None, note="zgubiony miecz"), poor)
    assert (done.value, done.effects) == (1, ())
    assert done.taken[0].note == "zgubiony miecz"


@pytest.mark.parametrize("note", ["", "   "])
def test_another_cost_is_told(note: str) -> None:
    with refused("what the effort costs"):
        follow(FAILED, Choice("effort", JULIO, None, note=note), RUNNER)


@pytest.mark.parametrize(
    "cost",
    [
        Cost("endurance", 1),
        Cost("endurance", 3),
        Cost("vitality", 2),
        Cost("momentum", 2),
        Cost("determination", 0),
        Cost("endurance", -2),
    ],
)
def test_an_effort_at_another_price_or_from_another_pool_is_refused(cost: Cost) -> None:
    with refused("can't be paid"):
        follow(FAILED, Choice("effort", JULIO, cost), RUNNER)


def test_an_effort_may_empty_the_pool_but_no_more() -> None:
    assert amounts(follow(FAILED, effort(), sheet(endurance=2))) == {(JULIO, "endurance"): -2}
    with refused("can't be paid"):
        follow(FAILED, effort(), sheet(endurance=1))


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (CRITICAL, "A critical failure"),
        (OPEN, "not told"),
        (roll(request("athletics", difficulty=3), RUNNER, 2, 4, 5), "Only a failure"),
        (roll(request("block", difficulty=5, against="attack"), sheet(), 2, 3, 4), "answer to an attack"),
    ],
)
def test_an_effort_out_of_place_is_neither_offered_nor_taken(result: CheckResult, words: str) -> None:
    assert "effort:1" not in offers(result, RUNNER)
    with refused(words):
        follow(result, effort(), RUNNER)


@pytest.mark.parametrize("against", ["", "hazard"])
def test_a_defence_against_a_hazard_allows_an_effort(against: str) -> None:
    result = roll(request("block", difficulty=4, against=against), sheet(), 2, 3, 4)
    assert follow(result, effort(), sheet()).value == 1


def test_a_house_may_allow_an_effort_against_an_attack() -> None:
    tables = CaerbannogTables(effort_against_attack=True)
    result = roll(request("block", difficulty=4, against="attack", tables=tables), sheet(), 2, 3, 4)
    assert follow(result, effort(), sheet()).value == 1


def test_a_second_effort_is_refused() -> None:
    with refused("Only a failure"):
        follow(follow(FAILED, effort(), RUNNER), effort(), RUNNER)


def test_after_an_effort_nothing_is_boosted() -> None:
    done = follow(FAILED, effort(), RUNNER)
    assert set(offers(done, RUNNER)) == {"reroll:1"}
    with refused("nothing more is added"):
        follow(done, BOOST, RUNNER)


def test_a_boost_before_an_effort_makes_it_cheaper() -> None:
    runner = sheet(bonuses={"physical": 1}, momentum=1)
    boosted = follow(FAILED, BOOST, runner)
    assert offers(boosted, runner)["effort:1"].costs[0] == Cost("endurance", 1)


def test_in_a_group_the_initiator_pays_for_the_effort() -> None:
    both = people(sheet(JULIO), sheet(MARCUS))
    result = roll(group((JULIO, "guile"), (MARCUS, "guile")), both, 2, 2, 3)
    assert "effort:1" in offers(result, both)
    assert "effort:2" not in offers(result, both)
    with refused("initiator pays"):
        follow(result, effort(amount=4, who=MARCUS), both)


def test_a_house_may_let_anyone_in_the_group_pay() -> None:
    both = people(sheet(JULIO), sheet(MARCUS))
    asked = group((JULIO, "guile"), (MARCUS, "guile"), tables=CaerbannogTables(group_effort_payer="anyone"))
    done = follow(roll(asked, both, 2, 2, 3), effort(amount=4, who=MARCUS), both)
    assert amounts(done) == {(MARCUS, "endurance"): -4}


def test_the_earlier_edition_keeps_the_last_point_and_vitality_bears_the_rest() -> None:
    asked = request("athletics", difficulty=7, modifiers=(mod(1),), tables=PRESETS["earlier"])
    failed = roll(asked, sheet(), 1, 2, 3)  # -4, as in B4 and B5
    done = follow(failed, effort("determination", 5), sheet(determination=3))
    assert amounts(done) == {(JULIO, "determination"): -2, (JULIO, "vitality"): -3}
    assert done.taken[0].rest == Cost("vitality", 3)
    assert offers(failed, sheet(endurance=1, determination=0, vitality=4))["effort:1"].costs == ()


def test_the_earlier_edition_rescues_a_critical_failure_at_its_raw_price() -> None:
    failed = roll(request("athletics", difficulty=3, tables=PRESETS["earlier"]), sheet(), 1, 1, 1)
    done = follow(failed, effort("endurance", 3), sheet())
    assert (done.value, done.outcome) == (1, "success")
