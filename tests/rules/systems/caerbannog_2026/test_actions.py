"""The list of actions against the sheet and against the values that carry it."""

from __future__ import annotations

from rules.systems.caerbannog_2026.actions import ACTIONS
from tests.rules.cast import HOME, SPEC

SKILLS = {key for key, category in HOME.items() if category.kind == "skill"}
CATEGORIES = {category.key for category in SPEC.categories if category.kind == "skill"}
# The text gives no action to knowledge, and to Agility one without a number.
WITHOUT = {"agility"} | {key for key in SKILLS if HOME[key].key == "knowledge"}


def test_every_action_has_its_own_key() -> None:
    assert len({action.key for action in ACTIONS}) == len(ACTIONS)


def test_every_action_belongs_to_skills_of_the_sheet() -> None:
    assert all(set(action.skills) <= SKILLS | CATEGORIES for action in ACTIONS)


def test_every_skill_that_the_text_gives_an_action_has_one() -> None:
    named = {skill for action in ACTIONS for skill in action.skills}
    assert SKILLS - named == WITHOUT


def test_a_counter_changes_by_damage_healing_and_gain_alone() -> None:
    counters = {counter.key for counter in SPEC.counters}
    for action in ACTIONS:
        assert bool(action.counter) == (action.measure in {"damage", "healing", "gain"})
        assert action.counter in counters | {""}


def test_a_condition_is_imposed_or_eased() -> None:
    kinds = {key for key, _ in SPEC.condition_kinds}
    for action in ACTIONS:
        assert bool(action.condition) == (action.measure in {"condition", "relief"})
        assert action.condition in kinds | {""}


def test_breakthroughs_push_and_inspire() -> None:
    assert [action.key for action in ACTIONS if action.by_breakthroughs] == ["push", "inspire"]


def test_the_target_is_a_side_or_nobody() -> None:
    assert {action.target for action in ACTIONS} == {"enemy", "ally", "self", ""}
