"""Skills and defences as the sheet shows them."""

from fractions import Fraction

import pytest

from sheets import snapshot, traits
from sheets.models import Bonus, Trait
from sheets.traits import RollSettings


@pytest.fixture
def skills(julio):
    return lambda chances=None: {
        view.spec.key: view for view in traits.category_views(snapshot.load_one(julio), "skill", chances or {})
    }


def test_every_printed_skill_stands_there_with_a_level(skills):
    views = skills()
    assert sum(len(view.traits) for view in views.values()) == 20
    assert {row.key: row.level_label for row in views["physical"].traits} == {
        "athletics": "I", "riding": "II", "stealth": "II", "agility": "0",
    }  # fmt: skip


def test_a_printed_row_keeps_its_target_once_it_is_written(skills):
    assert [row.target for row in skills()["physical"].traits][:2] == ["trait:=athletics", "trait:=riding"]


def test_added_rows_follow_by_their_token(skills, julio):
    own = Trait.objects.create(
        character=julio, kind="skill", category="mystic", name="Circle of Shadows", runes=["Veil"]
    )
    offered = Trait.objects.create(character=julio, kind="skill", category="specialist", key="medicine", level=1)
    row = skills()["mystic"].traits[0]
    assert (row.label, row.target, row.own_name, row.runes) == (own.name, f"trait:{own.token}", True, ["Veil"])
    row = skills()["specialist"].traits[0]
    assert (row.label.id, row.target, row.own_name) == ("Medicine", f"trait:{offered.token}", False)


def test_a_category_without_permission_says_so(skills, julio):
    assert not skills()["mystic"].permitted
    julio.flags = ["mystic"]
    julio.save()
    assert skills()["mystic"].permitted
    assert skills()["physical"].permitted


def test_a_bonus_is_its_category_s(skills, julio):
    Bonus.objects.create(character=julio, category="combat", value=4)
    assert (skills()["combat"].bonus, skills()["knowledge"].bonus) == (4, 0)


def test_chances_are_exact_and_absent_while_the_difficulty_is_unknown(julio):
    rows = snapshot.load_one(julio)
    assert traits.chances_for(rows, RollSettings(3))["athletics"] == Fraction(1, 2)
    assert traits.chances_for(rows, RollSettings(None)) == {}
    assert traits.chances_for(rows, None) == {}


def test_a_circle_without_permission_has_no_chance(julio):
    own = Trait.objects.create(character=julio, kind="skill", category="mystic", name="Circle of Shadows", level=2)
    key = f"own:{own.token}"
    assert key not in traits.chances_for(snapshot.load_one(julio), RollSettings(3))
    julio.flags = ["mystic"]
    assert key in traits.chances_for(snapshot.load_one(julio), RollSettings(3))


def test_a_level_that_the_game_no_longer_has_does_not_break_the_sheet(skills, julio):
    Trait.objects.filter(character=julio, key="athletics").update(level=19)
    assert skills()["physical"].traits[0].level == 0


def test_facts_and_warnings_come_from_the_rules(julio, rosalia):
    assert [text.id for text in traits.facts(snapshot.load_one(rosalia))] == ["Can read and write."]
    assert traits.facts(snapshot.load_one(julio)) == []
    assert any("archetype" in text.id for text in traits.warnings(snapshot.load_one(julio)))
    julio.archetype = "Gambler"
    assert traits.warnings(snapshot.load_one(julio)) == []


def test_a_defence_names_the_pool_that_it_protects(julio):
    views = traits.category_views(snapshot.load_one(julio), "defence", {})
    assert [view.pool.key for view in views] == ["endurance", "determination"]
    assert [len(view.traits) for view in views] == [3, 3]
    assert not any(view.takes_rows for view in views)
