"""What has been read of a campaign's file so far: what its next rows may name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import Model

from rules import registry
from rules.spec import SheetSpec
from sessions.packing import Row
from sessions.unpack_cells import token, wrong

PICTURE = re.compile(r"[0-9a-f]{32}")


@dataclass
class Known:
    """`owed` are the rows of rolls and of asks whose roll or ask has not been read yet.

    `again`: everything was read and found sound once, and is read a second time.
    """

    system: str
    spec: SheetSpec
    ceilings: Mapping[str, int]
    tokens: dict[type[Model], dict[str, None]] = field(default_factory=lambda: defaultdict(dict))
    numbers: set[int] = field(default_factory=set)
    pictures: set[str] = field(default_factory=set)
    marks: set[tuple[Any, ...]] = field(default_factory=set)
    owed: dict[str, set[str]] = field(default_factory=dict)
    parents: dict[str, str | None] = field(default_factory=dict)  # of entries
    again: bool = False

    @cached_property
    def rests(self) -> frozenset[str]:
        """The rests that the game knows."""
        return frozenset(one.key for one in registry.scene_rules(self.system).rests())

    def new(self, model: type[Model], row: Row) -> str:
        """The token of a row, which no other row of the file has."""
        name = token(row)
        self.only("token", name)
        self.tokens[model][name] = None
        return name

    def only(self, *mark: Any) -> None:
        """Wrong when something so marked has been read already."""
        if mark in self.marks and not self.again:
            raise wrong(str(mark[-1]))
        self.marks.add(mark)

    def paid(self, model: type[Model], kind: str, root: str) -> None:
        """The row of the log that is this one's: it has no other."""
        self.only(model, root)
        if not self.again and root not in self.owed.get(kind, ()):
            raise wrong("root")
        self.owed.get(kind, set()).discard(root)

    def named(self, model: type[Model], row: Row, name: str) -> str | None:
        """The token of a row that was read before, or None where this one names none."""
        value = row.get(name)
        if value is None or (isinstance(value, str) and value in self.tokens[model]):
            return value
        raise wrong(name)

    def needed(self, model: type[Model], row: Row, name: str) -> str:
        value = self.named(model, row, name)
        if value is None:
            raise wrong(name)
        return value

    def several(self, model: type[Model], row: Row, name: str) -> list[str]:
        values = row.get(name, [])
        if not isinstance(values, list):
            raise wrong(name)
        return [self.needed(model, {name: value}, name) for value in values]

    def number(self, value: Any) -> int:
        """The number of a character of this file."""
        if type(value) is not int or value not in self.numbers:
            raise wrong("character")
        return value

    def character(self, row: Row) -> int | None:
        return None if row.get("character") is None else self.number(row["character"])

    def picture(self, value: Any) -> str:
        """The name of a picture in the file, or ""."""
        if not value:
            return ""
        if not isinstance(value, str) or not PICTURE.fullmatch(value):
            raise wrong("portrait")
        self.pictures.add(value)
        return value


def rows_of(row: Row, name: str, most: int) -> list[Row]:
    """A list of objects within a row."""
    found = row.get(name, [])
    if not isinstance(found, list) or len(found) > most or not all(isinstance(one, dict) for one in found):
        raise wrong(name)
    return found
