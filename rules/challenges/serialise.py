"""Challenges as JSON values, versioned like those of rules/serialise.py.

Of a state its spec, members and moves are stored, for everything else follows from them; so a change of what follows
raises VERSION, as a change of shape does, and keeps the old reader.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from rules.challenges.play import replay
from rules.challenges.setup import check_spec
from rules.challenges.spec import ChallengeSpec, Price, Quality, Stake, Thresholds
from rules.challenges.state import (
    Attempt,
    ChallengeState,
    EndStage,
    Finish,
    Member,
    Move,
    Pause,
    Resume,
    Settle,
    Share,
    Withdraw,
)
from rules.errors import RuleError, UnreadableValue
from rules.stored import Json, read_words, words
from rules.values import Text

VERSION = 1

MOVES: dict[str, type[Move]] = {
    "test": Attempt,
    "stage": EndStage,
    "withdraw": Withdraw,
    "finish": Finish,
    "pause": Pause,
    "resume": Resume,
    "settle": Settle,
}
NAMES = {move: name for name, move in MOVES.items()}


def to_json(value: ChallengeSpec | ChallengeState) -> dict[str, Json]:
    """A mapping of plain JSON values, with its version under `v`."""
    if isinstance(value, ChallengeSpec):
        return {"v": VERSION, "kind": "challenge", "spec": _changed(value)}
    members = [[m.who, m.side] if m.side else [m.who] for m in value.members]
    moves = [[NAMES[type(move)], _changed(move)] for move in value.moves]
    return {"v": VERSION, "kind": "challenge_state", "spec": _changed(value.spec), "members": members, "moves": moves}


def from_json(data: Json) -> ChallengeSpec | ChallengeState:
    """The value that was stored. Raises UnreadableValue for a version or a shape that this code doesn't know."""
    if not isinstance(data, dict) or data.get("v") != VERSION:
        version = data.get("v") if isinstance(data, dict) else None
        raise UnreadableValue(f"stored version {version!r}; this code reads {VERSION}")
    try:
        spec = _read_spec(data["spec"])
        if data["kind"] == "challenge":
            return spec
        if data["kind"] == "challenge_state":
            members = tuple(Member(*row) for row in data["members"])
            return replay(spec, members, tuple(_read_move(*row) for row in data["moves"]))
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RuleError) as error:
        raise UnreadableValue(f"a stored challenge is damaged: {error!r}") from error
    raise UnreadableValue(f"a stored challenge was expected, not {data['kind']!r}")


def _changed(value: Any) -> dict[str, Json]:
    """The fields of a frozen value that aren't its defaults, in plain JSON values."""
    return {f.name: _plain(getattr(value, f.name)) for f in fields(value) if getattr(value, f.name) != f.default}


def _plain(value: Any) -> Json:
    if isinstance(value, Text):
        return words(value)
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return _changed(value) if is_dataclass(value) else value


def _read_spec(data: Json) -> ChallengeSpec:
    """A stored spec is one that can be played: damage shows here, not in the midst of a game."""
    thresholds, stake = dict(data.get("thresholds", {})), dict(data.get("stake", {}))
    quality = tuple(_read_quality(**step) for step in thresholds.pop("quality", ()))
    if "pools" in stake:
        stake["pools"] = tuple(stake["pools"])
    nested = {
        "thresholds": Thresholds(**thresholds, quality=quality),
        "stake": Stake(**stake),
        "prices": tuple(Price(**{**price, "counters": tuple(price["counters"])}) for price in data.get("prices", ())),
        "effort_pools": tuple(data.get("effort_pools", ())),
    }
    spec = ChallengeSpec(**{**data, **nested})
    check_spec(spec)
    return spec


def _read_quality(at: Json, name: Json) -> Quality:
    read = read_words(name)
    if read is None:
        raise ValueError("a step of quality without a name")
    return Quality(at, read)


def _read_move(name: str, data: Json) -> Move:
    if "shares" in data:
        data = {**data, "shares": tuple(Share(**share) for share in data["shares"])}
    return MOVES[name](**data)
