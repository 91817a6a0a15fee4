"""The save against critical damage."""

from __future__ import annotations

from typing import Any

import pytest

from rules.serialise import from_json, to_json
from rules.values import CheckResult, Choice, Die, Sheet
from tests.rules.cast import refused
from tests.rules.systems.cairn.cast import (
    CAIRN,
    HOB,
    ROWAN,
    WOLF,
    attack,
    critical_save,
    hurt,
    named,
    people,
    roll,
    save,
    sheet,
)

TABLE = people(sheet(axe=8), sheet(WOLF, protection=2, strength=10))
SAVE = Choice("critical_save", WOLF)
D20 = Die(WOLF, "strength", 20, 5)


def struck(face: int = 6, **options: Any) -> tuple[CheckResult, dict[int, Sheet]]:
    """The wolf hit by an axe, and the sheets after it."""
    result = roll(attack("axe", options=options), TABLE, face)
    return result, hurt(TABLE, result)


def test_the_offer_names_the_die() -> None:
    (offer,) = CAIRN.follow_ups(*struck())
    assert (offer.id, offer.payer, offer.costs) == ("critical_save:3", WOLF, ())
    assert [(part.who, part.trait, part.sides, part.count) for part in offer.dice_needed] == [
        (WOLF, "strength", 20, 1)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("being", "fallen"),
    [
        ("character", "critical damage: out of the fight, and dead within the hour unless helped"),
        ("creature", "critical damage: dead, unless the Warden decides otherwise"),
        ("detachment", "critical damage: the detachment is scattered"),
    ],
)
def test_the_save_is_against_the_strength_that_is_left(being: str, fallen: str) -> None:
    result, now = struck(8, being=being, blast=True)
    assert now[WOLF].counters["strength"].value == 10 - (8 - 2)
    assert named(critical_save(result, now, 4)) == "still fighting"
    assert named(critical_save(result, now, 5)) == fallen


def test_the_doomed_die() -> None:
    assert named(critical_save(*struck(doomed=True), 20)) == "critical damage: doomed, and now dead"
    assert named(critical_save(*struck(doomed=True), 1)) == "still fighting"


def test_the_damage_stays_and_nothing_more_is_applied() -> None:
    result, now = struck()
    after = critical_save(result, now, 20)
    assert (after.value, after.steps, after.dice, after.effects) == (result.value, result.steps, result.dice, ())
    assert (after.taken[0].kind, after.taken[0].payer, after.taken[0].faces) == ("critical_save", WOLF, (20,))
    assert from_json(to_json(after)) == after


def test_a_save_is_made_once() -> None:
    result, now = struck()
    after = critical_save(result, now, 5)
    assert CAIRN.follow_ups(after, now) == ()
    with refused("made already"):
        critical_save(after, now, 5)


def test_no_strength_lost_no_save() -> None:
    result, now = struck(2)
    assert CAIRN.follow_ups(result, now) == ()
    with refused("took no Strength"):
        critical_save(result, now, 5)


def test_the_dead_make_no_save() -> None:
    at_table = people(sheet(axe=8), sheet(WOLF, protection=2, strength=3))
    result = roll(attack("axe"), at_table, 8)
    assert CAIRN.follow_ups(result, hurt(at_table, result)) == ()
    with refused("no save any more"):
        critical_save(result, hurt(at_table, result), 1)


@pytest.mark.parametrize("who", [ROWAN, HOB])
def test_only_whoever_was_hit_saves(who: int) -> None:
    result, now = struck()
    with refused("Whoever was hit"):
        critical_save(result, now, 5, who)


def test_a_save_and_damage_for_nobody_have_no_critical_save() -> None:
    for result in (roll(save("will"), TABLE, 20), roll(attack("axe", on=None), TABLE, 8)):
        assert CAIRN.follow_ups(result, TABLE) == ()
        with refused("Whoever was hit"):
            CAIRN.follow(result, SAVE, TABLE, (D20,))


@pytest.mark.parametrize("dice", [(), (D20, D20), (Die(WOLF, "will", 20, 5),), (Die(WOLF, "strength", 6, 5),)])
def test_other_dice_are_refused(dice: tuple[Die, ...]) -> None:
    result, now = struck()
    assert CAIRN.follow(result, SAVE, now, (D20,))
    with refused("not the ones"):
        CAIRN.follow(result, SAVE, now, dice)


@pytest.mark.parametrize("kind", ["boost", "effort", "reroll", "correct", ""])
def test_the_game_has_no_other_follow_up(kind: str) -> None:
    result, now = struck()
    with refused("no such follow-up"):
        CAIRN.follow(result, Choice(kind, WOLF), now, (D20,))


def test_without_the_sheet_nothing_is_offered() -> None:
    result, now = struck()
    assert CAIRN.follow_ups(result, {}) == ()
    with refused("sheet of this character"):
        CAIRN.follow(result, SAVE, {ROWAN: now[ROWAN]}, (D20,))
