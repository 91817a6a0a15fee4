"""What results bring about, with their numbers, and what of it changes a counter."""

from __future__ import annotations

import pytest

from rules.scenes.values import Consequence
from rules.systems.caerbannog_2026.consequences import (
    answered_by,
    applied,
    consequences,
)
from rules.tables import CaerbannogTables
from rules.values import CheckResult, Choice, Sheet, Text, Trait
from tests.rules.cast import CAERBANNOG, JULIO, MARCUS, follow, group, mod, people, refused, request, roll, sheet
from tests.rules.systems.caerbannog_2026.party import hero, total

HOUSE = CaerbannogTables()
SHEETS = people(sheet())


def result(trait: str, value: int, *, house: CaerbannogTables = HOUSE) -> CheckResult:
    """A test of this trait that came to `value`."""
    return roll(request(trait, difficulty=2, modifiers=(mod(value),), tables=house), sheet(), 2, 2, 2)


def brought(trait: str, value: int, house: CaerbannogTables = HOUSE) -> dict[str, Consequence]:
    return {one.key: one for one in consequences(result(trait, value, house=house), SHEETS)}


def numbers(trait: str, value: int) -> dict[str, int]:
    return {key: one.amount for key, one in brought(trait, value).items()}


# --- numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "momentum"), [(7, 2), (6, 2), (3, 1), (9, 3)])
def test_a29_an_inspired_ally_gains_momentum_for_breakthroughs(value: int, momentum: int) -> None:
    inspired = brought("charisma", value)["inspire"]
    assert (inspired.amount, inspired.target, inspired.counter) == (momentum, "ally", "momentum")
    assert total(applied(inspired, hero(MARCUS), HOUSE)) == {(MARCUS, "momentum"): momentum}


def test_a29_a_push_is_one_field_for_a_breakthrough() -> None:
    assert numbers("athletics", 6) == {"push": 2, "pin": 6}
    assert numbers("athletics", 2) == {"pin": 2}
    assert brought("athletics", 6)["push"].told == Text("{n} field away", 2)


@pytest.mark.parametrize(("answer", "strength"), [(5, 4), (8, 1), (9, 0), (12, 0)])
def test_a4_a_condition_is_as_strong_as_the_opposed_test_came_out(answer: int, strength: int) -> None:
    threat = roll(request("intimidation", difficulty=None, kind="opposed"), sheet(intimidation=4), 9, 9, 9)
    assert consequences(threat, SHEETS) == ()  # until the other side has answered
    found = {one.key: one for one in consequences(CAERBANNOG.settle_opposed(threat, answer), SHEETS)}
    assert ("frighten" in found) == (strength > 0)
    if strength:
        assert (found["frighten"].amount, found["frighten"].condition) == (strength, "mental")
        assert found["frighten"].told == Text("a condition of strength {number}", params={"number": strength})


@pytest.mark.parametrize(
    ("trait", "expected"),
    [
        ("melee", {"attack": 5, "disarm": 5, "parry": 5}),
        ("ranged", {"attack": 5, "disarm": 5}),
        ("unarmed", {"attack": 5, "disarm": 5, "grab": 5}),
        ("riding", {"ram": 5, "ram_condition": 5}),
        ("stealth", {"hide": 5, "cover": 5}),
        ("inquiry", {"weakness": 5, "foresee": 5}),
        ("insight", {"weakness": 5, "foresee": 5, "provoke": 5}),
        ("perception", {"spot": 5}),
        ("survival", {"mislead": 5}),
        ("alchemy", {"poison": 5, "bomb": 5, "bomb_condition": 5}),
        ("artistry", {"distract": 5}),
        ("seamanship", {"sea_manoeuvre": 5}),
        ("medicine", {"heal": 5}),
        ("craft", {"mechanism": 5, "barricade": 5}),
        ("management", {"command": 5}),
        ("thievery", {"steal": 5}),
        ("charisma", {"duel": 5, "shake_off": 5, "inspire": 1, "mental_attack": 5}),
        ("guile", {"feint": 5, "mental_attack": 5}),
        ("animal_handling", {"provoke": 5, "unseat": 5, "mental_attack": 5}),
        ("intimidation", {"frighten": 5, "mental_attack": 5}),
        ("agility", {}),
        ("exact_knowledge", {}),
        ("composure", {}),
    ],
)
def test_each_skill_has_its_actions(trait: str, expected: dict[str, int]) -> None:
    assert numbers(trait, 5) == expected


def test_a_circle_of_one_s_own_casts_spells() -> None:
    mage = sheet(own=[Trait("own:fire", "skill", "mystic", 2, "Ogień")], flags=["mystic"])
    blaze = roll(request("own:fire", difficulty=2), mage, 5, 5, 5)
    found = {one.key: one.amount for one in consequences(blaze, people(mage))}
    assert found == {"spell": 3, "spell_mind": 3, "spell_condition": 3, "spell_mind_condition": 3}
    assert consequences(blaze, SHEETS) == ()  # the row is gone since
    assert consequences(blaze, {}) == ()  # and so is the sheet


def test_a_combined_test_has_the_actions_of_all_its_traits_once() -> None:
    both = roll(request("melee", "unarmed", difficulty=1), sheet(), 3, 3, 3)
    assert [one.key for one in consequences(both, SHEETS)] == ["attack", "disarm", "parry", "grab"]


def test_a_group_acts_by_its_initiator_s_skill() -> None:
    pair = people(sheet(JULIO), sheet(MARCUS))
    pushed = roll(group((JULIO, "athletics"), (MARCUS, "melee"), difficulty=1), pair, 4, 4, 4)
    assert [one.key for one in consequences(pushed, pair)] == ["push", "pin"]


def test_a_boost_raises_what_comes_of_it() -> None:
    strong = sheet(bonuses={"physical": 3}, momentum=1)
    shove = roll(request("athletics", difficulty=1), strong, 1, 4, 4)
    boosted = follow(shove, Choice("boost", JULIO), strong)
    assert [one.amount for one in consequences(shove, people(strong))] == [1, 3]
    assert [one.amount for one in consequences(boosted, people(strong))] == [2, 6]


def test_a_house_counts_its_own_breakthroughs() -> None:
    assert brought("athletics", 6, CaerbannogTables(breakthrough=2))["push"].amount == 3


@pytest.mark.parametrize("value", [0, -1, -6])
def test_a_failure_brings_nothing_about(value: int) -> None:
    assert brought("melee", value) == {}


def test_a_critical_failure_and_an_open_difficulty_bring_nothing_about() -> None:
    assert consequences(roll(request("melee", difficulty=0), sheet(), 1, 1, 1), SHEETS) == ()
    assert consequences(roll(request("melee", difficulty=None), sheet(), 4, 4, 3), SHEETS) == ()


# --- defences --------------------------------------------------------------------------------------------------------


def defended(trait: str, *faces: int, difficulty: int | None = 6) -> dict[str, Consequence]:
    answer = roll(request(trait, difficulty=difficulty, against="attack"), sheet(block=2, composure=2), *faces)
    return {one.key: one for one in consequences(answer, SHEETS)}


@pytest.mark.parametrize(("kept", "damage"), [(4, 2), (5, 1)])
def test_a32_what_gets_through_a_defence_hurts(kept: int, damage: int) -> None:
    hit = defended("block", kept, kept, kept)
    assert {key: one.amount for key, one in hit.items()} == {"hit": damage, "hit_condition": damage}
    assert total(applied(hit["hit"], hero(), HOUSE)) == {(JULIO, "endurance"): -damage}
    assert hit["hit_condition"].condition == "physical"


@pytest.mark.parametrize("kept", [6, 8])
def test_a32_a_defence_that_is_enough_lets_nothing_through(kept: int) -> None:
    assert defended("block", kept, kept, kept) == {}


def test_a35_a_critically_failed_defence_lets_everything_through() -> None:
    assert defended("block", 1, 1, 1)["hit"].amount == 6


def test_a_mental_defence_protects_determination() -> None:
    hit = defended("composure", 4, 4, 4)
    assert total(applied(hit["hit"], hero(), HOUSE)) == {(JULIO, "determination"): -2}
    assert hit["hit_condition"].condition == "mental"


def test_an_attack_of_unknown_strength_waits() -> None:
    assert defended("block", 4, 4, 4, difficulty=None) == {}


def test_a_skill_against_an_attack_protects_no_pool() -> None:
    assert defended("agility", 2, 2, 2) == {}


# --- what changes a counter ------------------------------------------------------------------------------------------


def heal(value: int, target: Sheet, points: int | None = None) -> dict[tuple[int, str], int]:
    return total(applied(brought("medicine", value)["heal"], target, HOUSE, points))


def test_healing_turns_vitality_into_endurance() -> None:
    assert heal(4, hero(MARCUS, endurance=3)) == {(MARCUS, "vitality"): -4, (MARCUS, "endurance"): 4}
    assert heal(4, hero(MARCUS, endurance=3), points=2) == {(MARCUS, "vitality"): -2, (MARCUS, "endurance"): 2}
    assert heal(4, hero(MARCUS, endurance=3), points=0) == {}


def test_healing_stops_at_what_is_missing_and_what_there_is() -> None:
    assert heal(4, hero(endurance=9)) == {(JULIO, "vitality"): -1, (JULIO, "endurance"): 1}
    assert heal(4, hero(endurance=3, vitality=2)) == {(JULIO, "vitality"): -2, (JULIO, "endurance"): 2}
    assert heal(4, hero()) == {}


@pytest.mark.parametrize(("endurance", "points"), [(3, 5), (9, 2), (3, -1)])
def test_nobody_is_healed_by_more_than_that(endurance: int, points: int) -> None:
    with refused("can be turned into Endurance"):
        heal(4, hero(endurance=endurance), points)


def test_damage_stops_at_0() -> None:
    attack = brought("melee", 5)["attack"]
    assert total(applied(attack, hero(endurance=8), HOUSE)) == {(JULIO, "endurance"): -5}
    assert total(applied(attack, hero(endurance=2), HOUSE)) == {(JULIO, "endurance"): -2}
    assert applied(attack, hero(endurance=0), HOUSE) == ()


def test_inspiration_stops_at_the_limit() -> None:
    assert total(applied(brought("charisma", 9)["inspire"], hero(momentum=9), HOUSE)) == {(JULIO, "momentum"): 1}


@pytest.mark.parametrize(
    ("trait", "key"),
    [("athletics", "push"), ("intimidation", "frighten"), ("charisma", "shake_off"), ("seamanship", "sea_manoeuvre")],
)
def test_everything_else_changes_no_counter(trait: str, key: str) -> None:
    assert applied(brought(trait, 4)[key], hero(), HOUSE) == ()


# --- what a defence answers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trait", "key", "defences"),
    [
        ("melee", "attack", "physical_defence"),
        ("charisma", "mental_attack", "mental_defence"),
        ("intimidation", "frighten", "mental_defence"),
        ("riding", "ram_condition", "physical_defence"),
        ("athletics", "push", ""),
        ("medicine", "heal", ""),
        ("charisma", "shake_off", ""),
    ],
)
def test_harm_is_answered_by_the_defences_of_what_it_hurts(trait: str, key: str, defences: str) -> None:
    assert answered_by(brought(trait, 4)[key]) == defences


def test_what_got_through_a_defence_is_not_answered_again() -> None:
    assert [answered_by(one) for one in defended("block", 4, 4, 4).values()] == ["", ""]
