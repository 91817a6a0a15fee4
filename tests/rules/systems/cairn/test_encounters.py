import pytest

from rules.systems.cairn.encounters import AGAINST, FOR, fate, reaction
from tests.rules.cast import refused


@pytest.mark.parametrize("total", [1, 13, 0])
def test_two_dice_give_no_such_sum(total: int) -> None:
    assert reaction(2) != reaction(12)
    with refused("from 2 to 12"):
        reaction(total)


def test_fate_turns_at_4() -> None:
    assert [fate(face) for face in range(1, 7)] == [AGAINST] * 3 + [FOR] * 3
