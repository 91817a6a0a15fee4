"""Rests and bare damage, as every game is asked of them."""

from __future__ import annotations

import pytest

from rules.protocol import SceneRules
from rules.scenes.values import Consequence, Rested, Scene
from rules.systems.cairn.scene_rules import CairnScenes
from rules.values import CheckResult, Counter, Effect, Sheet, Tables
from tests.rules.cast import refused
from tests.rules.systems.cairn.cast import HOB, ROWAN, WOLF, attack, people, roll, save, sheet

SCENES: SceneRules = CairnScenes()
TIRED = Sheet(
    ROWAN, {}, counters={"strength": Counter(7, 10), "protection": Counter(1, 4), "fatigue": Counter(2)}
)  # fmt: skip
DEAD = sheet(HOB, strength=0, protection=0)


@pytest.mark.parametrize(
    ("kind", "effect"),
    [
        ("moments", Effect(ROWAN, "protection", 3)),
        ("night", Effect(ROWAN, "fatigue", -2)),
        ("week", Effect(ROWAN, "strength", 3)),
    ],
)
def test_each_rest_gives_back_its_own_and_nothing_to_the_dead(kind: str, effect: Effect) -> None:
    rested = SCENES.rest(kind, people(TIRED, DEAD), {}, Tables())
    assert rested == (Rested(ROWAN, (effect,)), Rested(HOB))
    assert SCENES.rest_preview(kind, people(TIRED, DEAD), {}, Tables()) == rested


def test_the_rests_come_shortest_first_and_there_is_no_other() -> None:
    assert [kind.key for kind in SCENES.rests()] == ["moments", "night", "week"]
    with refused("no such rest"):
        SCENES.rest("interlude", people(TIRED), {}, Tables())


def proposed(result: CheckResult) -> tuple[Consequence, ...]:
    return SCENES.consequences(result, {})


def test_damage_thrown_for_nobody_may_be_dealt_to_anybody() -> None:
    (damage,) = proposed(roll(attack("axe", on=None), sheet(axe=8), 7))
    assert (damage.amount, damage.measure, damage.target) == (7, "damage", "enemy")
    wolf = sheet(WOLF, protection=3, strength=10, armour=1)
    assert SCENES.applied(damage, wolf, Tables()) == (Effect(WOLF, "protection", -3), Effect(WOLF, "strength", -3))
    assert SCENES.applied(damage, sheet(WOLF, protection=9), Tables()) == (Effect(WOLF, "protection", -7),)


def test_what_has_struck_already_and_what_is_no_damage_is_not_dealt_again() -> None:
    at_table = people(sheet(axe=8), sheet(WOLF))
    for result in (roll(attack("axe"), at_table, 7), roll(save("will"), at_table, 20)):
        assert proposed(result) == ()


def test_of_scenes_and_reactions_cairn_says_nothing() -> None:
    assert SCENES.at("opens", Scene("combat"), people(TIRED), Tables()) == ()
    assert SCENES.reactions(Scene("combat"), TIRED, Tables()) == ()
    with refused("no Reactions"):
        SCENES.react(Scene("combat"), TIRED, object(), Tables())  # type: ignore[arg-type]
