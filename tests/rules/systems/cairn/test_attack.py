import pytest

from rules.systems.cairn.attack import damage_dice, lean, single_highest

NOBODY = {"by_detachment": False, "on_detachment": False, "blast": False}


@pytest.mark.parametrize(
    ("reasons_for", "against", "leaning"), [(0, 0, 0), (1, 0, 1), (0, 1, -1), (1, 1, 0), (2, 1, 1), (1, 3, -2)]
)
def test_reasons_balance_each_other(reasons_for: int, against: int, leaning: int) -> None:
    assert lean(reasons_for, against, **NOBODY) == leaning


@pytest.mark.parametrize(
    ("by", "on", "blast", "leaning"),
    [
        (True, False, False, 1),
        (False, True, False, -1),
        (False, True, True, 0),
        (True, False, True, 1),
        (True, True, False, 0),
    ],
)
def test_a_detachment_weighs_like_a_reason(by: bool, on: bool, blast: bool, leaning: int) -> None:
    assert lean(0, 0, by_detachment=by, on_detachment=on, blast=blast) == leaning
    assert lean(1, 0, by_detachment=by, on_detachment=on, blast=blast) == leaning + 1


@pytest.mark.parametrize("weapon", [(6,), (8, 8), (12,)])
def test_impaired_and_enhanced_throw_one_die_whatever_the_weapons(weapon: tuple[int, ...]) -> None:
    assert damage_dice(weapon, 0) == weapon
    assert damage_dice(weapon, -1) == (4,)
    assert damage_dice(weapon, 3) == (12,)


@pytest.mark.parametrize("leaning", [-1, 0, 1])
def test_bare_hands_always_throw_a_k4(leaning: int) -> None:
    assert damage_dice((4,), leaning, unarmed=True) == (4,)


def test_the_single_highest_counts() -> None:
    assert single_highest((3, 6, 6, 1)) == 6
