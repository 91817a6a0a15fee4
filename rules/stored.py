"""The stored form of a request and of words; serialise.py is the door to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, TypeAlias

from rules import registry
from rules.house import from_house, to_house
from rules.tables import CaerbannogTables
from rules.values import (
    CheckRequest,
    Cost,
    Modifier,
    Param,
    Participant,
    Tables,
    Text,
    TraitUse,
)

Json: TypeAlias = Any  # what json.loads gives; every reader below narrows it

CAERBANNOG = "caerbannog"  # the house tables that its editions share


def cut(values: Sequence[Json], *defaults: Json) -> list[Json]:
    """The list without the tail that equals the defaults of its last fields."""
    kept = list(values)
    tail = list(defaults)
    while tail and kept[-1] == tail[-1]:
        kept.pop()
        tail.pop()
    return kept


def full(row: Json, *defaults: Json) -> list[Json]:
    """A row that was cut, with its defaults again; `defaults` are those of all fields."""
    return [*row, *defaults[len(row) :]]


def sparse(pairs: Iterable[tuple[str, Json]]) -> dict[str, Json]:
    return {key: value for key, value in pairs if value not in (None, "", [], {}, 0)}


# --- words ------------------------------------------------------------------------------------------------------------


def words(text: Text | None) -> Json:
    if text is None:
        return None
    if text.n is None and not text.params:
        return text.id
    params = {key: [words(p)] if isinstance(p, Text) else p for key, p in text.params.items()}
    return cut([text.id, text.n, params], None, {})


def read_words(data: Json) -> Text | None:
    if data is None:
        return None
    if isinstance(data, str):
        return Text(data)
    name, n, params = full(data, "", None, {})
    return Text(name, n, {key: _read_param(p) for key, p in params.items()})


def _read_param(data: Json) -> Param:
    if not isinstance(data, list):
        return data  # type: ignore[no-any-return]
    text = read_words(data[0])
    if text is None:
        raise ValueError("an empty parameter")
    return text


# --- requests ---------------------------------------------------------------------------------------------------------


def request(r: CheckRequest) -> dict[str, Json]:
    people = [_participant(p) for p in r.participants]
    out = sparse(
        (
            ("adv", list(r.advantage)),
            ("dis", list(r.disadvantage)),
            ("mod", [cut([m.value, m.reason, m.gear], "", "") for m in r.modifiers]),
            ("against", r.against),
            ("opt", dict(r.options)),
            ("house", _tables(r.tables)),
        )
    )
    if r.difficulty is not None:
        out["diff"] = r.difficulty
    if r.kind != "test":
        out["test"] = r.kind
    return {"who": people, **out}


def _participant(p: Participant) -> list[Json]:
    uses = [[u.trait] if u.dice is None else [u.trait, u.dice] for u in p.uses]
    return cut([p.who, p.role, uses, [[cost.counter, cost.amount] for cost in p.pays]], [])


def _read_participant(row: Json) -> Participant:
    who, role, uses, *pays = row
    return Participant(who, role, tuple(TraitUse(*use) for use in uses), tuple(Cost(*c) for cs in pays for c in cs))


def read_request(data: Json) -> CheckRequest:
    return CheckRequest(
        participants=tuple(_read_participant(row) for row in data["who"]),
        difficulty=data.get("diff"),
        advantage=tuple(data.get("adv", ())),
        disadvantage=tuple(data.get("dis", ())),
        modifiers=tuple(Modifier(*row) for row in data.get("mod", ())),
        against=data.get("against", ""),
        kind=data.get("test", "test"),
        options=data.get("opt", {}),
        tables=_read_tables(data.get("house")),
    )


def _tables(tables: Tables) -> Json:
    """None for bare tables, else the family's name and what differs from its preset."""
    if isinstance(tables, CaerbannogTables):
        return cut([CAERBANNOG, to_house(tables)], {})
    if type(tables) is Tables:
        return None
    if not tables.system:
        raise TypeError(f"no way to store {type(tables).__name__}")
    changed = {f.name: getattr(tables, f.name) for f in fields(tables) if getattr(tables, f.name) != f.default}
    return cut([tables.system, changed], {})


def _read_tables(data: Json) -> Tables:
    if data is None:
        return Tables()
    family, house = full(data, "", {})
    return from_house(house) if family == CAERBANNOG else registry.system(family).tables(house)
