"""Scenes and what happened in them as JSON values, small and versioned like stored checks (rules/serialise.py).

Each value is a row of its fields in their order, cut after the last one that isn't its default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from rules.errors import UnreadableValue
from rules.scenes.values import (
    Consequence,
    PoolChange,
    Rested,
    Scene,
    Training,
)
from rules.stored import Json, cut, full, read_words, words
from rules.values import Effect, Text

VERSION = 1

Stored: TypeAlias = "Scene | PoolChange | Rested | Consequence"


def to_json(value: Stored) -> dict[str, Json]:
    """A mapping of plain JSON values, with its version under `v`."""
    kind, row = _written(value)
    return {"v": VERSION, "kind": kind, "row": row}


def from_json(data: Json) -> Stored:
    """The value that was stored. Raises UnreadableValue for a version or a shape that this code doesn't know."""
    if not isinstance(data, dict) or data.get("v") != VERSION:
        version = data.get("v") if isinstance(data, dict) else None
        raise UnreadableValue(f"stored version {version!r}; this code reads {VERSION}")
    try:
        return _READERS[data["kind"]](data["row"])
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise UnreadableValue(f"a stored scene is damaged: {error!r}") from error


def _written(value: Stored) -> tuple[str, list[Json]]:
    if isinstance(value, Scene):
        row = [
            value.kind, value.pace, value.round, value.surprise, value.turn_of, sorted(value.had_turn),
            sorted(value.reacted), value.won,
        ]  # fmt: skip
        return "scene", cut(row, *_SCENE)
    if isinstance(value, PoolChange):
        return "pool", cut([_effects(value.effects), value.surplus, value.unpaid], *_POOL)
    if isinstance(value, Rested):
        trainings = [cut([t.name, t.experience, t.invested, t.required], 0, None) for t in value.trainings]
        row = [value.who, _effects(value.effects), value.convertible, trainings, list(value.injuries), value.unspent]
        return "rested", cut(row, *_RESTED)
    named = [value.key, words(value.name), words(value.told), value.amount, value.measure]
    return "consequence", cut([*named, value.target, value.counter, value.condition], "", "", "")


_SCENE: tuple[Json, ...] = ("free", "rounds", 1, "", None, [], [], None)
_POOL: tuple[Json, ...] = ([], 0, 0)
_RESTED: tuple[Json, ...] = ([], 0, [], [], 0)


def _effects(effects: Iterable[Effect]) -> list[Json]:
    return [[effect.who, effect.counter, effect.amount] for effect in effects]


def _read_effects(rows: Json) -> tuple[Effect, ...]:
    return tuple(Effect(*row) for row in rows)


def _read_scene(row: Json) -> Scene:
    kind, pace, number, surprise, turn_of, had_turn, reacted, won = full(row, *_SCENE)
    return Scene(kind, pace, number, surprise, turn_of, frozenset(had_turn), frozenset(reacted), won)


def _read_pool(row: Json) -> PoolChange:
    effects, surplus, unpaid = full(row, *_POOL)
    return PoolChange(_read_effects(effects), surplus, unpaid)


def _read_rested(row: Json) -> Rested:
    who, effects, convertible, trainings, injuries, unspent = full(row, 0, *_RESTED)
    return Rested(
        who, _read_effects(effects), convertible, tuple(Training(*t) for t in trainings), tuple(injuries), unspent
    )


def _read_consequence(row: Json) -> Consequence:
    key, name, told, *rest = row
    return Consequence(key, _read_text(name), _read_text(told), *rest)


def _read_text(data: Json) -> Text:
    text = read_words(data)
    if text is None:
        raise ValueError("words are missing")
    return text


_READERS: Mapping[str, Callable[[Json], Stored]] = {
    "scene": _read_scene,
    "pool": _read_pool,
    "rested": _read_rested,
    "consequence": _read_consequence,
}
