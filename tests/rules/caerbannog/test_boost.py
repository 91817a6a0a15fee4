"""Boost: the bonus of a category for 1 Momentum, once per person."""

import pytest

from rules.caerbannog.boost import boost_offer
from rules.values import CheckResult, Choice, Cost, FollowUp, Sheet, Trait
from tests.rules.cast import (
    CAERBANNOG,
    JULIO,
    MARCUS,
    MOMENTUM,
    again,
    amounts,
    follow,
    group,
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


def test_a_boost_adds_the_category_bonus_for_1_momentum() -> None:
    assert offers(FAILED, RUNNER)["boost:1"] == FollowUp("boost:1", "boost", JULIO, (MOMENTUM,), 3, category="physical")
    boosted = follow(FAILED, BOOST, RUNNER)
    assert (boosted.value, boosted.outcome) == (2, "success")
    assert amounts(boosted) == {(JULIO, "momentum"): -1}
    assert boosted.steps[-1].kind == "boost"
    assert boosted.taken[0].before == -1


def test_a_success_may_be_boosted_too() -> None:
    success = roll(request("athletics", difficulty=2), RUNNER, 4, 4, 5)
    assert follow(success, BOOST, RUNNER).value == 5


def test_nobody_boosts_twice() -> None:
    rich = sheet(athletics=1, bonuses={"physical": 3}, momentum=9)
    boosted = follow(FAILED, BOOST, rich)
    assert "boost:1" not in offers(boosted, rich)
    with refused("once"):
        follow(boosted, BOOST, rich)


def test_a_reroll_does_not_bring_a_second_boost() -> None:
    rich = sheet(athletics=1, bonuses={"physical": 3}, momentum=9)
    rerolled = follow(follow(FAILED, BOOST, rich), Choice("reroll", JULIO), rich, again(FAILED, {0: 2, 1: 2, 2: 2}))
    with refused("once"):
        follow(rerolled, BOOST, rich)


def test_participants_of_a_group_boost_independently() -> None:
    both = people(
        sheet(JULIO, bonuses={"social": 3}, momentum=1), sheet(MARCUS, bonuses={"social": 1}, momentum=1)
    )  # fmt: skip
    result = roll(group((JULIO, "guile"), (MARCUS, "guile")), both, 2, 2, 3)
    assert {"boost:1", "boost:2"} <= set(offers(result, both))
    result = follow(follow(result, BOOST, both), Choice("boost", MARCUS), both)
    assert result.value == 2 - 5 + 3 + 1


@pytest.mark.parametrize(
    ("sheet_now", "words"),
    [
        (sheet(athletics=1, bonuses={"physical": 3}, momentum=0), "enough Momentum"),
        (sheet(athletics=1, bonuses={"social": 3}, momentum=5), "no category bonus"),
        (sheet(athletics=1, bonuses={"physical": 0}, momentum=5), "no category bonus"),
    ],
)
def test_a_boost_without_means_is_neither_offered_nor_taken(sheet_now: Sheet, words: str) -> None:
    assert "boost:1" not in offers(FAILED, sheet_now)
    with refused(words):
        follow(FAILED, BOOST, sheet_now)


@pytest.mark.parametrize(("result", "words"), [(CRITICAL, "critical failure"), (OPEN, "not told")])
def test_a_critical_failure_or_an_open_difficulty_is_not_boosted(result: CheckResult, words: str) -> None:
    assert "boost:1" not in offers(result, RUNNER)
    with refused(words):
        follow(result, BOOST, RUNNER)


def test_a_defence_is_not_boosted() -> None:
    guard = sheet(block=1, bonuses={"physical": 3, "physical_defence": 3}, momentum=3)
    result = roll(request("block", difficulty=5), guard, 2, 4, 5)
    assert "boost:1" not in offers(result, guard)
    with refused("Defences"):
        follow(result, BOOST, guard)


def test_the_main_skill_s_category_is_boosted() -> None:
    both = sheet(stealth=1, guile=1, bonuses={"physical": 2, "social": 3}, momentum=1)
    assert offers(roll(request("stealth", "guile"), both, 2, 2, 2), both)["boost:1"].category == "physical"
    assert offers(roll(request("guile", "stealth"), both, 2, 2, 2), both)["boost:1"].category == "social"


def test_when_a_defence_is_main_the_first_skill_is_boosted() -> None:
    sneak = sheet(bonuses={"physical": 2, "practical": 3}, momentum=1)
    result = roll(request("composure", "stealth", "perception"), sneak, 2, 2, 2)
    assert offers(result, sneak)["boost:1"].category == "physical"


def test_the_gm_may_pick_another_category_of_the_test() -> None:
    both = sheet(bonuses={"social": 3}, momentum=1)
    result = roll(request("stealth", "guile"), both, 2, 2, 2)
    assert "boost:1" not in offers(result, both)
    assert boost_offer(CAERBANNOG.edition, result, JULIO, people(both), "social").bonus == 3
    assert follow(result, Choice("boost", JULIO, category="social"), both).value == 2


@pytest.mark.parametrize("category", ["combat", "physical_defence", "x"])
def test_a_category_outside_the_test_is_refused(category: str) -> None:
    rich = sheet(bonuses={"physical": 1, "combat": 4}, momentum=3)
    result = roll(request("stealth", "block"), rich, 2, 2, 2)
    with refused("category that is tested"):
        follow(result, Choice("boost", JULIO, category=category), rich)


def test_a_mystic_category_is_boosted_like_any_other() -> None:
    fire = Trait("fire", "skill", "mystic", 0, "Ogień")
    mage = sheet(own=[fire], flags=["mystic"], bonuses={"mystic": 2}, momentum=1)
    assert follow(roll(request("fire"), mage, 2, 3, 3), BOOST, mage).value == 2


@pytest.mark.parametrize("cost", [Cost("momentum", 2), Cost("momentum", 0), Cost("endurance", 1)])
def test_a_boost_has_one_price(cost: Cost) -> None:
    with refused("costs 1 Momentum"):
        follow(FAILED, Choice("boost", JULIO, cost), RUNNER)
