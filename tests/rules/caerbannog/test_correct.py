"""The GM corrects a finished roll: dice and boosts stay, an effort is given back, kept or priced anew."""

from dataclasses import replace
from typing import Any

import pytest

from rules.tables import PRESETS
from rules.values import CheckResult, Choice, Cost, Gear, Modifier, Sheet, Sheets
from tests.rules.cast import JULIO, MARCUS, amounts, follow, group, mod, offers, people, refused, request, roll, sheet

SHEET = sheet(athletics=1, agility=1, riding=2, bonuses={"physical": 3}, momentum=1)
FAILED = roll(request("athletics", difficulty=5), SHEET, 2, 4, 5)  # -1
EFFORT = follow(FAILED, Choice("effort", JULIO, Cost("endurance", 2)), SHEET)


def correct(result: CheckResult, sheets: Sheets | Sheet = SHEET, reprice: bool = False, **changes: Any) -> CheckResult:
    choice = Choice("correct", JULIO, request=replace(result.request, **changes), reprice=reprice)
    return follow(result, choice, sheets)


def test_a_correction_reckons_the_same_dice_anew() -> None:
    fixed = correct(FAILED, difficulty=2, modifiers=(mod(1, "mgła"),))
    assert (fixed.value, fixed.outcome, fixed.effects) == (3, "success", ())
    assert [die.face for die in fixed.dice] == [2, 4, 5]
    assert (fixed.taken[-1].kind, fixed.taken[-1].before) == ("correct", -1)


def test_an_advantage_remembered_late_counts_another_die() -> None:
    assert correct(FAILED, advantage=("a",)).roll == 5
    assert correct(FAILED, disadvantage=("a",)).roll == 2


def test_boosts_are_kept() -> None:
    boosted = follow(FAILED, Choice("boost", JULIO), SHEET)
    fixed = correct(boosted, difficulty=6)
    assert (fixed.value, fixed.effects) == (1, ())
    assert "boost:1" not in offers(fixed, SHEET)


def test_momentum_from_the_dice_is_not_gained_again() -> None:
    lucky = roll(request("athletics", difficulty=5), SHEET, 6, 6, 2)
    fixed = correct(lucky, difficulty=2)
    assert fixed.effects == ()
    assert fixed.gained == lucky.gained


def test_telling_an_open_difficulty_is_no_correction() -> None:
    told = correct(roll(request("athletics", difficulty=None), SHEET, 2, 4, 6), difficulty=3)
    assert (told.value, told.effects, told.taken) == (1, (), ())


def test_a_difficulty_once_told_stays_told() -> None:
    with refused("can't be untold"):
        correct(FAILED, difficulty=None)


def test_a_critical_failure_stays_one() -> None:
    assert correct(roll(request("athletics"), SHEET, 1, 1, 1), difficulty=0).outcome == "critical_failure"


# --- the effort -------------------------------------------------------------------------------------------------------


def test_an_effort_not_needed_any_more_is_given_back() -> None:
    fixed = correct(EFFORT, difficulty=2)
    assert (fixed.value, amounts(fixed)) == (2, {(JULIO, "endurance"): 2})
    assert [taken.kind for taken in fixed.taken] == ["correct"]


@pytest.mark.parametrize("difficulty", [4, 5, 9])
def test_an_effort_still_needed_keeps_its_price(difficulty: int) -> None:
    fixed = correct(EFFORT, difficulty=difficulty)
    assert (fixed.value, fixed.effects, fixed.taken[0].cost) == (1, (), Cost("endurance", 2))


@pytest.mark.parametrize(("difficulty", "amount"), [(4, 1), (5, 0), (7, -2)])
def test_an_effort_is_priced_anew_when_the_player_agrees(difficulty: int, amount: int) -> None:
    fixed = correct(EFFORT, reprice=True, difficulty=difficulty)
    assert fixed.value == 1
    assert amounts(fixed) == ({(JULIO, "endurance"): amount} if amount else {})
    assert fixed.taken[0].cost == Cost("endurance", 2 - amount)


def test_a_new_price_that_can_t_be_paid_is_refused() -> None:
    with refused("new price can't be paid"):
        correct(EFFORT, sheet(athletics=1, endurance=1), reprice=True, difficulty=7)
    assert amounts(correct(EFFORT, sheet(athletics=1, endurance=2), reprice=True, difficulty=7))


def test_an_effort_for_another_cost_gives_nothing_back() -> None:
    other = follow(FAILED, Choice("effort", JULIO, note="miecz"), SHEET)
    assert correct(other, reprice=True, difficulty=9).taken[0].cost is None
    fixed = correct(other, difficulty=2)
    assert (fixed.value, fixed.effects) == (2, ())


def test_an_effort_that_turns_out_to_answer_an_attack_is_given_back() -> None:
    block = roll(request("block", difficulty=4), SHEET, 2, 3, 4)
    done = follow(block, Choice("effort", JULIO, Cost("endurance", 2)), SHEET)
    fixed = correct(done, against="attack")
    assert (fixed.value, amounts(fixed)) == (-1, {(JULIO, "endurance"): 2})


def test_what_vitality_bore_goes_back_to_vitality() -> None:
    poor = sheet(determination=3)
    failed = roll(request("athletics", difficulty=6, tables=PRESETS["earlier"]), poor, 1, 2, 3)
    done = follow(failed, Choice("effort", JULIO, Cost("determination", 5)), poor)
    assert amounts(correct(done, poor, difficulty=1)) == {(JULIO, "determination"): 2, (JULIO, "vitality"): 3}
    cheaper = correct(done, sheet(determination=1, vitality=7), reprice=True, difficulty=3)
    assert amounts(cheaper) == {(JULIO, "vitality"): 3}
    assert cheaper.taken[0].rest is None


def test_an_effort_that_a_reroll_threw_away_is_not_given_back() -> None:
    thrown = tuple(replace(die, kept=False, top=False, face=3) for die in FAILED.dice)
    rerolled = follow(EFFORT, Choice("reroll", JULIO), SHEET, thrown)
    assert correct(rerolled, difficulty=1).effects == ()


# --- gear -------------------------------------------------------------------------------------------------------------

SHIELD = Modifier(2, "", "shield")


def test_a_shield_remembered_late_wears_and_one_forgotten_is_given_back() -> None:
    guard = sheet(gear=[Gear("shield", "Tarcza", 2, 1)])
    plain = roll(request("block", difficulty=4), guard, 2, 3, 4)
    helped = correct(plain, guard, modifiers=(SHIELD,))
    assert (helped.value, amounts(helped)) == (1, {(JULIO, "gear:shield"): -1})
    worn = sheet(gear=[Gear("shield", "Tarcza", 2, 0)])
    assert correct(helped, worn, difficulty=5).value == 0
    assert amounts(correct(helped, worn, modifiers=())) == {(JULIO, "gear:shield"): 1}
    with refused("worn out"):
        correct(plain, worn, modifiers=(SHIELD,))


# --- other traits -----------------------------------------------------------------------------------------------------


def test_another_trait_of_the_same_dice_may_take_their_place() -> None:
    fixed = correct(FAILED, participants=request("agility").participants)
    assert {die.trait for die in fixed.dice} == {"agility"}
    assert fixed.value == -1


@pytest.mark.parametrize(
    "other",
    [request("riding"), request("athletics", "riding"), request(("athletics", 4)), request("athletics", who=MARCUS)],
)
def test_dice_that_don_t_fit_have_to_be_thrown_anew(other: Any) -> None:
    with refused("thrown anew"):
        correct(FAILED, people(SHEET, sheet(MARCUS, athletics=1)), participants=other.participants)


def test_a_helper_who_threw_nothing_can_t_be_added() -> None:
    both = people(SHEET, sheet(MARCUS, athletics=1))
    with refused("thrown anew"):
        correct(FAILED, both, participants=group((JULIO, "athletics"), (MARCUS, "athletics")).participants)


def test_a_level_raised_since_the_roll_changes_nothing() -> None:
    assert correct(FAILED, sheet(athletics=4), difficulty=3).value == 1


def test_a_correction_says_what_the_test_should_have_been() -> None:
    with refused("should have been"):
        follow(FAILED, Choice("correct", JULIO), SHEET)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"difficulty": -1}, "difficulty is a number"),
        ({"difficulty": 100}, "difficulty is a number"),
        ({"kind": "x"}, "no such kind"),
        ({"against": "x"}, "attack or a hazard"),
        ({"modifiers": (mod(100),)}, "modifier"),
    ],
)
def test_a_correction_is_a_request_in_order(changes: dict[str, Any], words: str) -> None:
    with refused(words):
        correct(FAILED, **changes)


def test_a_corrected_person_takes_part_as_in_any_test() -> None:
    with refused("Choose what to test"):
        correct(FAILED, participants=request().participants)
