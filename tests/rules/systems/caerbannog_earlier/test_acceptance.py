"""The worked examples of the earlier edition's tests, by their ids. Those of challenges are with the challenges."""

import pytest

from rules.caerbannog.totals import damage_taken, failure_total, successes
from rules.values import Choice, Cost
from tests.rules.cast import JULIO, MARCUS, amounts, people, request, sheet, side
from tests.rules.systems.caerbannog_earlier.cast import EARLIER, follow, offers, roll

CLIMBER = sheet(athletics=0, bonuses={"physical": 1}, determination=3)
LEAP = roll(request("athletics", difficulty=7), CLIMBER, 2, 2, 3)


@pytest.mark.parametrize(
    ("face", "value", "outcome"),
    [(2, 1, "success"), (1, 0, "failure"), (4, 3, "success"), (6, 5, "success")],
)
def test_b1_the_bonus_is_always_added_and_the_difficulty_taken_away(face: int, value: int, outcome: str) -> None:
    scout = sheet(perception=2, bonuses={"practical": 1})
    result = roll(request("perception", difficulty=2), scout, face, 1, 8)
    assert (result.value, result.outcome) == (value, outcome)
    assert [step.kind for step in result.steps] == ["roll", "bonus", "difficulty"]


def fight(ours: int, theirs: int) -> int:
    """What Julio's unarmed attack comes to when the sums are these, both with a bonus of 1."""
    both = people(
        sheet(JULIO, unarmed=4, bonuses={"combat": 1}), sheet(MARCUS, agility=4, bonuses={"physical": 1})
    )  # fmt: skip
    first = roll(side("unarmed"), both, ours - 1, 1, 12)
    second = roll(side("agility", who=MARCUS, role="opponent"), both, theirs - 1, 1, 12)
    assert (first.value, second.value) == (ours, theirs)
    result = EARLIER.settle_opposed(first, second)
    assert (result.outcome == "success") == (successes(result) > 0)
    return result.value or 0


def test_b2_the_opponent_s_sum_takes_from_the_initiator_s() -> None:
    assert fight(9, 6) == 3


@pytest.mark.parametrize(("theirs", "value"), [(9, 0), (10, -1)])
def test_b3_an_attack_taken_down_to_0_hurts_nobody(theirs: int, value: int) -> None:
    assert fight(9, theirs) == value


def test_b4_a_leap_too_far() -> None:
    assert (LEAP.roll, LEAP.value, LEAP.outcome) == (2, -4, "failure")
    assert LEAP.name is not None
    assert LEAP.name.id == "deep failure"


def test_b5_an_effort_keeps_the_last_point_and_vitality_bears_the_rest() -> None:
    done = follow(LEAP, Choice("effort", JULIO, Cost("determination", 5)), CLIMBER)
    assert (done.value, amounts(done)) == (1, {(JULIO, "determination"): -2, (JULIO, "vitality"): -3})
    assert done.taken[0].rest == Cost("vitality", 3)


@pytest.mark.parametrize(("successes_before", "value"), [(5, 6), (3, 4), (2, 2)])
def test_b6_a_brutal_attack_adds_to_a_good_one(successes_before: int, value: int) -> None:
    asked = request("melee", difficulty=1, options={"brutal_attack": True})
    result = roll(asked, sheet(melee=2), successes_before + 1, 1, 8)
    assert result.value == value
    assert roll(request("melee", difficulty=1), sheet(melee=2), successes_before + 1, 1, 8).value == successes_before


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (-9, "critical failure"),
        (-5, "critical failure"),
        (-4, "deep failure"),
        (-3, "significant failure"),
        (-2, "average failure"),
        (-1, "slight failure"),
        (0, "moderate failure"),
        (1, "slight success"),
        (2, "average success"),
        (3, "significant success"),
        (4, "momentous success"),
        (5, "heroic success"),
        (6, "critical success"),
        (10, "critical success"),
    ],
)
def test_b7_the_names_of_results(value: int, name: str) -> None:
    assert EARLIER.result_name(request("melee"), value).id == name
    face = max(value, 6)
    result = roll(request("melee", difficulty=face - value), sheet(melee=4), face, 1, 12)
    assert (result.value, result.name) == (value, EARLIER.result_name(request("melee"), value))


def test_b8_the_names_of_difficulties() -> None:
    assert [(low, name.id) for low, name in EARLIER.difficulties(EARLIER.tables({}))] == [
        (0, "failure impossible"),
        (1, "trivial"),
        (2, "very easy"),
        (3, "easy"),
        (4, "average"),
        (5, "demanding"),
        (6, "hard"),
        (7, "very hard"),
        (8, "heroic"),
        (9, "nearly impossible"),
    ]


@pytest.mark.parametrize(("value", "damage"), [(-3, 3), (0, 0), (2, 0)])
def test_b10_a_high_stake_costs_the_failures_and_an_effort_saves_from_it(value: int, damage: int) -> None:
    result = roll(request("athletics", difficulty=4 - value), sheet(athletics=1), 4, 1, 6)
    assert (result.value, -failure_total(result)) == (value, damage)
    if "effort:1" in offers(result, sheet()):
        done = follow(result, Choice("effort", JULIO, Cost("endurance", damage + 1)), sheet())
        assert -failure_total(done) == 0


@pytest.mark.parametrize(("face", "damage"), [(4, 2), (6, 0), (1, 5)])
def test_a_defence_lets_through_what_it_does_not_stop_ones_like_the_rest(face: int, damage: int) -> None:
    result = roll(request("block", difficulty=6, against="attack"), sheet(block=2), face, face, face)
    assert damage_taken(result) == damage
