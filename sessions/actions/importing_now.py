"""What an import has brought so far: the rows that the next ones name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from sessions import log
from sessions import packed_json as places
from sessions.actions.importing_names import Names
from sessions.models import Campaign, Change, LogEntry, Seat
from sessions.packing import CHUNK, Crate, Row
from sheets import portraits

T = TypeVar("T")


@dataclass
class Importing:
    """The turn, the campaign, the file, and its names. `fresh`: the campaign comes to be with this import.

    told      of what the new entries changed, the value that came of it
    changes   of this import itself: what it set otherwise than it was here
    """

    turn: log.Turn
    campaign: Campaign
    crate: Crate
    names: Names
    fresh: bool
    seats: dict[str, Seat] = field(default_factory=dict)
    sessions: dict[str, int] = field(default_factory=dict)
    characters: dict[int, int] = field(default_factory=dict)
    entries: dict[str, int] = field(default_factory=dict)
    seqs: dict[str, int] = field(default_factory=dict)
    checks: dict[str, int] = field(default_factory=dict)
    shares: dict[str, list[int]] = field(default_factory=dict)  # of a test, by the token of its root
    waiting: list[tuple[LogEntry, str]] = field(default_factory=list)  # entries that name shares, and their roots
    told: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    pictures: dict[str, str] = field(default_factory=dict)
    redrawn: bool = False  # rows that were here already look otherwise now

    @cached_property
    def roots(self) -> set[str]:
        """Of the tests whose shares are named; the log has been read."""
        return {root for _entry, root in self.waiting}

    def here(self, value: Any) -> Any:
        """Stored JSON with the tokens that its rows have here."""
        return places.renamed(value, self.names.renamed)

    def payload(self, payload: Row) -> Row:
        """The payload of an entry, but for the entries and shares that it names (importing_log.py)."""
        told = places.moved(payload, places.PAYLOAD, self.characters.__getitem__)
        if "revealed" in told:
            told = {**told, "revealed": self.seqs.get(told["revealed"], 0)}
        seats = {name: told[name] and self.seats[told[name]].pk for name in places.SEATS if name in told}
        return self.here({**told, **seats})

    def seat(self, name: str | None) -> Seat | None:
        return self.seats.get(name or "")

    def picture(self, name: str) -> str:
        """The portrait that is kept of this picture of the file, "" where it could not be read."""
        if name and name not in self.pictures:
            data = self.crate.picture(name)
            self.pictures[name] = portraits.keep(data) if data else ""
        return self.pictures.get(name, "")


def chunks(rows: Iterable[T]) -> Iterator[list[T]]:
    left = iter(rows)
    while chunk := list(islice(left, CHUNK)):
        yield chunk
