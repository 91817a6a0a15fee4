"""A game that says nothing of scenes: nothing happens by itself, and what somebody asks for is refused."""

from __future__ import annotations

import pytest

from rules.protocol import SceneRules
from rules.scenes.neutral import NoScenes
from rules.scenes.values import Consequence, ReactionOffer, Scene
from rules.values import Cost, Tables, Text
from tests.rules.cast import JULIO, people, refused, request, roll, sheet

NOTHING: SceneRules = NoScenes()
JULIO_ALONE = people(sheet(momentum=5))


@pytest.mark.parametrize("moment", ["opens", "turn", "stage", "closes"])
def test_no_moment_of_a_scene_changes_anything(moment: str) -> None:
    assert NOTHING.at(moment, Scene("combat", turn_of=JULIO, won=True), JULIO_ALONE, Tables()) == ()


def test_there_are_no_reactions_rests_and_consequences() -> None:
    assert NOTHING.reactions(Scene("combat"), sheet(momentum=9), Tables()) == ()
    assert NOTHING.rests() == ()
    assert NOTHING.consequences(roll(request("melee", difficulty=0), sheet(), 4, 4, 4), JULIO_ALONE) == ()
    hit = Consequence("hit", Text("Attack"), Text("Attack"), 3, "damage", counter="endurance")
    assert NOTHING.applied(hit, sheet(), Tables()) == ()


def test_moves_are_refused() -> None:
    with refused("by force"):
        NOTHING.forced(sheet(), 1, Tables())
    with refused("no Reactions"):
        NOTHING.react(Scene("combat"), sheet(), ReactionOffer(Text("Reaction"), Cost("momentum", 1)), Tables())
    with refused("no such rest"):
        NOTHING.rest_preview("rest", JULIO_ALONE, {}, Tables())
    with refused("no such rest"):
        NOTHING.rest("rest", JULIO_ALONE, {}, Tables())
