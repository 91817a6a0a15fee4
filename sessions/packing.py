"""A whole campaign as one file, version 1: a zip of JSON lines, and its pictures beside them.

manifest.json     {"format", "v", "made_at", "by": the exporter's seat, "campaign": {"id", ...}}
seats.jsonl       a row each, as are sessions, characters, log, checks, asks, scenes, rests
pictures/NAME     portraits, each called by the digest of its bytes

Rows know each other by their tokens. Only in the stored JSON of rolls a character is a number: its `n` here. No key
and no number of the database is in it, nor who has which account, nor what is nobody's but a player's own: private
notes, rolls for oneself. Fields at their defaults are left out; keys that this version does not know are ignored.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from django.db.models import Model

from sessions.models import (
    Answer,
    Ask,
    Campaign,
    Change,
    Check,
    CheckPart,
    GameSession,
    LogEntry,
    Participant,
    Rest,
    Scene,
    Seat,
)
from sheets.models import Character

FORMAT = "caerbannog-table/campaign"
VERSION = 1
MANIFEST = "manifest.json"
PICTURES = "pictures/"
CHUNK = 500  # rows that are in memory at a time

# What is a plain value in each row. Whatever names another row is written by its token beside these (pack.py).
COLUMNS: dict[type[Model], tuple[str, ...]] = {
    Campaign: ("name", "system", "house", "sheet_view", "secret_placeholders", "gm_notes", "created_at",
               "archived_at"),
    Seat: ("role", "name", "joined_at", "removed_at"),
    GameSession: ("title", "date", "state", "recap", "published_at", "began_at", "ended_at"),
    Character: ("name", "hidden", "template", "created_at", "archived_at"),
    LogEntry: ("at", "kind", "mode", "listed", "group", "payload"),
    Change: ("target", "field", "old", "new", "delta", "group", "undone"),
    Check: ("state", "request", "step", "hidden", "held", "asked"),
    CheckPart: ("role", "uses", "dice", "state"),
    Ask: ("state", "step", "asked", "hidden", "mode"),
    Answer: ("state",),
    Scene: ("kind", "pace", "title", "round", "surprise", "seen_round", "enemy_pool", "step", "seen_step", "won",
            "note", "opened_at", "closed_at"),
    Participant: ("side", "hidden", "place", "score", "turn_in", "reacted_in", "kept", "left_at"),
    Rest: ("kind", "state", "step", "choices", "called_at"),
}  # fmt: skip
# The lists of rows in the order in which they are read: nothing names what comes after it, but for its own kind.
MOST = {
    "seats": 200, "sessions": 2_000, "characters": 1_000, "log": 200_000, "checks": 200_000, "asks": 50_000,
    "scenes": 10_000, "rests": 10_000,
}  # fmt: skip

Row = dict[str, Any]


@dataclass
class Contents:
    """What a file holds, counted as it was read and checked, and the tokens of its rows by the row's model."""

    token: str
    name: str
    system: str
    made_at: datetime | None
    people: list[str] = field(default_factory=list)
    characters: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    tokens: dict[type[Model], list[str]] = field(default_factory=dict)


class Crate(Protocol):
    """A file that was found sound: its rows once more, of one list after another in the order of MOST."""

    contents: Contents
    head: Row  # of the campaign, with its `by` and `running`

    def rows(self, name: str) -> Any: ...

    def picture(self, name: str) -> bytes: ...


def picture_name(data: bytes) -> str:
    """What a picture is called in a file: two with the same points are one."""
    return hashlib.sha256(data).hexdigest()[:32]


def columns(row: Model) -> Row:
    """The plain values of a row that are not its defaults."""
    return {name: value for name in COLUMNS[type(row)] if (value := getattr(row, name)) != _default(row, name)}


def _default(row: Model, name: str) -> Any:
    return row._meta.get_field(name).get_default()  # type: ignore[union-attr]
