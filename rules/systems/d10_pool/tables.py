"""The one question of this game that a campaign may settle otherwise (decision 41)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.errors import RuleError
from rules.house_spec import ON_OFF, HouseRule
from rules.values import N_, CheckRequest, Tables, Text

SYSTEM = "d10_pool"
MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class PoolTables(Tables):
    """`ones_void_tens`: each 1 first makes a whole 10 void and is void with it, and only the ones left over cancel
    one success each. Otherwise every 1 cancels one success, and a 10 has two to lose.
    """

    system: ClassVar[str] = SYSTEM
    ones_void_tens: bool = True


DEFAULT = PoolTables()
HOUSE_RULES = (
    HouseRule(
        "ones_void_tens",
        ON_OFF,
        Text(N_("A 1 takes a whole 10 away")),
        Text(N_("Off: a 1 takes one success away, and a 10 has two to lose.")),
    ),
)


def from_house(house: Mapping[str, object]) -> PoolTables:
    """House rules over the defaults. Raises RuleError for an unknown setting or a value that can't be used."""
    unknown = next((name for name in house if name != "ones_void_tens"), None)
    if unknown is not None:
        raise RuleError(N_("Unknown house rule: {name}."), name=str(unknown)[:MAX_NAME])
    value = house.get("ones_void_tens", DEFAULT.ones_void_tens)
    if not isinstance(value, bool):
        raise RuleError(N_("This house rule can't be used as written: {name}."), name="ones_void_tens")
    return PoolTables(ones_void_tens=value)


def tables_of(request: CheckRequest) -> PoolTables:
    """The campaign's tables; a request that brings none is played by the defaults."""
    return request.tables if isinstance(request.tables, PoolTables) else DEFAULT
