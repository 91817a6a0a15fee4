"""What protocol.SceneRules promises, held against every registered system."""

from __future__ import annotations

import pytest

from rules import registry
from rules.errors import RuleError, UnknownSystem
from rules.protocol import RuleSystem, SceneRules
from rules.scenes.values import RestChoice, Scene
from rules.values import Effect, Sheet, Sheets, Tables, Text

JULIO, MARCUS = 7, 8
SYSTEMS = registry.systems()
each = pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))

SCENES = (
    Scene("free"),
    *(
        Scene(kind, turn_of=JULIO, surprise=side, won=True)
        for kind in ("combat", "challenge")
        for side in ("", "party")
    ),
    Scene("challenge", pace="stages"),
)


def scenes_of(system: RuleSystem) -> tuple[SceneRules, Sheets, Tables]:
    """The rules of scenes, two fresh sheets and the default tables."""
    return registry.scene_rules(system.key), {who: Sheet(who, {}) for who in (JULIO, MARCUS)}, system.tables({})


def assert_about_them(system: RuleSystem, effects: tuple[Effect, ...]) -> None:
    counters = {counter.key for counter in system.sheet().counters}
    assert all(e.who in (JULIO, MARCUS) and e.counter in counters and e.amount for e in effects)


@each
@pytest.mark.parametrize("moment", ["opens", "turn", "stage", "closes"])
@pytest.mark.parametrize("scene", SCENES)
def test_a_moment_concerns_counters_of_the_party_or_is_refused_in_words(
    system: RuleSystem, scene: Scene, moment: str
) -> None:
    rules, party, tables = scenes_of(system)
    try:
        effects = rules.at(moment, scene, party, tables)
    except RuleError:
        assert (scene.kind, moment) in {("free", "turn"), ("free", "stage")}
    else:
        assert_about_them(system, effects)


@each
def test_what_is_offered_as_a_reaction_can_be_made(system: RuleSystem) -> None:
    rules, party, tables = scenes_of(system)
    for scene in SCENES:
        for offer in rules.reactions(scene, party[MARCUS], tables):
            assert_about_them(system, rules.react(scene, party[MARCUS], offer, tables))


@each
def test_every_kind_of_rest_can_be_previewed_and_taken_by_the_fresh(system: RuleSystem) -> None:
    rules, party, tables = scenes_of(system)
    kinds = rules.rests()
    assert len({kind.key for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert isinstance(kind.name, Text)
        preview = rules.rest_preview(kind.key, party, {}, tables)
        assert [rested.who for rested in preview] == [JULIO, MARCUS]
        assert rules.rest(kind.key, party, {JULIO: RestChoice()}, tables) == preview
        for rested in preview:
            assert_about_them(system, rested.effects)


@each
def test_an_unknown_rest_is_refused_in_words(system: RuleSystem) -> None:
    rules, party, tables = scenes_of(system)
    with pytest.raises(RuleError):
        rules.rest_preview("no such rest", party, {}, tables)


def test_a_system_that_nobody_knows_has_no_scenes_either() -> None:
    with pytest.raises(UnknownSystem):
        registry.scene_rules("no such system")
