"""What a campaign of Cairn may settle for itself, as plain JSON values: {"slots": 12}."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.errors import RuleError
from rules.house_spec import NUMBER, HouseRule
from rules.systems.cairn.inventory import SLOTS
from rules.values import N_, Tables, Text

MAX_SLOTS = 99
MAX_NAME = 40


HOUSE_RULES = (
    HouseRule("slots", NUMBER, Text(N_("Inventory slots")), Text(N_("How many everybody has.")), low=1, high=MAX_SLOTS),
)


@dataclass(frozen=True, slots=True)
class CairnTables(Tables):
    """`slots`: how many inventory slots everybody has."""

    system: ClassVar[str] = "cairn"
    slots: int = SLOTS


def from_house(house: Mapping[str, object]) -> CairnTables:
    """House rules over the defaults. Raises RuleError for an unknown setting or a value that can't be used."""
    for name in house:
        if name != "slots":
            raise RuleError(N_("Unknown house rule: {name}."), name=str(name)[:MAX_NAME])
    slots = house.get("slots", SLOTS)
    if not isinstance(slots, int) or isinstance(slots, bool) or not 1 <= slots <= MAX_SLOTS:
        raise RuleError(N_("This house rule can't be used as written: {name}."), name="slots")
    return CairnTables(slots)
