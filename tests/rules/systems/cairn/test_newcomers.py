from typing import Any

import pytest

from rules.dice import throw
from rules.systems.cairn.newcomers import Lists, parts, pick, read_lists, rolled
from rules.values import Die
from tests.rules.cast import refused


@pytest.mark.parametrize(("face", "attribute", "protection"), [(1, 3, 1), (6, 18, 6)])
def test_a_newcomer_begins_full(face: int, attribute: int, protection: int) -> None:
    counters = rolled(5, throw(parts(5), lambda sides: face))
    assert {key: row.value for key, row in counters.items()} == {
        "strength": attribute,
        "dexterity": attribute,
        "will": attribute,
        "protection": protection,
    }
    assert all(row.value == row.maximum for row in counters.values())


def test_other_dice_make_nobody() -> None:
    dice = throw(parts(5), lambda sides: 3)
    other = throw(parts(6), lambda sides: 3)
    for wrong in ((), dice[1:], (*dice, dice[0]), (Die(5, "strength", 8, 3), *dice[1:]), other):
        with refused("not the ones"):
            rolled(5, wrong)


def test_a_list_begins_empty_and_is_the_warden_s() -> None:
    assert pick(("Agda", "Borys"), 2) == "Borys"
    with refused("still empty"):
        pick((), 1)
    for face in (0, 3):
        with refused("can't show"):
            pick(("Agda", "Borys"), face)


def test_every_list_is_empty_until_it_is_written() -> None:
    assert read_lists({}) == Lists((), (), (), ())
    assert read_lists({"names": ["Agda", "Borys"]}).names == ("Agda", "Borys")


@pytest.mark.parametrize("entries", ["Agda", None, 3, [3], [""], [" "], ["a" * 81]])
def test_a_list_holds_short_words(entries: Any) -> None:
    assert read_lists({"gear": ["a" * 80]}).gear
    with refused("An entry of a list"):
        read_lists({"gear": entries})


@pytest.mark.parametrize("name", ["spells", "", "__slots__"])
def test_there_is_no_other_list(name: str) -> None:
    with refused("no such list"):
        read_lists({name: []})
