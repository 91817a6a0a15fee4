"""Reroll: new dice under old modifiers."""

import pytest

from rules.values import Choice, Cost, Die, Effect, Part
from tests.rules.cast import (
    JULIO,
    MARCUS,
    MOMENTUM,
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
)

BOOST = Choice("boost", JULIO)
RUNNER = sheet(athletics=1, bonuses={"physical": 3}, momentum=1)
FAILED = roll(request("athletics", difficulty=5), RUNNER, 2, 4, 5)  # -1
CRITICAL = roll(request("athletics", difficulty=3), RUNNER, 1, 1, 1)
OPEN = roll(request("athletics", difficulty=None), RUNNER, 2, 4, 5)


def test_a_reroll_of_all_dice_replaces_them() -> None:
    assert offers(FAILED, RUNNER)["reroll:1"].dice_needed == (Part(JULIO, "athletics", 6, 1),) * 3
    rerolled = follow(FAILED, Choice("reroll", JULIO), RUNNER, again(FAILED, {0: 6, 1: 6, 2: 1}))
    assert (rerolled.value, rerolled.outcome) == (1, "success")
    assert rerolled.taken[0].faces == (2, 4, 5)
    assert amounts(rerolled) == {(JULIO, "momentum"): 2}


def test_a_reroll_of_chosen_dice_keeps_the_others() -> None:
    rerolled = follow(FAILED, Choice("reroll", JULIO, dice=(1,)), RUNNER, again(FAILED, {1: 1}))
    assert [die.face for die in rerolled.dice] == [2, 1, 5]
    assert rerolled.taken[0].faces == (4,)


def test_only_the_final_dice_bring_momentum() -> None:
    rich = roll(request("athletics"), RUNNER, 6, 6, 3)
    rerolled = follow(rich, Choice("reroll", JULIO, dice=(0, 2)), RUNNER, again(rich, {0: 2, 2: 3}))
    assert amounts(rerolled) == {(JULIO, "momentum"): -1}
    assert rerolled.gained == (Effect(JULIO, "momentum", 1),)


def test_a_kept_top_is_counted_once() -> None:
    rich = roll(request("athletics"), RUNNER, 6, 3, 3)
    assert follow(rich, Choice("reroll", JULIO, dice=(1,)), RUNNER, again(rich, {1: 2})).effects == ()


def test_a_reroll_gets_out_of_a_critical_failure() -> None:
    assert set(offers(CRITICAL, RUNNER)) == {"reroll:1"}
    rerolled = follow(CRITICAL, Choice("reroll", JULIO, dice=(0,)), RUNNER, again(CRITICAL, {0: 5}))
    assert (rerolled.outcome, rerolled.value) == ("failure", -2)


def test_a_reroll_may_end_in_a_critical_failure_boosted_or_not() -> None:
    boosted = follow(FAILED, BOOST, RUNNER)
    rerolled = follow(boosted, Choice("reroll", JULIO), RUNNER, again(FAILED, {0: 1, 1: 1, 2: 1}))
    assert (rerolled.outcome, rerolled.value, rerolled.raw) == ("critical_failure", 0, 1 - 5 + 3)


def test_boosts_modifiers_and_advantage_outlast_a_reroll() -> None:
    asked = request("athletics", difficulty=5, advantage=("a",), modifiers=(mod(1),))
    boosted = follow(roll(asked, RUNNER, 2, 2, 3), BOOST, RUNNER)
    rerolled = follow(boosted, Choice("reroll", JULIO), RUNNER, again(boosted, {0: 1, 1: 2, 2: 6}))
    assert rerolled.value == 6 - 5 + 1 + 3


def test_a_reroll_throws_an_effort_away_without_refund() -> None:
    done = follow(FAILED, Choice("effort", JULIO, Cost("endurance", 2)), RUNNER)
    rerolled = follow(done, Choice("reroll", JULIO), RUNNER, again(FAILED, {0: 2, 1: 3, 2: 4}))
    assert (rerolled.value, rerolled.effects) == (-2, ())
    assert [taken.kind for taken in rerolled.taken] == ["effort", "reroll"]
    assert "effort:1" in offers(rerolled, RUNNER)
    assert "boost:1" in offers(rerolled, RUNNER)


def test_an_open_difficulty_may_be_rerolled() -> None:
    rerolled = follow(OPEN, Choice("reroll", JULIO, dice=(0,)), RUNNER, again(OPEN, {0: 6}))
    assert rerolled.outcome == "pending"
    assert amounts(rerolled) == {(JULIO, "momentum"): 1}


def test_a_reroll_is_paid_and_its_gain_is_netted_for_the_same_person() -> None:
    paid = follow(FAILED, Choice("reroll", JULIO, MOMENTUM, dice=(0,)), RUNNER, again(FAILED, {0: 6}))
    assert paid.effects == ()
    paid = follow(FAILED, Choice("reroll", JULIO, MOMENTUM, dice=(0,)), RUNNER, again(FAILED, {0: 3}))
    assert amounts(paid) == {(JULIO, "momentum"): -1}


def test_a_bystander_with_a_sheet_may_pay_for_a_reroll() -> None:
    both = people(RUNNER, sheet(MARCUS, momentum=1))
    paid = follow(FAILED, Choice("reroll", MARCUS, MOMENTUM, dice=(0,)), both, again(FAILED, {0: 3}))
    assert amounts(paid) == {(MARCUS, "momentum"): -1}


@pytest.mark.parametrize("cost", [Cost("momentum", 2), Cost("momentum", 0), Cost("momentum", -1), Cost("luck", 1)])
def test_a_reroll_that_can_t_be_paid_is_refused(cost: Cost) -> None:
    with refused("enough to pay|1 or more"):
        follow(FAILED, Choice("reroll", JULIO, cost, dice=(0,)), RUNNER, again(FAILED, {0: 6}))


def test_momentum_of_the_new_dice_does_not_pay_for_them() -> None:
    with refused("enough to pay"):
        follow(FAILED, Choice("reroll", JULIO, MOMENTUM), sheet(momentum=0), again(FAILED, {0: 6, 1: 6, 2: 6}))


def test_a_payer_without_a_sheet_is_refused() -> None:
    with refused("sheet of this character is missing"):
        follow(FAILED, Choice("reroll", MARCUS, MOMENTUM, dice=(0,)), RUNNER, again(FAILED, {0: 6}))


@pytest.mark.parametrize("places", [(3,), (-1,), (0, 7)])
def test_a_die_that_is_not_there_is_not_rerolled(places: tuple[int, ...]) -> None:
    with refused("no such die"):
        follow(FAILED, Choice("reroll", JULIO, dice=places), RUNNER, again(FAILED, {0: 6}))


def test_a_die_is_rerolled_once_at_a_time() -> None:
    with refused("thrown again once"):
        follow(FAILED, Choice("reroll", JULIO, dice=(0, 0)), RUNNER, again(FAILED, {0: 6}) * 2)


@pytest.mark.parametrize(
    "thrown",
    [(), (Die(JULIO, "athletics", 6, 2),) * 2, (Die(JULIO, "athletics", 8, 2),), (Die(MARCUS, "athletics", 6, 2),)],
)
def test_a_reroll_with_other_dice_is_refused(thrown: tuple[Die, ...]) -> None:
    with refused("not the ones"):
        follow(FAILED, Choice("reroll", JULIO, dice=(0,)), RUNNER, thrown)


@pytest.mark.parametrize("face", [0, 7])
def test_a_reroll_to_an_impossible_face_is_refused(face: int) -> None:
    with refused("can't show"):
        follow(FAILED, Choice("reroll", JULIO, dice=(0,)), RUNNER, again(FAILED, {0: face}))
