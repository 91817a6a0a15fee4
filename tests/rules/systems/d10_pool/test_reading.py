"""What a throw says: successes, ones that cancel, tens and ones that are void."""

import pytest

from rules.systems.d10_pool.reading import Shown, read, shown
from rules.systems.d10_pool.tables import PoolTables
from rules.values import Die

VOID, TAKEN = PoolTables(), PoolTables(ones_void_tens=False)


def faces(*shown_faces: int) -> Shown:
    return shown([Die(1, "", 10, face) for face in shown_faces])


def test_the_dice_are_counted_by_what_they_show() -> None:
    assert faces(10, 10, 9, 8, 8, 7, 2, 1) == Shown(dice=8, tens=2, successes=3, ones=1)


@pytest.mark.parametrize(
    ("seen", "thrown", "left"),
    [
        (faces(7, 6, 2), 0, 0),
        (faces(8), 1, 1),
        (faces(10), 2, 2),
        (faces(10, 9, 8), 4, 4),
        (faces(9, 1), 1, 0),
        (faces(9, 8, 1), 2, 1),
        (faces(9, 1, 1, 1), 1, 0),
        (faces(10, 9, 1), 3, 1),
        (faces(10, 9, 1, 1), 3, 0),
        (faces(10, 10, 1, 8), 5, 3),
    ],
)
def test_successes_thrown_and_left(seen: Shown, thrown: int, left: int) -> None:
    reading = read(seen, VOID)
    assert (reading.thrown, reading.successes) == (thrown, left)


@pytest.mark.parametrize(
    ("seen", "void", "taken"),
    [
        (faces(10, 1, 8), 1, 2),
        (faces(10, 10, 1), 2, 3),
        (faces(10, 1, 5), 0, 1),
        (faces(10, 1, 1, 8), 0, 1),
        (faces(10, 1, 1), 0, 0),
        (faces(8, 8, 1), 1, 1),
    ],
)
def test_a_campaign_may_leave_a_ten_its_second_success(seen: Shown, void: int, taken: int) -> None:
    assert (read(seen, VOID).successes, read(seen, TAKEN).successes) == (void, taken)


@pytest.mark.parametrize("seen", [faces(1), faces(1, 4), faces(8, 1), faces(10, 1, 1), faces(1, 1, 10, 9)])
def test_no_success_left_and_a_one_that_counts_is_critical(seen: Shown) -> None:
    assert read(seen, VOID).critical


@pytest.mark.parametrize("seen", [faces(5), faces(2, 7, 6), faces(10, 1, 5), faces(10, 1, 10, 1, 2), faces(8, 8, 1)])
def test_without_such_a_one_nothing_is_critical(seen: Shown) -> None:
    assert not read(seen, VOID).critical


def test_no_dice_at_all_are_critical() -> None:
    reading = read(faces(), VOID)
    assert (reading.critical, reading.successes, reading.again) == (True, 0, False)


@pytest.mark.parametrize("tables", [VOID, TAKEN])
@pytest.mark.parametrize("seen", [faces(10, 1), faces(1, 10, 10, 1)])
def test_nothing_but_tens_and_as_many_ones_settles_nothing(seen: Shown, tables: PoolTables) -> None:
    assert read(seen, tables).again


@pytest.mark.parametrize(
    "seen", [faces(10, 1, 5), faces(10, 1, 8), faces(10, 1, 1), faces(10, 10, 1), faces(5), faces(1)]
)
def test_any_other_die_settles_it(seen: Shown) -> None:
    assert not read(seen, VOID).again


def test_void_tens_and_ones_are_not_told() -> None:
    void, taken = read(faces(10, 10, 1), VOID), read(faces(10, 10, 1), TAKEN)
    assert (void.tens, void.ones) == (1, 0)
    assert (taken.tens, taken.ones) == (2, 1)
