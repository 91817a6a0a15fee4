import pytest

from tests.dice import thrown


def test_dice_fall_as_laid_out(dice):
    dice.next(5, 7)
    assert [thrown(8), thrown(8)] == [5, 7]
    assert dice.asked == [8, 8]


def test_an_ask_beyond_them_fails(dice):
    with pytest.raises(AssertionError, match="nobody laid out"):
        thrown(6)
    dice.beyond.clear()


def test_real_dice_follow_the_laid_out_ones(dice):
    dice.next(4)
    dice.real()
    assert thrown(4) == 4
    assert 1 <= thrown(4) <= 4
