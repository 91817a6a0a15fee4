import pytest

from rules.systems.cairn.morale import group_tests, lone_tests, will_of
from tests.rules.cast import refused


@pytest.mark.parametrize("size", range(2, 13))
def test_one_by_one_a_group_saves_twice(size: int) -> None:
    asked = [now for now in range(1, size + 1) if group_tests(size, now - 1, now)]
    assert asked == sorted({1, (size + 1) // 2})


def test_one_blow_that_fells_half_asks_once() -> None:
    assert group_tests(6, 0, 4)
    assert not group_tests(6, 4, 5)


def test_nothing_happens_without_a_fall() -> None:
    assert not group_tests(6, 3, 3)
    assert not group_tests(6, 0, 0)


@pytest.mark.parametrize("size", [0, 1])
def test_a_lone_foe_is_no_group(size: int) -> None:
    with refused("lone foe"):
        group_tests(size, 0, 1)


@pytest.mark.parametrize(("before", "now"), [(2, 1), (-1, 1), (0, 7)])
def test_numbers_that_can_t_be_are_refused(before: int, now: int) -> None:
    with refused("so many fallen"):
        group_tests(6, before, now)


@pytest.mark.parametrize(("before", "now", "tests"), [(3, 0, True), (3, 2, False), (0, 0, False)])
def test_a_lone_foe_saves_once_its_protection_is_gone(before: int, now: int, tests: bool) -> None:
    assert lone_tests(before, now) is tests


def test_a_leader_s_will_takes_the_place_of_one_s_own() -> None:
    assert will_of(11, 5) == 5
    assert will_of(11) == 11
