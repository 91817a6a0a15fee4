import pytest

from rules.values import Sheet, Text, Trait
from tests.rules.systems.d10_pool.cast import JOSH, POOL, sheet


def warnings(one: Sheet) -> tuple[Text, ...]:
    return POOL.warnings({JOSH: one}, {})


@pytest.mark.parametrize("one", [sheet(), sheet(agility=1, willpower=5), sheet(fencing=0, mysticism=0, alertness=5)])
def test_levels_within_bounds_are_not_odd(one: Sheet) -> None:
    assert warnings(one) == ()


@pytest.mark.parametrize(("levels", "count"), [({"agility": 0}, 1), ({"agility": 0, "willpower": 0, "fencing": 0}, 2)])
def test_an_attribute_below_1_is(levels: dict[str, int], count: int) -> None:
    (warning,) = warnings(sheet(**levels))
    assert (warning.id, warning.n) == ("{n} attribute is written below level 1 and counts as 1.", count)


def test_an_attribute_of_one_s_own_too() -> None:
    assert warnings(sheet(JOSH, Trait("own:luck", "attribute", "attributes", 0, "Szczęście")))
    assert not warnings(sheet(JOSH, Trait("own:luck", "attribute", "attributes", 1, "Szczęście")))
