import pytest

from rules.systems.cairn.inventory import BULKY, PETTY, Inventory, Item, drop, item_at, take, tire
from tests.rules.cast import refused

ROPE, PLATE, RING = Item("rope"), Item("plate", BULKY), Item("ring", PETTY)


def filled(count: int, fatigue: int = 0) -> Inventory:
    return Inventory((ROPE,) * count, fatigue)


@pytest.mark.parametrize(
    ("items", "fatigue", "free"),
    [((), 0, 10), ((ROPE,), 0, 9), ((PLATE,), 0, 8), ((RING,) * 5, 0, 10), ((ROPE, PLATE, RING), 3, 4)],
)
def test_every_thing_and_every_fatigue_takes_its_slots(items: tuple[Item, ...], fatigue: int, free: int) -> None:
    assert Inventory(items, fatigue).free == free


@pytest.mark.parametrize(("item", "room"), [(ROPE, 1), (PLATE, 2), (RING, 0)])
def test_a_thing_is_taken_where_it_fits(item: Item, room: int) -> None:
    assert take(filled(10 - room), item).items[-1] == item


@pytest.mark.parametrize(("item", "room"), [(ROPE, 0), (PLATE, 1), (PLATE, 0)])
def test_a_thing_without_room_is_refused_by_name(item: Item, room: int) -> None:
    with refused("no room left") as refusal:
        take(filled(10 - room), item)
    assert refusal.value.text.params == {"item": item.name}


@pytest.mark.parametrize("slots", [-1, 3])
def test_no_thing_has_another_size(slots: int) -> None:
    with refused("petty, plain or bulky"):
        take(Inventory(), Item("boulder", slots))


@pytest.mark.parametrize("place", [-1, 2])
def test_nothing_is_dropped_from_where_nothing_is(place: int) -> None:
    bag = Inventory((ROPE, RING))
    assert drop(bag, 1).items == (ROPE,)
    for deed in (drop, item_at):
        with refused("no such thing"):
            deed(bag, place)


def test_fatigue_needs_a_free_slot() -> None:
    assert tire(filled(9)) == filled(9, 1)
    with refused("drop something"):
        tire(filled(9, 1))
    assert tire(drop(filled(9, 1), 0)) == filled(8, 2)


def test_dropping_what_is_petty_makes_no_room() -> None:
    bag = take(filled(10), RING)
    with refused("drop something"):
        tire(drop(bag, 10))


@pytest.mark.parametrize("items", [(), (RING,)])
def test_fatigue_that_fills_everything_leaves_nothing_to_drop(items: tuple[Item, ...]) -> None:
    with refused("every slot"):
        tire(Inventory(items, fatigue=10))


def test_a_campaign_may_count_other_slots() -> None:
    assert Inventory(slots=12).free == 12
