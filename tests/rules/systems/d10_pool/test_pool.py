"""How many dice are thrown, and what brought them."""

import pytest

from rules.systems.d10_pool.pool import ease
from rules.values import Modifier, Part
from tests.rules.cast import refused
from tests.rules.systems.d10_pool.cast import JOSH, POOL, pool, request, sheet

JUMPER = sheet(acrobatics=2, agility=3)


def parts(*modifiers: int, **more: tuple[str, ...]) -> list[tuple[str, int]]:
    asked = request("agility", "acrobatics", modifiers=tuple(map(Modifier, modifiers)), **more)
    plan = POOL.plan(asked, {JOSH: JUMPER})
    assert all((part.who, part.sides) == (JOSH, 10) for part in plan)
    return [(part.trait, part.count) for part in plan]


def test_each_trait_brings_its_level() -> None:
    assert parts() == [("acrobatics", 2), ("agility", 3)]


def test_circumstances_bring_dice_of_no_trait() -> None:
    assert parts(2) == [("acrobatics", 2), ("agility", 3), ("", 2)]
    assert parts(2, advantage=("lina",)) == [("acrobatics", 2), ("agility", 3), ("", 3)]


def test_what_they_take_is_missing_from_the_end() -> None:
    assert parts(-1) == [("acrobatics", 2), ("agility", 2)]
    assert parts(-4) == [("acrobatics", 1)]


def test_modifiers_add_up_whatever_their_order() -> None:
    assert parts(-3, 4) == parts(1) == parts(4, -3)


@pytest.mark.parametrize("taken", [-4, -5, -30])
def test_one_die_always_stays(taken: int) -> None:
    assert parts(taken) == [("acrobatics", 1)]


def test_a_trait_at_0_brings_no_part() -> None:
    assert POOL.plan(request("fencing"), {JOSH: sheet(fencing=0, agility=2)}) == (Part(JOSH, "agility", 10, 2),)


def test_a_pool_has_an_end() -> None:
    giant = sheet(fencing=5, agility=5)
    assert pool(request("fencing", modifiers=(Modifier(20),)), giant) == 30
    with refused("At most {n} dice|At most {n} die"):
        pool(request("fencing", modifiers=(Modifier(21),)), giant)


@pytest.mark.parametrize(
    ("easier", "harder", "step"), [(0, 0, 0), (1, 0, 1), (3, 0, 1), (0, 1, -1), (0, 2, -1), (2, 2, 0), (2, 1, 1)]
)
def test_the_more_numerous_reasons_win_one_step(easier: int, harder: int, step: int) -> None:
    assert ease(request("agility", advantage=("",) * easier, disadvantage=("",) * harder)) == step


@pytest.mark.parametrize(("easier", "harder"), [(0, 0), (3, 0), (0, 3)])
def test_an_unknown_rite_is_one_step_harder_and_no_more(easier: int, harder: int) -> None:
    rite = request("mysticism", kind="unknown_rite", advantage=("",) * easier, disadvantage=("",) * harder)
    assert ease(rite) == -1
