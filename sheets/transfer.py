"""A character as a JSON file, version 1: what its reader may see, written out and read back.

    {"format": "caerbannog-table/character", "v": 1, "system": "caerbannog_2026", "name": ..., "traits": [...], ...}

Empty things and defaults are left out, and so is whatever belongs to a table (its name, random names, times), so
that a sheet that was read back writes the same file. Keys that this version does not know are ignored when read.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

from sheets import fields, portraits
from sheets.access import Rights
from sheets.models import Character
from sheets.snapshot import Rows

FORMAT = "caerbannog-table/character"
VERSION = 1
# list in the file -> (row kind, its fields in the file)
LISTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "traits": ("trait", ("category", "key", "name", "level", "note", "runes")),
    "bonuses": ("bonus", ("category", "value")),
    "counters": ("counter", ("key", "label", "current", "maximum")),
    "conditions": ("condition", ("kind", "name", "strength", "note", "lasts", "rounds_left")),
    "abilities": ("ability", ("kind", "name", "text", "cost", "pays")),
    "items": ("item", ("name", "text", "quantity", "bonus", "wear_left", "wear_most")),
    "attacks": ("attack", ("name", "value", "defence", "note")),
    "trainings": ("training", ("name", "invested", "required", "done")),
}
ALWAYS = {"level", "value", "current", "maximum", "strength", "rounds_left", "quantity"}  # fields whose 0 is no default


def export(rows: Rows, rights: Rights) -> dict[str, Any]:
    """The file of this sheet for a reader with these rights: their field groups and nothing else."""
    character = rows.character
    head = {name: getattr(character, name) for name in fields.HEAD if rights.sees(fields.GROUPS["character"][name])}
    lists = {
        "traits": rows.traits,
        "bonuses": rows.bonuses.values(),
        "counters": _counters(rows),
        "conditions": rows.conditions,
        "abilities": rows.abilities,
        "items": rows.items,
        "attacks": rows.attacks,
        "trainings": rows.trainings,
    }
    written = {
        name: [told(row, LISTS[name][1]) for row in found]
        for name, found in lists.items()
        if rights.sees(_group_of(LISTS[name][0]))
    }
    notes = {str(kind): note.text for kind, note in rows.notes.items() if rights.sees(fields.NOTE_GROUPS[kind])}
    portrait = portraits.read(character.portrait) if rights.sees("a") else None
    content = {
        **head,
        **written,
        "notes": {kind: text for kind, text in sorted(notes.items()) if text},
        "portrait": base64.b64encode(portrait).decode() if portrait else "",
    }
    filled = {key: value for key, value in content.items() if value}
    return {"format": FORMAT, "v": VERSION, "system": character.system, **filled}


def _group_of(kind: str) -> str:
    """The one field group of all that is written of such a row."""
    (group,) = set(fields.GROUPS[kind].values())
    return group


def _counters(rows: Rows) -> list[Any]:
    """Those of this game; a maximum only where each sheet holds its own."""
    found = []
    for row in rows.counters.values():
        if spec := rows.spec.counter(row.key):
            row.maximum = row.maximum if spec.has_maximum else None
            found.append(row)
    return found


def told(row: Any, names: Iterable[str]) -> dict[str, Any]:
    """A row as files hold it: without what is empty or a default."""
    values = {name: getattr(row, name) for name in names}
    return {name: value for name, value in values.items() if value or (name in ALWAYS and value is not None)}


def filename(character: Character) -> str:
    """The character's name as a file's, without what file systems refuse."""
    kept = "".join(sign if sign.isalnum() or sign in " -_'" else " " for sign in character.name)
    return (" ".join(kept.split())[:60] or "character") + ".json"
