import pytest

from rules.systems.cairn import system as CAIRN
from rules.systems.cairn.sheet import ATTRIBUTES, SPEC, counter, held, weapon_sides
from rules.values import Counter, Sheet, Trait
from tests.rules.cast import refused
from tests.rules.systems.cairn.cast import sheet

FRESH = Sheet(1, {})


def test_each_attribute_is_a_row_and_a_counter_under_one_key() -> None:
    for category in SPEC.categories:
        if category.counters:
            rows = {row.key: SPEC.counter(row.key) for row in category.printed}
            assert tuple(rows) == ATTRIBUTES
            assert all(spec is not None and spec.has_maximum for spec in rows.values())


@pytest.mark.parametrize(
    ("key", "now"),
    [
        ("strength", Counter(10, 10)),
        ("protection", Counter(3, 3)),
        ("armour", Counter(0, 3)),
        ("fatigue", Counter(0)),
        ("gold", Counter(0)),
    ],
)
def test_what_is_not_written_has_the_default(key: str, now: Counter) -> None:
    assert counter(FRESH, key) == now
    assert held(FRESH, key) == now.value


def test_what_is_written_counts() -> None:
    assert counter(sheet(will=7), "will") == Counter(7, 7)


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12])
def test_a_weapon_has_the_die_of_its_level(sides: int) -> None:
    assert weapon_sides(sheet(sword=sides), "sword") == sides
    assert weapon_sides(sheet(sword=sides), "unarmed") == 4


@pytest.mark.parametrize(
    "row",
    [
        Trait("sword", "weapon", "weapon", 5),
        Trait("sword", "weapon", "weapon", -1),
        Trait("sword", "attribute", "attribute", 1),
    ],
)
def test_no_other_row_is_a_weapon(row: Trait) -> None:
    with refused("no such weapon"):
        weapon_sides(Sheet(1, {"sword": row}), "sword")
    with refused("no such weapon"):
        weapon_sides(FRESH, "sword")


def test_a_sheet_tells_what_attributes_at_0_do() -> None:
    assert CAIRN.facts(FRESH) == ()
    assert [fact.id for fact in CAIRN.facts(sheet(dexterity=0, will=0))] == [
        "Dexterity 0: paralysed.",
        "Will 0: delirious.",
    ]
