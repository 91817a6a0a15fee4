import pytest

from rules.systems.cairn.inventory import Inventory, Item
from rules.systems.cairn.recovery import deprived_day, moments, night, week
from rules.values import Counter, Effect, Sheet
from tests.rules.cast import refused


def worn(**values: int) -> Sheet:
    """Somebody whose counters hold these values of 10."""
    return Sheet(1, {}, counters={key: Counter(value, 10) for key, value in values.items()})


def test_moments_give_back_protection_alone() -> None:
    assert moments(worn(protection=0, strength=4)) == (Effect(1, "protection", 10),)
    assert moments(worn(protection=10)) == ()


def test_a_week_with_a_healer_gives_back_attributes_alone() -> None:
    assert week(worn(protection=0, strength=4, dexterity=0, will=10), healer=True) == (
        Effect(1, "strength", 6),
        Effect(1, "dexterity", 10),
    )
    assert week(worn(), healer=True) == ()
    with refused("healer"):
        week(worn(strength=4), healer=False)


def test_what_stands_above_a_lowered_maximum_is_left() -> None:
    assert moments(Sheet(1, {}, counters={"protection": Counter(6, 4)})) == ()


def test_the_deprived_recover_nothing() -> None:
    for rest in (moments, lambda sheet, deprived: week(sheet, healer=True, deprived=deprived)):
        assert rest(worn(protection=2, strength=2), deprived=False)
        with refused("recovers nothing"):
            rest(worn(protection=2, strength=2), deprived=True)


def test_nobody_comes_back_from_strength_0() -> None:
    with refused("Strength 0"):
        moments(worn(strength=0))
    with refused("Strength 0"):
        week(worn(strength=0), healer=True)
    with refused("Strength 0"):
        night(worn(strength=0, fatigue=1), safe=True)


def test_a_night_in_a_safe_place_takes_every_fatigue() -> None:
    tired = worn(fatigue=4, protection=1)
    assert night(tired, safe=True) == (Effect(1, "fatigue", -4),)
    assert night(worn(), safe=True) == ()
    with refused("safe place"):
        night(tired, safe=False)
    with refused("recovers nothing"):
        night(tired, safe=True, deprived=True)


@pytest.mark.parametrize(("day", "fatigue"), [(1, 0), (2, 1), (3, 1)])
def test_going_without_tires_from_the_second_day_on(day: int, fatigue: int) -> None:
    assert deprived_day(Inventory(), day).fatigue == fatigue


def test_the_first_day_asks_for_no_room() -> None:
    full = Inventory((Item("rope"),) * 10)
    assert deprived_day(full, 1) == full
    with refused("drop something"):
        deprived_day(full, 2)
