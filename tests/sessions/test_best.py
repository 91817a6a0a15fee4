"""Who is best at something: by level, category bonus and exact chance."""

from fractions import Fraction

import pytest

from sessions import best
from sheets.models import Bonus, Character, Trait
from tests.cast import CharacterFactory


def standings(table, typed: str, difficulty: int | None = 3, name: str = "alicja"):
    return best.standings(table.campaign, table.viewer(name), typed, difficulty)


def test_the_higher_level_comes_first_and_the_higher_bonus_among_equals(table):
    table.rosalia.trait_rows.filter(key="inquiry").update(level=2)
    name, found = standings(table, "Inquiry")
    assert name == "Inquiry"
    assert [one.character.name for one in found][:2] == ["Julio", "Rosalia"]
    assert [(one.trait.level, one.bonus) for one in found][:2] == [(2, 2), (2, 0)]
    Bonus.objects.create(character=table.rosalia, category="practical", value=3)
    assert [one.character.name for one in standings(table, "Inquiry")[1]][:2] == ["Rosalia", "Julio"]


def test_everybody_in_play_is_there_the_hidden_too(table):
    assert {one.character.name for one in standings(table, "stealth")[1]} == {"Julio", "Rosalia", "Strażnik", "Cień"}
    Character.objects.filter(pk=table.guard.pk).update(archived_at=table.guard.created_at)
    assert "Strażnik" not in {one.character.name for one in standings(table, "stealth")[1]}


def test_the_chance_is_the_rules_own(table):
    """Three k8, the middle one: 3 and more of a difficulty of 3 means 4 and up."""
    [julio] = [one for one in standings(table, "Inquiry")[1] if one.character == table.julio]
    high = Fraction(5, 8)
    assert julio.chance == 3 * high**2 * (1 - high) + high**3


def test_without_a_difficulty_there_is_no_chance(table):
    assert {one.chance for one in standings(table, "Inquiry", None)[1]} == {None}


def test_defences_are_found_too(table):
    name, found = standings(table, "dodge")
    assert (name, found[0].character.name) == ("Dodge", "Rosalia")


def test_a_row_of_ones_own_is_its_owners_alone(table):
    Trait.objects.create(character=table.julio, kind="skill", category="mystic", name="Circle of Tides", level=1)
    name, found = standings(table, "tides")
    assert (name, [one.character.name for one in found]) == ("Circle of Tides", ["Julio"])


@pytest.mark.parametrize(
    ("typed", "name"),
    [("przebieglosc", "Przebiegłość"), ("PRZE", "Przebiegłość"), ("głość", "Przebiegłość"), ("xyz", ""), ("", "")],
)
def test_a_trait_is_meant_by_its_beginning_or_a_part_of_it_without_its_marks(typed, name):
    assert best.meant(typed, ["Unik", "Przebiegłość", "Zastraszanie"]) == name


def test_a_whole_name_is_preferred_to_a_longer_one(table):
    assert best.meant("craft", ["Craftsmanship", "Craft"]) == "Craft"


def test_it_costs_the_same_however_many_play(table, django_assert_max_num_queries):
    CharacterFactory.create_batch(6, campaign=table.campaign, owner=table.gustaw)
    viewer = table.viewer("alicja")
    with django_assert_max_num_queries(6):
        assert len(best.standings(table.campaign, viewer, "inquiry", 3)[1]) == 10
