"""What thrown dice come to."""

from __future__ import annotations

import pytest

from rules.values import CheckRequest, Die, Sheet, Step, Text
from tests.rules.cast import refused
from tests.rules.systems.cairn.cast import (
    CAIRN,
    HOB,
    ROWAN,
    WARDEN,
    WOLF,
    amounts,
    attack,
    gang,
    named,
    people,
    roll,
    save,
    sheet,
    side,
)


def test_a_save_tells_its_arithmetic() -> None:
    result = roll(save("will"), sheet(will=12), 7)
    assert result.steps == (Step("attribute", 12, ROWAN, Text("Will")), Step("roll", -7, ROWAN))
    assert (result.roll, result.raw, result.value, named(result)) == (7, 5, 5, "passed")


@pytest.mark.parametrize(
    ("face", "score", "raw", "value", "name"), [(20, 20, 0, -1, "failed"), (1, 0, -1, 0, "passed")]
)
def test_1_and_20_overrule_the_sum(face: int, score: int, raw: int, value: int, name: str) -> None:
    result = roll(save("strength"), sheet(strength=score), face)
    assert (result.raw, result.value, named(result)) == (raw, value, name)


def test_a_save_changes_nothing() -> None:
    assert roll(save("strength"), sheet(), 20).effects == ()


def test_of_those_who_act_together_the_one_most_at_risk_throws() -> None:
    at_table = people(sheet(dexterity=12), sheet(HOB, dexterity=8))
    both = CheckRequest((side("initiator", ROWAN, "dexterity"), side("helper", HOB, "dexterity")))
    assert [part.who for part in CAIRN.plan(both, at_table)] == [HOB]
    assert roll(both, at_table, 9).outcome == "failure"


def test_damage_for_nobody_is_the_highest_die() -> None:
    result = roll(attack("sword", on=None), sheet(sword=6), 4)
    assert (result.value, result.effects, named(result)) == (4, (), "damage")


def test_armour_that_stops_everything_is_no_damage() -> None:
    at_table = people(sheet(dagger=6), sheet(WOLF, armour=3))
    result = roll(attack("dagger"), at_table, 2)
    assert (result.value, result.outcome, result.effects, named(result)) == (0, "failure", (), "no damage")
    assert [(step.kind, step.value) for step in result.steps] == [("roll", 2), ("armour", -2)]


def test_the_steps_of_damage_are_its_sum() -> None:
    at_table = people(sheet(dagger=6), sheet(WOLF, armour=1, protection=4))
    result = roll(attack("dagger"), at_table, 5)
    assert [(step.kind, step.value) for step in result.steps] == [("roll", 5), ("armour", -1), ("scar", 0)]
    assert sum(step.value for step in result.steps) == result.value == 4


def test_a_creature_is_not_scarred() -> None:
    at_table = people(sheet(dagger=6), sheet(WOLF, protection=5))
    result = roll(attack("dagger", options={"being": "creature"}), at_table, 5)
    assert [step.kind for step in result.steps] == ["roll", "armour"]
    assert amounts(result) == {(WOLF, "protection"): -5}


def test_of_equal_dice_one_counts() -> None:
    at_table = people(sheet(sword=6), sheet(HOB, axe=8), sheet(WOLF))
    result = roll(gang((ROWAN, "sword"), (HOB, "axe")), at_table, 5, 5)
    assert [die.kept for die in result.dice] == [True, False]


def test_an_impaired_attack_with_two_weapons_throws_one_k4() -> None:
    at_table = people(sheet(axe=8, mace=10), sheet(WOLF))
    (part,) = CAIRN.plan(attack("axe", "mace", disadvantage=("tied",)), at_table)
    assert (part.trait, part.sides, part.count) == ("axe", 4, 1)


def test_bare_hand_and_dagger_are_two_weapons() -> None:
    at_table = people(sheet(dagger=6), sheet(WOLF))
    assert [part.sides for part in CAIRN.plan(attack("unarmed", "dagger"), at_table)] == [4, 6]


def test_a_reaction_counts_both_dice() -> None:
    result = roll(CheckRequest((side("initiator", WARDEN),), kind="reaction"), Sheet(WARDEN, {}), 3, 4)
    assert (result.roll, result.value, named(result)) == (7, 7, "curious")
    assert all(die.kept for die in result.dice)


@pytest.mark.parametrize(
    "dice",
    [
        (),
        (Die(ROWAN, "will", 20, 3),) * 2,
        (Die(ROWAN, "will", 12, 3),),
        (Die(ROWAN, "strength", 20, 3),),
        (Die(HOB, "will", 20, 3),),
    ],
)
def test_other_dice_are_refused(dice: tuple[Die, ...]) -> None:
    assert CAIRN.check(save("will"), people(sheet()), (Die(ROWAN, "will", 20, 3),))
    with refused("not the ones"):
        CAIRN.check(save("will"), people(sheet()), dice)


@pytest.mark.parametrize("face", [0, 21])
def test_a_face_that_a_die_lacks_is_refused(face: int) -> None:
    with refused("can't show"):
        CAIRN.check(save("will"), people(sheet()), (Die(ROWAN, "will", 20, face),))


@pytest.mark.parametrize(
    ("being", "word"),
    [
        ("character", "Strength 0: dead."),
        ("creature", "Strength 0: dead."),
        ("detachment", "Strength 0: the detachment is destroyed."),
    ],
)
def test_a_hit_that_takes_all_strength_says_so(being: str, word: str) -> None:
    at_table = people(sheet(maul=10), sheet(WOLF, protection=0, strength=7))
    attacked = attack("maul", options={"being": being, "blast": True})
    last = roll(attacked, at_table, 7).steps[-1]
    assert (last.kind, last.value, last.label) == ("fallen", 0, Text(word))
    assert [step.kind for step in roll(attacked, at_table, 6).steps] == ["roll", "armour"]
