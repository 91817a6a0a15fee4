"""Worked examples of the rules that are about what is paid when, by their ids."""

import pytest

from caerbannog_site.errors import Refused
from sessions.actions import scenes
from sheets.actions import counters, use
from sheets.models import Ability, Counter
from tests.sessions.actions.test_checks import momentum, roll


@pytest.fixture
def costly(table):
    return Ability.objects.create(character=table.julio, name="Gambler's luck", cost=2)


def use_it(table, ability):
    return use.use_ability(actor=table.viewer("bartek"), character=table.julio, token=ability.token)


def test_A20_an_ability_paid_before_the_roll_cannot_count_on_its_dice(table, costly, dice):
    with pytest.raises(Refused):
        use_it(table, costly)
    dice.next(8, 8, 3)
    roll(table)
    assert momentum(table.julio) == 2


def test_A21_an_ability_paid_after_the_roll_takes_what_that_roll_gave(table, costly, dice):
    dice.next(8, 8, 3)
    roll(table)
    use_it(table, costly)
    assert momentum(table.julio) == 0


def test_A22_what_is_above_ten_is_lost_and_the_scene_takes_the_rest(table):
    Counter.objects.create(character=table.julio, key="momentum", current=9)
    counters.change_counter(actor=table.viewer("bartek"), character=table.julio, key="momentum", typed="+3")
    assert momentum(table.julio) == 10
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign)
    assert momentum(table.julio) == 0
