"""The sheet: what is printed, what a level brings, what goes with what."""

import pytest

from rules.systems.d10_pool.sheet import BOUND, CATEGORIES, LABEL, SPEC, USUAL, dice, trait
from rules.values import Sheet, Text, Trait
from tests.rules.cast import refused
from tests.rules.systems.d10_pool.cast import HOME, JOSH, POOL, sheet


def test_four_blocks_take_rows_of_one_s_own() -> None:
    assert [(category.key, category.kind) for category in CATEGORIES] == [
        ("attributes", "attribute"),
        ("skills", "skill"),
        ("talents", "talent"),
        ("knowledge", "knowledge"),
    ]
    assert all(category.own_rows and category.printed for category in CATEGORIES)


def test_a_level_is_a_number_of_d10() -> None:
    assert [(level.level, level.label, level.sides, level.dice) for level in SPEC.levels] == [
        (level, str(level), 10, level) for level in range(6)
    ]


def test_every_learned_row_goes_with_a_printed_attribute() -> None:
    attributes = {spec.key for spec in CATEGORIES[0].printed}
    learned = {key for key, category in HOME.items() if category.kind != "attribute"}
    assert learned == BOUND.keys() | USUAL.keys()
    assert {*BOUND.values(), *USUAL.values()} == attributes


@pytest.mark.parametrize(
    ("key", "hint"),
    [("mysticism", "Always tested with {attribute}."), ("fencing", "Usually tested with {attribute}.")],
)
def test_a_row_tells_its_attribute(key: str, hint: str) -> None:
    found = next(spec.hint for category in CATEGORIES for spec in category.printed if spec.key == key)
    assert found == Text(hint, params={"attribute": LABEL[{**BOUND, **USUAL}[key]]})


def test_mysticism_alone_needs_training() -> None:
    assert [spec.key for category in CATEGORIES for spec in category.printed if spec.trained_only] == ["mysticism"]


def test_an_unwritten_row_stands_at_its_lowest() -> None:
    assert (trait(sheet(), "agility").level, trait(sheet(), "fencing").level) == (1, 0)


@pytest.mark.parametrize(("level", "count"), [(0, 1), (1, 1), (5, 5)])
def test_an_attribute_brings_at_least_one_die(level: int, count: int) -> None:
    assert dice(trait(sheet(agility=level), "agility")) == count


def test_a_skill_may_bring_none() -> None:
    assert dice(trait(sheet(fencing=0), "fencing")) == 0


@pytest.mark.parametrize(
    "row",
    [
        Trait("agility", "attribute", "attributes", 6),
        Trait("agility", "attribute", "attributes", -1),
        Trait("agility", "attribute", "physical", 3),
    ],
)
def test_a_row_that_the_game_lacks_is_refused(row: Trait) -> None:
    with refused("no such trait"):
        trait(Sheet(JOSH, {"agility": row}), "agility")


@pytest.mark.parametrize("key", ["", "guile", "own:gone"])
def test_a_key_that_the_sheet_lacks_is_refused(key: str) -> None:
    with refused("no such trait"):
        trait(sheet(), key)


@pytest.mark.parametrize(("level", "facts"), [(0, 1), (1, 0), (5, 0)])
def test_the_sheet_tells_what_is_closed_without_mysticism(level: int, facts: int) -> None:
    assert len(POOL.facts(sheet(mysticism=level))) == facts
