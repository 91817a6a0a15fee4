"""Group tests from the first die to the last follow-up: everybody's dice, skills, boosts and Momentum are their own."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import icepool  # type: ignore[import-untyped]
import pytest

from rules.caerbannog.request import GROUP_CONDITIONS
from rules.values import CheckRequest, Choice, Cost, Participant
from tests.rules.cast import (
    CAERBANNOG,
    JULIO,
    MARCUS,
    MOMENTUM,
    ROSALIA,
    again,
    amounts,
    follow,
    group,
    mod,
    offers,
    people,
    refused,
    roll,
    sheet,
    table,
    uses,
)

FOUR = 4
ALL = people(
    sheet(JULIO, guile=1, stealth=2, bonuses={"social": 2, "physical": 1}, momentum=1),
    sheet(MARCUS, melee=3, guile=2, bonuses={"combat": 3}, momentum=1),
    sheet(ROSALIA, perception=0, bonuses={"practical": 1}, momentum=1),
    sheet(FOUR, athletics=4, momentum=1),
)
MIXED = group((JULIO, "guile"), (MARCUS, "melee"), (ROSALIA, "perception"), difficulty=4)


def test_everybody_brings_a_skill_of_their_own_with_its_dice() -> None:
    plan = CAERBANNOG.plan(MIXED, ALL)
    assert [(part.who, part.sides, part.count) for part in plan] == [(1, 6, 1), (2, 10, 1), (3, 4, 1)]


def test_momentum_goes_to_whose_die_showed_its_top() -> None:
    assert amounts(roll(MIXED, ALL, 6, 6, 4)) == {(JULIO, "momentum"): 1, (ROSALIA, "momentum"): 1}


def test_everybody_boosts_by_the_category_of_their_own_skill_for_their_own_momentum() -> None:
    result = roll(MIXED, ALL, 3, 2, 1)
    for who, bonus in ((MARCUS, 3), (JULIO, 2), (ROSALIA, 1)):
        before = result.value or 0
        result = follow(result, Choice("boost", who), ALL)
        assert (result.value, amounts(result)) == (before + bonus, {(who, "momentum"): -1})
    assert not any(offer.kind == "boost" for offer in offers(result, ALL).values())


def test_a_reroll_is_paid_by_one_and_thrown_by_another() -> None:
    result = roll(MIXED, ALL, 3, 9, 1)
    done = follow(result, Choice("reroll", MARCUS, MOMENTUM, dice=(2,)), ALL, again(result, {2: 4}))
    assert amounts(done) == {(MARCUS, "momentum"): -1, (ROSALIA, "momentum"): 1}
    with refused("not the ones"):
        follow(result, Choice("reroll", MARCUS, MOMENTUM, dice=(2,)), ALL, again(result, {1: 4}))


def test_the_initiator_bears_the_effort_of_the_group() -> None:
    result = roll(MIXED, ALL, 3, 2, 1)
    with refused("initiator pays"):
        follow(result, Choice("effort", MARCUS, Cost("endurance", 3)), ALL)
    assert amounts(follow(result, Choice("effort", JULIO, Cost("endurance", 3)), ALL)) == {(JULIO, "endurance"): -3}


def test_a_critical_failure_takes_the_ones_of_all() -> None:
    assert roll(MIXED, ALL, 1, 1, 1).outcome == "critical_failure"
    assert roll(MIXED, ALL, 1, 1, 2).outcome == "failure"


def test_an_initiator_with_one_helper_combines_two_traits() -> None:
    asked = CheckRequest(
        (Participant(JULIO, "initiator", uses("stealth", "guile")), Participant(MARCUS, "helper", uses("melee"))), 4
    )
    assert [(part.trait, part.sides) for part in CAERBANNOG.plan(asked, ALL)] == [
        ("stealth", 8),
        ("guile", 6),
        ("melee", 10),
    ]
    result = roll(asked, ALL, 5, 2, 7)
    assert (result.value, offers(result, ALL)["boost:1"].category) == (1, "physical")


def test_a_helper_combines_when_the_gm_lists_the_dice() -> None:
    helper = Participant(MARCUS, "helper", uses("melee", "guile"))
    with refused("more traits than dice"):
        CAERBANNOG.plan(CheckRequest((Participant(JULIO, "initiator", uses("guile")), helper), 4), ALL)
    listed = CheckRequest(
        (
            Participant(JULIO, "initiator", uses("guile")),
            Participant(MARCUS, "helper", uses(("melee", 1), ("guile", 1))),
        ),
        4,
    )
    assert [part.count for part in CAERBANNOG.plan(listed, ALL)] == [2, 1, 1]


def test_an_advantage_keeps_one_of_all_the_dice() -> None:
    asked = group((1, "guile"), (2, "melee"), (3, "perception"), (4, "athletics"), difficulty=4, advantage=("a",))
    assert roll(asked, ALL, 3, 2, 1, 12).value == 8


# --- what a group needs -----------------------------------------------------------------------------------------------


def test_a_group_that_nobody_questions_is_one() -> None:
    assert len(GROUP_CONDITIONS) == 3
    assert len(CAERBANNOG.plan(MIXED, ALL)) == 3


@pytest.mark.parametrize("met", [1, 0, -1, "2"])
def test_a_group_without_most_of_its_conditions_is_refused(met: int | str) -> None:
    with refused("what a group test needs"):
        CAERBANNOG.plan(group((1, "guile"), (2, "melee"), options={"conditions_met": met}), ALL)


def test_who_is_alone_needs_no_conditions() -> None:
    assert CAERBANNOG.plan(group((1, "guile"), options={"conditions_met": 0}), ALL)


def test_an_unknown_option_is_refused() -> None:
    with refused("no such option"):
        CAERBANNOG.plan(group((1, "guile"), options={"luck": True}), ALL)


# --- odds -------------------------------------------------------------------------------------------------------------

GROUPS = [
    group((JULIO, "guile"), (MARCUS, "melee"), difficulty=3),
    MIXED,
    group((1, "guile"), (2, "melee"), (3, "perception"), (4, "athletics"), difficulty=2, modifiers=(mod(1),)),
    group((1, "guile"), (2, "guile"), (3, "perception"), difficulty=2, disadvantage=("a",)),
]


@pytest.mark.parametrize("asked", GROUPS)
def test_the_odds_of_a_group_are_those_of_every_throw(asked: CheckRequest) -> None:
    sides = [part.sides for part in CAERBANNOG.plan(asked, ALL) for _ in range(part.count)]
    throws = [
        CAERBANNOG.check(asked, ALL, table(asked, ALL, faces))
        for faces in product(*(range(1, die + 1) for die in sides))
    ]
    odds = CAERBANNOG.odds(asked, ALL)
    seen = Counter(result.value for result in throws)
    assert dict(odds.values) == {value: Fraction(count, prod(sides)) for value, count in seen.items()}
    tops = sum(effect.amount for result in throws for effect in result.gained)
    assert odds.gain == Fraction(tops, prod(sides))


@pytest.mark.parametrize("asked", GROUPS)
def test_the_odds_of_a_group_agree_with_icepool(asked: CheckRequest) -> None:
    sides = [part.sides for part in CAERBANNOG.plan(asked, ALL) for _ in range(part.count)]
    place = 0 if asked.disadvantage else len(sides) // 2
    kept = icepool.Pool([icepool.d(die) for die in sides])[place]
    added = sum(modifier.value for modifier in asked.modifiers) - (asked.difficulty or 0)
    success = Fraction(sum(n for face, n in kept.items() if face + added > 0), kept.denominator())
    ones = Fraction(1, prod(sides)) if 1 + added > 0 else 0  # a critical failure is one though its sum would not be
    assert CAERBANNOG.odds(asked, ALL).success == success - ones
