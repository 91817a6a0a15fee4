import pytest

from rules.values import Sheet, Trait
from tests.rules.cast import CAERBANNOG, people, sheet

FIRE = Trait("fire", "skill", "mystic", 1, "Ogień")


def found(one: Sheet, **facts: str) -> list[str]:
    return [text.id for text in CAERBANNOG.warnings(people(one), facts)]


def test_an_ordinary_sheet_has_no_warning() -> None:
    assert found(sheet(inquiry=2, athletics=1)) == []


def test_level_iii_wants_an_archetype() -> None:
    assert len(found(sheet(inquiry=3))) == 1
    assert len(found(sheet(inquiry=3), archetype="  ")) == 1
    assert found(sheet(inquiry=3), archetype="Śledczy") == []


def test_level_iv_wants_an_ability_too() -> None:
    assert len(found(sheet(inquiry=4))) == 2
    assert len(found(sheet(inquiry=4), archetype="Śledczy", abilities="0")) == 1
    assert found(sheet(inquiry=4), archetype="Śledczy", abilities="1") == []


def test_defences_want_neither() -> None:
    assert found(sheet(block=4, composure=3)) == []


def test_mystic_skills_want_a_permission() -> None:
    assert len(found(sheet(own=[FIRE]))) == 1
    assert found(sheet(own=[FIRE], flags=["mystic"])) == []


@pytest.mark.parametrize("count", [1, 3])
def test_a_warning_counts_the_skills(count: int) -> None:
    skills = [Trait(key, "skill", "specialist", 3) for key in ("alchemy", "craft", "own")[:count]]
    assert CAERBANNOG.warnings(people(sheet(own=skills)), {})[0].n == count
