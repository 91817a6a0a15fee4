"""The worked examples of the rules, by their ids. Those of a scene are in test_scene, test_momentum, test_reaction."""

from typing import Any

import pytest

from rules.caerbannog.totals import damage_taken, failure_total, lower_difficulty, successes
from rules.values import CheckResult, Choice, Cost
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
    request,
    roll,
    sheet,
    side,
)


def gained(result: CheckResult) -> int:
    return sum(effect.amount for effect in result.gained)


def test_a1_the_middle_die_minus_the_difficulty() -> None:
    result = roll(request("inquiry", difficulty=2), sheet(inquiry=2), 5, 7, 4)
    assert (result.roll, result.value, gained(result), result.breakthroughs) == (5, 3, 0, 1)


def test_a2_of_a_tie_one_is_counted() -> None:
    result = roll(request("inquiry", difficulty=2), sheet(inquiry=2), 8, 8, 3)
    assert (result.roll, gained(result)) == (8, 2)


@pytest.mark.parametrize(
    ("kept", "value", "outcome"),
    [(3, 1, "success"), (2, 0, "failure"), (5, 3, "success"), (7, 5, "success"), (1, -1, "failure")],
)
def test_a3_a_success_starts_at_1(kept: int, value: int, outcome: str) -> None:
    result = roll(request("perception", difficulty=2), sheet(perception=2), kept, 1, 8)
    assert (result.value, result.outcome) == (value, outcome)


@pytest.mark.parametrize(("answer", "value", "outcome"), [(5, 4, "success"), (9, 0, "failure"), (10, -1, "failure")])
def test_a4_the_opponent_s_throw_takes_from_the_initiator_s(answer: int, value: int, outcome: str) -> None:
    both = people(sheet(JULIO, unarmed=4), sheet(MARCUS, dodge=4))
    first = roll(side("unarmed"), both, 9, 9, 2)
    second = roll(side("dodge", who=MARCUS, role="opponent"), both, answer, answer, 12)
    result = CAERBANNOG.settle_opposed(first, second)
    assert (first.value, result.value, result.outcome) == (9, value, outcome)
    assert successes(result) == max(value, 0)  # the strength of the condition


def test_a5_an_advantage_counts_the_highest() -> None:
    result = roll(request("intimidation", difficulty=3, advantage=("półświatek",)), sheet(intimidation=2), 7, 3, 2)
    assert (result.roll, result.value) == (7, 4)


def test_a6_a_disadvantage_counts_the_lowest_and_dropped_dice_bring_momentum() -> None:
    asked = request("general_knowledge", difficulty=4, disadvantage=("bazgroły",))
    result = roll(asked, sheet(general_knowledge=2), 1, 8, 8)
    assert (result.roll, result.value, gained(result)) == (1, -3, 2)


def test_a7_an_effort_costs_the_failures_and_one() -> None:
    failed = roll(request("athletics", difficulty=6), sheet(), 2, 2, 3)
    done = follow(failed, Choice("effort", JULIO, Cost("determination", 5)), sheet())
    assert (failed.value, done.value, amounts(done)) == (-4, 1, {(JULIO, "determination"): -5})


@pytest.mark.parametrize(("difficulty", "value", "price"), [(2, 0, 1), (3, -1, 2)])
def test_a7b_the_cheapest_efforts(difficulty: int, value: int, price: int) -> None:
    failed = roll(request("athletics", difficulty=difficulty), sheet(), 2, 2, 3)
    assert failed.value == value
    assert follow(failed, Choice("effort", JULIO, Cost("endurance", price)), sheet()).value == 1


def test_a8_a_critical_failure_can_only_be_rerolled() -> None:
    sneak = sheet(stealth=2, bonuses={"physical": 3}, momentum=5)
    result = roll(request("stealth", difficulty=3), sneak, 1, 1, 1)
    assert (result.raw, result.value, result.outcome) == (-2, 0, "critical_failure")
    assert set(offers(result, sneak)) == {"reroll:1"}


def test_a9_momentum_of_the_roll_pays_for_its_boost() -> None:
    before = sheet(charisma=0, bonuses={"social": 3}, momentum=0)
    result = roll(request("charisma", difficulty=5), before, 4, 4, 1)
    assert (result.value, amounts(result)) == (-1, {(JULIO, "momentum"): 2})
    after = sheet(charisma=0, bonuses={"social": 3}, momentum=2)
    assert follow(result, Choice("boost", JULIO), after).value == 2


def test_a10_three_traits_combined() -> None:
    sneak = sheet(composure=1, stealth=2, perception=3)
    result = roll(request("composure", "stealth", "perception", difficulty=5), sneak, 6, 4, 8)
    assert (result.roll, result.value, gained(result)) == (6, 1, 1)


def test_a11_of_two_middles_the_better() -> None:
    asked = request(("riding", 3), ("inquiry", 1), difficulty=4, who=MARCUS)
    result = roll(asked, sheet(MARCUS, riding=2, inquiry=1), 8, 6, 3, 1)
    assert (result.roll, result.value, gained(result)) == (6, 2, 1)


GATE = people(
    sheet(ROSALIA, guile=3, bonuses={"social": 2}, momentum=1),
    sheet(MARCUS, guile=2, momentum=1),
    sheet(JULIO, guile=0, bonuses={"social": 3}, momentum=1),
)


def bribed() -> tuple[CheckResult, CheckResult, CheckResult]:
    result = roll(group((ROSALIA, "guile"), (MARCUS, "guile"), (JULIO, "guile")), GATE, 9, 2, 1)
    once = follow(result, Choice("boost", JULIO), GATE)
    return result, once, follow(once, Choice("boost", ROSALIA), GATE)


def test_a12_each_of_the_group_boosts() -> None:
    result, once, twice = bribed()
    assert (result.roll, result.value, once.value, twice.value) == (2, -3, 0, 2)
    assert amounts(once) == {(JULIO, "momentum"): -1}
    assert amounts(twice) == {(ROSALIA, "momentum"): -1}


def test_a13_one_pays_and_another_s_die_is_thrown_again() -> None:
    twice = bribed()[2]
    done = follow(twice, Choice("reroll", MARCUS, MOMENTUM, dice=(2,)), GATE, again(twice, {2: 4}))
    assert (done.roll, done.value) == (4, 4)
    assert amounts(done) == {(MARCUS, "momentum"): -1, (JULIO, "momentum"): 1}
    assert done.name is not None
    assert done.name.id == "significant success"


def test_a14_two_tops_of_k4() -> None:
    assert gained(roll(request("charisma"), sheet(), 1, 4, 4)) == 2


def test_a15_a_six_is_the_top_of_a_k6_alone() -> None:
    sneak = sheet(composure=1, stealth=2, perception=3)
    assert gained(roll(request("composure", "stealth", "perception"), sneak, 6, 6, 6)) == 1


def test_a16_a_boost_turns_a_failure() -> None:
    runner = sheet(bonuses={"physical": 3}, momentum=1)
    failed = roll(request("athletics", difficulty=3), runner, 1, 2, 2)
    assert (failed.value, follow(failed, Choice("boost", JULIO), runner).value) == (-1, 2)


def test_a17_level_0_needs_two_fours_against_3() -> None:
    assert CAERBANNOG.odds(request("guile", difficulty=3), people(sheet())).success == pytest.approx(10 / 64)


@pytest.mark.parametrize(
    ("value", "through"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (9, 3), (0, 0), (-4, 0)]
)  # fmt: skip
def test_a18_every_three_successes_are_a_breakthrough(value: int, through: int) -> None:
    result = roll(request("melee", difficulty=6, modifiers=(mod(value),)), sheet(melee=2), 6, 6, 6)
    assert (result.value, result.breakthroughs) == (value, through)


@pytest.mark.parametrize(("ups", "downs", "kept"), [(2, 2, 3), (2, 1, 6), (1, 2, 2)])
def test_a19_more_reasons_win_and_never_bring_dice(ups: int, downs: int, kept: int) -> None:
    asked = request("melee", advantage=("a",) * ups, disadvantage=("b",) * downs)
    result = roll(asked, sheet(melee=2), 6, 2, 3)
    assert (result.roll, len(result.dice)) == (kept, 3)


def test_a20_what_the_roll_brings_does_not_pay_for_what_shapes_it() -> None:
    eased = request("melee", advantage=("Szermierz",), pays=(Cost("momentum", 2),))
    with refused("enough to pay"):
        roll(eased, sheet(melee=2, momentum=0), 8, 8, 3)
    result = roll(eased, sheet(melee=2, momentum=2), 8, 8, 3)
    assert (result.roll, amounts(result)) == (8, {})  # 2 paid before, 2 gained by the dice


def test_a21_what_the_roll_brings_pays_for_what_uses_its_result() -> None:
    hit = roll(request("melee", difficulty=3), sheet(melee=2, momentum=0), 8, 8, 3)
    assert (hit.value, amounts(hit)) == (5, {(JULIO, "momentum"): 2})
    daze = Choice("ability", JULIO, Cost("momentum", 2), note="Oszołomienie")
    with refused("enough to pay"):
        follow(hit, daze, sheet(melee=2, momentum=0))
    done = follow(hit, daze, sheet(melee=2, momentum=2))
    assert (done.value, amounts(done)) == (5, {(JULIO, "momentum"): -2})


def test_a26_a_difficulty_is_not_lowered_below_0() -> None:
    assert lower_difficulty(2, 5) == 0


@pytest.mark.parametrize(
    ("asked", "split"),
    [
        (request("melee", "guile"), [2, 1]),
        (request("melee", "guile", "riding"), [1, 1, 1]),
        (group((1, "melee"), (2, "melee")), [2, 1]),
        (group((1, "melee"), (2, "melee"), (3, "melee")), [1, 1, 1]),
        (group((1, "melee"), (2, "melee"), (3, "melee"), (4, "melee")), [1, 1, 1, 1]),
    ],
)
def test_a27_the_dice_are_shared(asked: Any, split: list[int]) -> None:
    everyone = people(*(sheet(who) for who in range(1, 5)))
    assert [part.count for part in CAERBANNOG.plan(asked, everyone)] == split


@pytest.mark.parametrize(("faces", "kept"), [((1, 2, 3, 4, 5), 3), ((1, 2, 3, 4, 5, 6), 4)])
def test_a28_the_middle_of_more_dice(faces: tuple[int, ...], kept: int) -> None:
    assert roll(request(("melee", len(faces))), sheet(melee=2), *faces).roll == kept


@pytest.mark.parametrize(("value", "through"), [(7, 2), (6, 2), (2, 0)])
def test_a29_an_inspired_ally_and_a_push_take_breakthroughs(value: int, through: int) -> None:
    result = roll(request("charisma", difficulty=3, modifiers=(mod(value),)), sheet(), 3, 3, 3)
    assert result.breakthroughs == through


def test_a31_the_trace_of_julio_s_momentum() -> None:
    pool = 0
    social = {"social": 3}
    plea = roll(request("charisma", difficulty=5), sheet(bonuses=social, momentum=pool), 4, 4, 1)
    pool += amounts(plea)[JULIO, "momentum"]
    assert pool == 2
    pool += amounts(follow(plea, Choice("boost", JULIO), sheet(bonuses=social, momentum=pool)))[JULIO, "momentum"]
    assert pool == 1
    pool = 0  # the scene ends
    sneak = sheet(composure=1, stealth=2, perception=3)
    pool += amounts(roll(request("composure", "stealth", "perception", difficulty=5), sneak, 6, 4, 8))[
        JULIO, "momentum"
    ]
    assert pool == 1
    pool += amounts(bribed()[1])[JULIO, "momentum"]
    assert pool == 0


@pytest.mark.parametrize(("met", "enough"), [(3, True), (2, True), (1, False), (0, False)])
def test_a34_a_group_needs_most_of_its_three_conditions(met: int, enough: bool) -> None:
    asked = group((ROSALIA, "guile"), (JULIO, "guile"), options={"conditions_met": met})
    if enough:
        assert len(CAERBANNOG.plan(asked, GATE)) == 2
    else:
        with refused("what a group test needs"):
            CAERBANNOG.plan(asked, GATE)


@pytest.mark.parametrize(("kept", "damage"), [(4, 2), (6, 0), (8, 0)])
def test_a32_a_defence_against_a_fixed_attack(kept: int, damage: int) -> None:
    result = roll(request("block", difficulty=6, against="attack"), sheet(block=2), kept, kept, kept)
    assert damage_taken(result) == damage


def test_a33_no_defence_is_boosted_and_nobody_boosts_twice() -> None:
    guard = sheet(bonuses={"physical": 3}, momentum=5)
    with refused("Defences"):
        follow(roll(request("dodge"), guard, 2, 2, 2), Choice("boost", JULIO), guard)
    twice = bribed()[2]
    for who in (JULIO, ROSALIA):
        with refused("once"):
            follow(twice, Choice("boost", who), GATE)


def test_a35_a_critically_failed_defence_stops_nothing() -> None:
    result = roll(request("block", difficulty=6, against="attack"), sheet(), 1, 1, 1)
    assert (result.raw, result.value, damage_taken(result)) == (-5, 0, 6)
    both = people(sheet(JULIO, melee=2), sheet(MARCUS))
    attack = roll(side("melee"), both, 6, 6, 6)
    defence = roll(side("block", who=MARCUS, role="opponent"), both, 1, 1, 1)
    assert successes(CAERBANNOG.settle_opposed(attack, defence)) == 6


@pytest.mark.parametrize(("difficulty", "damage"), [(0, 0), (3, 2)])
def test_a36_a_critical_failure_with_a_high_stake(difficulty: int, damage: int) -> None:
    result = roll(request("athletics", difficulty=difficulty), sheet(), 1, 1, 1)
    assert (result.outcome, -failure_total(result)) == ("critical_failure", damage)
