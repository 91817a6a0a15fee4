"""House rules of a Caerbannog campaign as plain JSON values, and back.

A mapping names only what differs from its preset ("edition": "2026" or "earlier"):

    {"edition": "earlier", "difficulties": [[0, "trivial"], ...], "results": [[-5, "catastrophic failure"], ...],
     "momentum": [[1, 1], [3, 2]], "reactions": [["Reaction", 3]], "momentum_cap": 10, "effort_keeps_last": true,
     "breather": [["convert", 3]], "rest": [["endurance", "all"], ["vitality", "half"]], "interlude": [["wealth", 2]]}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

from rules import tables
from rules.errors import RuleError
from rules.tables import (
    PRESETS,
    RESTORABLE,
    CaerbannogTables,
    Gain,
    Reaction,
    Restore,
    Row,
)
from rules.values import N_, NP_, Text

MAX_ROWS = 16
MAX_NAME = 40

# A name that is one of ours is translated for each reader; any other one is shown as typed.
_OURS = frozenset(
    row.name.id
    for rows in (tables.DIFFICULTIES, tables.EARLIER_DIFFICULTIES, tables.RESULTS, tables.EARLIER_RESULTS)
    for row in rows
) | frozenset(reaction.name.id for reaction in tables.REACTIONS)


def from_house(house: Mapping[str, object]) -> CaerbannogTables:
    """House rules over their preset. Raises RuleError for an unknown setting or a value that can't be used."""
    edition = house.get("edition", "2026")
    if not isinstance(edition, str) or edition not in PRESETS:
        raise _broken("edition")
    changes: dict[str, Any] = {}
    for name, value in house.items():
        if name not in _READERS:
            raise RuleError(N_("Unknown house rule: {name}."), name=str(name)[:MAX_NAME])
        changes[name] = _READERS[name](name, value)
    return replace(PRESETS[edition], **changes)


def to_house(house: CaerbannogTables) -> dict[str, Any]:
    """What differs from the preset; `from_house` gives the same tables back."""
    preset = PRESETS[house.edition]
    out: dict[str, Any] = {} if house.edition == "2026" else {"edition": house.edition}
    changed = [field.name for field in fields(house) if getattr(house, field.name) != getattr(preset, field.name)]
    return {**out, **{name: plain(house, name) for name in changed}}


def plain(house: CaerbannogTables, name: str) -> Any:
    """One house rule's value in force, as it stands in plain JSON."""
    value = getattr(house, name)
    return [_plain(row) for row in value] if isinstance(value, tuple) else value


def typed(name: str) -> Text:
    """A name as people wrote it: it never meets the catalogue, and braces in it mean nothing."""
    return Text("{name}", params={"name": name})


def _plain(row: Row | Gain | Reaction | Restore) -> list[int | str]:
    if isinstance(row, Gain):
        return [row.experience, row.momentum]
    if isinstance(row, Restore):
        return [row.counter, row.amount]
    name = str(row.name.params.get("name", row.name.id))
    return [row.low, name] if isinstance(row, Row) else [name, row.cost]


def _broken(name: str) -> RuleError:
    return RuleError(N_("This house rule can't be used as written: {name}."), name=name)


def _name(setting: str, value: object) -> Text:
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_NAME:
        raise _broken(setting)
    return Text(value) if value in _OURS else typed(value)


def _number(low: int, high: int) -> Callable[[str, object], int]:
    def read(setting: str, value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise _broken(setting)
        return value

    return read


def _yes_or_no(setting: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise _broken(setting)
    return value


def _one_of(*allowed: str) -> Callable[[str, object], str]:
    def read(setting: str, value: object) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise _broken(setting)
        return value

    return read


def _pairs(setting: str, value: object) -> list[tuple[object, object]]:
    if not isinstance(value, list | tuple) or len(value) == 0:
        raise _broken(setting)
    if len(value) > MAX_ROWS:
        raise RuleError(NP_("At most {n} row in a house table.", "At most {n} rows in a house table."), MAX_ROWS)
    if not all(isinstance(row, list | tuple) and len(row) == 2 for row in value):
        raise _broken(setting)
    return [(row[0], row[1]) for row in value]


def _climbing(setting: str, lows: list[int]) -> None:
    if any(low >= following for low, following in pairwise(lows)):
        raise _broken(setting)


def _rows(low: int, high: int) -> Callable[[str, object], tuple[Row, ...]]:
    number = _number(low, high)

    def read(setting: str, value: object) -> tuple[Row, ...]:
        rows = tuple(Row(number(setting, at), _name(setting, name)) for at, name in _pairs(setting, value))
        _climbing(setting, [row.low for row in rows])
        return rows

    return read


def _gains(setting: str, value: object) -> tuple[Gain, ...]:
    number = _number(0, 99)
    gains = tuple(Gain(number(setting, held), number(setting, gain)) for held, gain in _pairs(setting, value))
    _climbing(setting, [gain.experience for gain in gains])
    if [gain.momentum for gain in gains] != sorted(gain.momentum for gain in gains):
        raise RuleError(N_("More experience never gives less Momentum."))
    return gains


def _reactions(setting: str, value: object) -> tuple[Reaction, ...]:
    cost = _number(0, 99)
    return tuple(Reaction(_name(setting, name), cost(setting, price)) for name, price in _pairs(setting, value))


def _restores(setting: str, value: object) -> tuple[Restore, ...]:
    counter = _one_of(*RESTORABLE)
    rows = tuple(Restore(counter(setting, what), _amount(setting, much)) for what, much in _pairs(setting, value))
    if len({row.counter for row in rows}) != len(rows):
        raise _broken(setting)
    return rows


def _amount(setting: str, value: object) -> int | str:
    return _one_of("half", "all")(setting, value) if isinstance(value, str) else _number(0, 99)(setting, value)


_READERS: Mapping[str, Callable[[str, object], object]] = {
    "edition": _one_of(*PRESETS),
    "difficulties": _rows(0, 99),
    "results": _rows(-99, 99),
    "momentum": _gains,
    "reactions": _reactions,
    "breather": _restores,
    "rest": _restores,
    "interlude": _restores,
    "momentum_cap": _number(1, 99),
    "breakthrough": _number(1, 20),
    "critical_counts_raw": _yes_or_no,
    "group_effort_payer": _one_of("initiator", "anyone"),
    "effort_keeps_last": _yes_or_no,
    "critical_rescue": _yes_or_no,
    "losses_give_experience": _yes_or_no,
    "situation_keeps_momentum": _yes_or_no,
    "effort_against_attack": _yes_or_no,
    "stage_gain": _one_of("stage", "start"),
}
