"""Scenes and what happened in them, stored and read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import UnreadableValue
from rules.registry import scene_rules
from rules.scenes.serialise import VERSION, Stored, from_json, to_json
from rules.scenes.values import Consequence, PoolChange, RestChoice, Rested, Scene, Training
from rules.tables import CaerbannogTables
from rules.values import Effect, Text
from tests.rules.cast import JULIO, people, request, roll, sheet

SAMPLES = Path(__file__).parent.parent / "samples"
RULES = scene_rules("caerbannog_2026")


def there_and_back(value: Stored) -> Stored:
    return from_json(json.loads(json.dumps(to_json(value))))


@pytest.mark.parametrize(
    "value",
    [
        Scene(),
        Scene("combat", turn_of=0, had_turn=frozenset({3, 1}), reacted=frozenset({2})),
        Scene("challenge", "stages", 4, "party", won=False),
        Scene("combat", surprise="enemies", won=True),
        PoolChange(),
        PoolChange((Effect(1, "momentum", -1), Effect(1, "determination", -2)), 0, 3),
        PoolChange(surplus=2),
        Rested(1),
        Rested(1, (Effect(1, "vitality", 5),), 3, (Training("Blok", 2), Training("Ogień", 1, 4, 5)), ("noga",), 2),
        Consequence("hit", Text("Attack"), Text("{n} point of damage", 3), 3, "damage", "self", "endurance"),
        Consequence("barricade", Text("Barricade"), Text("durability {number}", params={"number": 2}), 2, "durability"),
    ],
)
def test_a_value_comes_back_as_it_went(value: Stored) -> None:
    assert there_and_back(value) == value


def test_what_the_rules_give_comes_back() -> None:
    hero = sheet(endurance=2, momentum=3, determination=1)
    settled = RULES.forced(hero, 5, CaerbannogTables())
    (rested,) = RULES.rest("breather", people(hero), {JULIO: RestChoice(convert=2)}, CaerbannogTables())
    brought = [
        one
        for trait in ("charisma", "melee", "medicine", "craft")
        for one in RULES.consequences(roll(request(trait, difficulty=0), hero, 4, 4, 4), people(hero))
    ]
    assert len(brought) > 8
    for value in (settled, rested, *brought):
        assert there_and_back(value) == value


who = st.integers(0, 10**9)
scenes = st.builds(
    Scene,
    st.sampled_from(["free", "combat", "challenge"]),
    st.sampled_from(["rounds", "stages"]),
    st.integers(1, 99),
    st.sampled_from(["", "party", "enemies"]),
    st.none() | who,
    st.frozensets(who, max_size=3),
    st.frozensets(who, max_size=3),
    st.sampled_from([None, True, False]),
)


@given(scenes)
@settings(max_examples=100, deadline=None)
def test_any_scene_comes_back(scene: Scene) -> None:
    back = there_and_back(scene)
    assert back == scene
    assert isinstance(back, Scene)
    assert back.won is scene.won


# --- what can't be read -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [VERSION + 1, 0, "1", None])
def test_another_version_is_refused(version: object) -> None:
    with pytest.raises(UnreadableValue, match="version"):
        from_json({**to_json(Scene()), "v": version})


@pytest.mark.parametrize("data", [None, [], "x", 1, {}])
def test_what_is_no_stored_scene_is_refused(data: object) -> None:
    with pytest.raises(UnreadableValue, match="version"):
        from_json(data)


@pytest.mark.parametrize(
    "damage",
    [
        {"kind": "song"},
        {"kind": None},
        {"row": None},
        {"row": [1, 2, 3, 4, 5, 6, 7, 8, 9]},
        {"kind": "pool", "row": [[[1, 2, 3, 4]]]},
        {"kind": "rested", "row": [1, [], 0, [["x"]]]},
        {"kind": "consequence", "row": ["hit", None, "x", 1, "damage"]},
        {"kind": "consequence", "row": ["hit"]},
    ],
)
def test_a_damaged_value_is_refused(damage: dict[str, Any]) -> None:
    with pytest.raises(UnreadableValue, match="damaged"):
        from_json({**to_json(Scene()), **damage})


# --- frozen samples ---------------------------------------------------------------------------------------------------


def test_values_stored_by_version_1_are_still_read() -> None:
    stored = json.loads((SAMPLES / "scenes_v1.json").read_text("utf-8"))
    values = [from_json(one) for one in stored]
    assert values == [
        Scene("combat", surprise="party", turn_of=7, had_turn=frozenset({5, 6}), reacted=frozenset({6})),
        PoolChange((Effect(7, "momentum", -1), Effect(7, "determination", -2)), unpaid=1),
        Rested(7, (Effect(7, "endurance", 6),), 0, (Training("Blok", 2, 3, 5),), ("złamana noga",), 1),
        Consequence(
            "inspire",
            Text("Inspire an ally"),
            Text("{number} Momentum for the ally", None, {"number": 2}),
            2,
            "gain",
            "ally",
            "momentum",
        ),
    ]
    assert [to_json(value) for value in values] == stored
