"""The characters of a campaign's file: whole sheets without private notes; of those who left the table the name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db.models import Q

from sessions.models import Campaign, Seat
from sessions.packing import Row, columns, picture_name
from sheets import fields, portraits, transfer
from sheets.models import ROWS, Character, Counter, Note
from sheets.snapshot import Rows

AT_ONCE = 50  # sheets in memory


class Sheets:
    """The campaign's characters, their numbers in the file, and the pictures that it will hold."""

    def __init__(self, campaign: Campaign, seats: Sequence[Seat]) -> None:
        self.campaign = campaign
        self.numbers: dict[int, int] = {}  # a character's pk -> its `n`
        self.pictures: dict[str, str] = {}  # a portrait's name -> the picture's
        self._owners = {one.user_id: one.token for one in seats if one.user_id}
        self._here = list(Character.objects.filter(campaign=campaign).order_by("pk").values_list("pk", flat=True))
        for pk in self._here:
            self.number(pk)

    def number(self, pk: int) -> int:
        """The number that stands for this character, also for one that is no longer here."""
        return self.numbers.setdefault(pk, len(self.numbers) + 1)

    def picture(self, name: str) -> str:
        """The picture's name in the file; "" where it is no longer kept."""
        if name and name not in self.pictures and (data := portraits.read(name)):
            self.pictures[name] = picture_name(data)
        return self.pictures.get(name, "")

    def rows(self) -> Iterator[Row]:
        """Those at the table, then whomever else the log names, by name alone."""
        for pks in _batches(self._here):
            characters = list(Character.objects.filter(pk__in=pks).order_by("pk"))
            lists = self._lists(characters)
            for one in characters:
                yield self._whole(one, lists[one.pk])
        for one in Character.objects.in_bulk([pk for pk in self.numbers if pk not in set(self._here)]).values():
            yield {"token": one.token, "n": self.numbers[one.pk], "name": one.name, "gone": True}

    def _whole(self, character: Character, lists: Row) -> Row:
        head = {name: value for name in (*fields.HEAD, "alias") if (value := getattr(character, name))}
        found = {"token": character.token, "n": self.numbers[character.pk], **columns(character), **head, **lists}
        if owner := self._owners.get(character.owner_id or 0):
            found["owner"] = owner
        if portrait := self.picture(character.portrait):
            found["portrait"] = portrait
        return found

    def _lists(self, characters: Sequence[Character]) -> dict[int, Row]:
        """By character, the rows of each kind, those that were removed too: an undo brings them back."""
        found: dict[int, Row] = defaultdict(dict)
        by_pk = {one.pk: one for one in characters}
        for name, (kind, names) in transfer.LISTS.items():
            for row in ROWS[kind].objects.filter(character__in=by_pk).order_by("pk"):
                if told := _told(row, names, Rows(by_pk[row.character_id])):
                    found[row.character_id].setdefault(name, []).append(told)
        shown = Q(kind=Note.Kind.BIOGRAPHY) | Q(kind=Note.Kind.GM, campaign=self.campaign)
        for note in Note.objects.filter(shown, character__in=by_pk).order_by("pk"):
            told = {"token": note.token, "kind": note.kind, "text": note.text}
            found[note.character_id].setdefault("notes", []).append(told)
        return found


def _told(row: Any, names: Iterable[str], rows: Rows) -> Row | None:
    """None for a counter that this game does not have."""
    told = {"token": row.token, **transfer.told(row, names), **({"deleted": True} if row.deleted else {})}
    if isinstance(row, Counter):
        spec = rows.spec.counter(row.key)
        if spec is None:
            return None
        if not spec.has_maximum:
            told.pop("maximum", None)
    return told


def _batches(pks: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(pks), AT_ONCE):
        yield pks[start : start + AT_ONCE]
