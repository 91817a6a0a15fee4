"""What somebody carries: slots, bulky and petty things, fatigue [Dyskomfort i zmęczenie].

Ten slots, two of them for a bulky thing and none for a petty one, are a house default: our text speaks of slots
without counting them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.errors import RuleError
from rules.values import N_

SLOTS = 10
PETTY, PLAIN, BULKY = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Item:
    """Something carried; `slots` is PETTY, PLAIN or BULKY. `kind`: "spellbook", "scroll" or nothing special."""

    name: str
    slots: int = PLAIN
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Inventory:
    """Items in their order and the fatigue that blocks slots beside them."""

    items: tuple[Item, ...] = ()
    fatigue: int = 0
    slots: int = SLOTS

    @property
    def free(self) -> int:
        """How many slots are empty."""
        return self.slots - self.fatigue - sum(item.slots for item in self.items)


def take(inventory: Inventory, item: Item) -> Inventory:
    """The inventory with one more item. Raises RuleError when it doesn't fit, or has no such size."""
    if item.slots not in (PETTY, PLAIN, BULKY):
        raise RuleError(N_("A thing is petty, plain or bulky."))
    if item.slots > inventory.free:
        raise RuleError(N_("There is no room left for {item}."), item=item.name)
    return replace(inventory, items=(*inventory.items, item))


def item_at(inventory: Inventory, place: int) -> Item:
    """The item at this place, 0 being the first. Raises RuleError when nothing is there."""
    if not 0 <= place < len(inventory.items):
        raise RuleError(N_("There is no such thing in the inventory."))
    return inventory.items[place]


def drop(inventory: Inventory, place: int) -> Inventory:
    """The inventory without the item at this place. Raises RuleError when nothing is there."""
    item_at(inventory, place)
    return replace(inventory, items=inventory.items[:place] + inventory.items[place + 1 :])


def tire(inventory: Inventory) -> Inventory:
    """One more fatigue, in a slot of its own. Raises RuleError when something has to be dropped first."""
    if inventory.free < 1:
        sized = any(item.slots for item in inventory.items)
        raise RuleError(N_("No slot is free: drop something first.") if sized else N_("Fatigue fills every slot."))
    return replace(inventory, fatigue=inventory.fatigue + 1)
