"""Using what is written on a sheet: abilities are paid for, things wear, conditions fade."""

import pytest

from caerbannog_site.errors import Conflict, Refused
from sessions.models import LogEntry
from sheets import snapshot
from sheets.actions import use
from sheets.actions.undo import undo
from sheets.models import Ability, Condition, Counter, Item


@pytest.fixture
def press(table, julio):
    """press(action, row) as Bartek."""
    return lambda action, row, **more: action(
        actor=table.viewer("bartek"), character=julio, token=row.token, **more
    )  # fmt: skip


@pytest.fixture
def row(julio):
    return lambda model, **values: model.objects.create(character=julio, **values)


def held(character):
    return snapshot.load_one(character, ["counter"]).counter("momentum").value


@pytest.mark.parametrize(("cost", "left"), [(2, 1), (3, 0), (0, 3)])
def test_an_ability_is_paid_with_momentum_and_told(press, row, julio, cost, left):
    row(Counter, key="momentum", current=3)
    entry = press(use.use_ability, row(Ability, name="Luck", cost=cost))
    assert held(julio) == left
    assert (entry.kind, entry.listed, entry.payload["cost"]) == ("use", True, cost)


def test_what_cannot_be_paid_is_not_used(press, row, julio):
    row(Counter, key="momentum", current=1)
    with pytest.raises(Refused, match="not enough"):
        press(use.use_ability, row(Ability, name="Luck", cost=2))
    assert held(julio) == 1
    assert not LogEntry.objects.exists()


def test_an_ability_may_be_paid_with_something_else(press, row, julio):
    press(use.use_ability, row(Ability, name="Last stand", cost=2, pays="vitality"))
    assert snapshot.load_one(julio).counter("vitality").value == 8
    with pytest.raises(Refused):
        press(use.use_ability, row(Ability, name="Fireball", cost=2, pays="mana"))


def test_an_ability_used_twice_by_one_press_is_paid_once(press, row, julio):
    row(Counter, key="momentum", current=4)
    luck = row(Ability, name="Luck", cost=2)
    press(use.use_ability, luck, once="k" * 22)
    press(use.use_ability, luck, once="k" * 22)
    assert held(julio) == 2


@pytest.mark.parametrize("action", [use.use_ability, use.wear_item, use.ease_condition])
def test_what_is_gone_or_another_s_is_not_used(press, row, rosalia, action):
    model = {use.use_ability: Ability, use.wear_item: Item, use.ease_condition: Condition}[action]
    gone = row(model, name="gone", deleted=True)
    theirs = model.objects.create(character=rosalia, name="hers")
    for one in (gone, theirs):
        with pytest.raises(Conflict):
            press(action, one)
    assert not LogEntry.objects.exists()


def test_armour_wears_until_it_is_worn_out(press, row):
    coat = row(Item, name="coat", bonus=1, wear_left=1, wear_most=4)
    entry = press(use.wear_item, coat)
    coat.refresh_from_db()
    assert (coat.wear_left, coat.quantity, entry.listed) == (0, 1, False)
    with pytest.raises(Refused, match="used up"):
        press(use.wear_item, coat)


def test_stores_run_out(press, row):
    potion = row(Item, name="potion", quantity=1)
    press(use.wear_item, potion)
    potion.refresh_from_db()
    assert potion.quantity == 0
    with pytest.raises(Refused, match="potion"):
        press(use.wear_item, potion)


def test_a_condition_fades_and_leaves_at_0(press, row, table, julio):
    dazed = row(Condition, kind="mental", name="dazed", strength=2)
    press(use.ease_condition, dazed)
    dazed.refresh_from_db()
    assert (dazed.strength, dazed.deleted) == (1, False)
    last = press(use.ease_condition, dazed)
    dazed.refresh_from_db()
    assert (dazed.strength, dazed.deleted) == (0, True)
    undo(actor=table.viewer("bartek"), character=julio, token=last.token)
    dazed.refresh_from_db()
    assert (dazed.strength, dazed.deleted) == (1, False)


def test_one_press_eases_once(press, row):
    dazed = row(Condition, kind="mental", name="dazed", strength=3)
    press(use.ease_condition, dazed, once="k" * 22)
    press(use.ease_condition, dazed, once="k" * 22)
    dazed.refresh_from_db()
    assert dazed.strength == 2


def test_an_injury_does_not_fade(press, row):
    with pytest.raises(Refused, match="injury"):
        press(use.ease_condition, row(Condition, kind="injury", name="scar"))
