import pytest

from rules.systems.cairn.damage import (
    CHARACTER,
    CREATURE,
    DEAD,
    DETACHMENT,
    DOOMED,
    FIGHTS_ON,
    OUT,
    ROUTED,
    Hit,
    Target,
    critical,
    hit,
    outside_combat,
    strike,
    worn,
)
from rules.values import Text
from tests.rules.cast import refused


@pytest.mark.parametrize(("pieces", "armour"), [((), 0), ((1,), 1), ((1, 1), 2), ((2, 1, 1), 3), ((3, 3), 3)])
def test_armour_adds_up_to_3(pieces: tuple[int, ...], armour: int) -> None:
    assert worn(*pieces) == armour


@pytest.mark.parametrize(
    ("rolled", "target", "done"),
    [
        (4, Target(6, 10), Hit(4, protection_lost=4)),
        (6, Target(6, 10), Hit(6, protection_lost=6, scar=6)),
        (7, Target(6, 10), Hit(7, protection_lost=6, strength_lost=1)),
        (7, Target(0, 10), Hit(7, strength_lost=7)),
        (3, Target(0, 10, 3), Hit(0)),
        (12, Target(0, 10), Hit(12, strength_lost=10, destroyed=True)),
        (10, Target(0, 10), Hit(10, strength_lost=10, destroyed=True)),
        (9, Target(0, 10), Hit(9, strength_lost=9)),
    ],
)
def test_damage_eats_protection_and_then_strength(rolled: int, target: Target, done: Hit) -> None:
    assert hit(rolled, target) == done


@pytest.mark.parametrize("being", [CREATURE, DETACHMENT])
def test_only_players_characters_are_scarred(being: str) -> None:
    assert hit(4, Target(4, 10, being=being)) == Hit(4, protection_lost=4)
    assert hit(4, Target(4, 10)).scar == 4


def test_a_hit_that_armour_stops_leaves_no_scar_where_protection_was_0_before() -> None:
    assert hit(2, Target(0, 10, armour=2)).scar == 0
    assert hit(2, Target(1, 10, armour=1)).scar == 1


@pytest.mark.parametrize(("protection", "row"), [(12, 12), (13, 12), (20, 12)])
def test_beyond_the_table_its_last_row_holds(protection: int, row: int) -> None:
    assert hit(protection, Target(protection, 10)).scar == row


@pytest.mark.parametrize(
    ("rolled", "saves"), [(4, False), (5, True), (13, True), (14, False)]
)  # fmt: skip
def test_a_critical_save_comes_with_lost_strength_as_long_as_some_is_left(rolled: int, saves: bool) -> None:
    assert hit(rolled, Target(4, 10)).critical_save is saves


def test_each_target_is_struck_as_it_stood() -> None:
    before = {1: Target(3, 10), 2: Target(3, 10, 1)}
    assert strike({1: (2, 3), 2: (3,)}, before) == {
        1: Hit(3, protection_lost=3, scar=3),
        2: Hit(2, protection_lost=2),
    }
    assert strike({}, before) == {}


def test_damage_without_a_fight_is_never_below_0() -> None:
    assert outside_combat(3, 2) == 0
    with refused("never below 0"):
        outside_combat(-1, 2)


@pytest.mark.parametrize(
    ("passed", "being", "doomed", "becomes"),
    [
        (True, CHARACTER, False, FIGHTS_ON),
        (True, CHARACTER, True, FIGHTS_ON),
        (False, CHARACTER, False, OUT),
        (False, CHARACTER, True, DOOMED),
        (True, DETACHMENT, False, FIGHTS_ON),
        (False, DETACHMENT, False, ROUTED),
        (False, CREATURE, False, DEAD),
    ],
)
def test_what_a_critical_save_decides(passed: bool, being: str, doomed: bool, becomes: Text) -> None:
    assert critical(passed, being, doomed=doomed) == becomes
