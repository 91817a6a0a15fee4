"""What a scene gives and takes by itself, moment by moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from rules.scenes.values import Scene
from rules.systems.caerbannog_2026.scene import at
from rules.tables import CaerbannogTables, Gain
from rules.values import Choice, Effect
from tests.rules.cast import JULIO, MARCUS, ROSALIA, follow, people, refused, request, roll
from tests.rules.systems.caerbannog_2026.party import after, hero, total

HOUSE = CaerbannogTables()
FREE, COMBAT = Scene("free"), Scene("combat")
CHASE, JOURNEY = Scene("challenge"), Scene("challenge", pace="stages")


def gain(moment: str, scene: Scene, experience: int = 3, house: CaerbannogTables = HOUSE, momentum: int = 0) -> int:
    """What Julio gains, 2 being usual with the 3 experience that he holds."""
    effects = at(moment, scene, people(hero(experience=experience, momentum=momentum)), house)
    return total(effects).get((JULIO, "momentum"), 0)


# --- experience brings Momentum -------------------------------------------------------------------------------------


def test_a_free_scene_gives_once_as_it_opens() -> None:
    assert gain("opens", FREE) == 2


@pytest.mark.parametrize("scene", [COMBAT, CHASE])
def test_a_situation_of_rounds_gives_as_one_s_own_turn_begins(scene: Scene) -> None:
    assert gain("opens", scene) == 0
    assert gain("turn", replace(scene, turn_of=JULIO)) == 2
    assert gain("turn", replace(scene, turn_of=JULIO, round=5)) == 2


def test_a_turn_gives_to_nobody_else() -> None:
    party = people(hero(JULIO, experience=3), hero(MARCUS, experience=5))
    assert total(at("turn", replace(COMBAT, turn_of=MARCUS), party, HOUSE)) == {(MARCUS, "momentum"): 3}
    assert at("turn", replace(COMBAT, turn_of=None), party, HOUSE) == ()
    assert at("turn", replace(COMBAT, turn_of=ROSALIA), party, HOUSE) == ()


def test_a_second_turn_in_the_same_round_gives_nothing() -> None:
    again = replace(COMBAT, turn_of=JULIO, had_turn=frozenset({JULIO}))
    assert gain("turn", again) == 0
    assert gain("turn", replace(again, had_turn=frozenset({MARCUS}))) == 2


def test_the_gain_stops_at_the_limit() -> None:
    assert gain("turn", replace(COMBAT, turn_of=JULIO), momentum=9) == 1
    assert gain("turn", replace(COMBAT, turn_of=JULIO), momentum=10) == 0


def test_whoever_has_no_experience_gains_nothing() -> None:
    assert gain("opens", FREE, experience=0) == 0
    assert gain("turn", replace(COMBAT, turn_of=JULIO), experience=0) == 0


@pytest.mark.parametrize(
    ("surprise", "experience", "gained"),
    [("party", 5, 1), ("party", 1, 0), ("enemies", 3, 4), ("", 3, 2), ("", 5, 3)],
)
def test_a23_surprise_halves_or_doubles_the_first_gain(surprise: str, experience: int, gained: int) -> None:
    assert gain("turn", replace(COMBAT, turn_of=JULIO, surprise=surprise), experience) == gained


@pytest.mark.parametrize("surprise", ["party", "enemies"])
def test_a23_surprise_is_over_with_the_first_round(surprise: str) -> None:
    assert gain("turn", replace(COMBAT, turn_of=JULIO, surprise=surprise, round=2), 5) == 3


def test_stages_of_days_give_once_each_and_not_by_turns() -> None:
    assert gain("stage", JOURNEY) == 2
    assert gain("stage", replace(JOURNEY, round=4)) == 2
    assert gain("stage", replace(JOURNEY, surprise="party")) == 1
    assert gain("turn", replace(JOURNEY, turn_of=JULIO)) == 0
    assert gain("opens", JOURNEY) == 0


def test_a_house_may_let_stages_of_days_give_at_the_start_alone() -> None:
    house = CaerbannogTables(stage_gain="start")
    assert gain("opens", JOURNEY, house=house) == 2
    assert gain("opens", replace(JOURNEY, surprise="enemies"), house=house) == 4
    assert gain("stage", JOURNEY, house=house) == 0
    assert gain("opens", CHASE, house=house) == 0


def test_rounds_are_no_stages() -> None:
    assert gain("stage", CHASE) == 0


def test_a_house_has_its_own_table() -> None:
    assert gain("opens", FREE, house=CaerbannogTables(momentum=(Gain(3, 7),))) == 7


# --- the pool is emptied ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", [FREE, COMBAT, CHASE])
def test_a22_the_end_of_a_scene_empties_the_pool(scene: Scene) -> None:
    assert total(at("closes", scene, people(hero(momentum=10)), HOUSE)) == {(JULIO, "momentum"): -10}
    assert at("closes", scene, people(hero(momentum=0)), HOUSE) == ()


def test_a_scene_that_becomes_a_combat_is_begun_anew() -> None:
    assert gain("opens", COMBAT, momentum=6) == -6


def test_a_house_may_keep_the_pool_as_a_situation_begins() -> None:
    house = CaerbannogTables(situation_keeps_momentum=True)
    assert gain("opens", COMBAT, house=house, momentum=6) == 0
    assert gain("opens", FREE, house=house, momentum=6) == 2 - 6


def test_a31_the_trace_of_julio_s_pool_over_two_scenes() -> None:
    party = people(hero(bonuses={"social": 3}, composure=1, stealth=2, perception=3))
    pool = []

    def then(effects: Iterable[Effect]) -> None:
        party.update(after(party, effects))
        pool.append(party[JULIO].counters["momentum"].value)

    then(at("opens", FREE, party, HOUSE))
    plea = roll(request("charisma", difficulty=5), party, 4, 4, 1)
    then(plea.effects)
    then(follow(plea, Choice("boost", JULIO), party).effects)
    then(at("closes", FREE, party, HOUSE))
    then(at("opens", FREE, party, HOUSE))
    then(roll(request("composure", "stealth", "perception", difficulty=5), party, 6, 4, 8).effects)
    bribe = roll(request("guile", difficulty=5), party, 1, 2, 2)
    then(follow(bribe, Choice("boost", JULIO), party).effects)
    assert pool == [0, 2, 1, 0, 0, 1, 0]


# --- experience at the end -------------------------------------------------------------------------------------------

FOUR = people(*(hero(who, experience=who) for who in range(1, 5)))
EACH = {(who, "experience"): 1 for who in range(1, 5)}


@pytest.mark.parametrize("scene", [COMBAT, CHASE, JOURNEY])
@pytest.mark.parametrize("won", [True, False])
def test_a30_everybody_gets_one_experience_for_a_challenge_or_a_combat(scene: Scene, won: bool) -> None:
    assert total(at("closes", replace(scene, won=won), FOUR, HOUSE)) == EACH


def test_a_free_scene_brings_no_experience() -> None:
    assert at("closes", replace(FREE, won=True), FOUR, HOUSE) == ()


def test_a_situation_that_was_broken_off_brings_none() -> None:
    assert at("closes", replace(COMBAT, won=None), FOUR, HOUSE) == ()


def test_a_house_may_reward_only_what_was_overcome() -> None:
    house = CaerbannogTables(losses_give_experience=False)
    assert at("closes", replace(COMBAT, won=False), FOUR, house) == ()
    assert total(at("closes", replace(COMBAT, won=True), FOUR, house)) == EACH


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["", "walka", "Combat"])
def test_an_unknown_kind_of_scene_is_refused(kind: str) -> None:
    with refused("free, a challenge or a combat"):
        at("opens", Scene(kind), FOUR, HOUSE)


@pytest.mark.parametrize("scene", [replace(COMBAT, pace="stages"), replace(FREE, pace="stages"), Scene(pace="days")])
def test_only_challenges_go_by_stages(scene: Scene) -> None:
    with refused("A combat goes by rounds"):
        at("opens", scene, FOUR, HOUSE)


@pytest.mark.parametrize("scene", [replace(FREE, surprise="party"), replace(COMBAT, surprise="both")])
def test_only_a_side_of_a_situation_is_surprised(scene: Scene) -> None:
    with refused("Either side may be surprised"):
        at("opens", scene, FOUR, HOUSE)


def test_rounds_are_counted_from_1() -> None:
    with refused("counted from 1"):
        at("turn", replace(COMBAT, round=0, turn_of=JULIO), FOUR, HOUSE)


@pytest.mark.parametrize("moment", ["turn", "stage"])
def test_a_free_scene_has_neither_turns_nor_stages(moment: str) -> None:
    with refused("neither turns nor stages"):
        at(moment, replace(FREE, turn_of=JULIO), FOUR, HOUSE)


@pytest.mark.parametrize("moment", ["", "ends", "round"])
def test_an_unknown_moment_is_refused(moment: str) -> None:
    with refused("no such moment"):
        at(moment, COMBAT, FOUR, HOUSE)
