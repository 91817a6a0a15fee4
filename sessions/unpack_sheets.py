"""The characters of a campaign's file, as the game's SheetSpec and the forms of the sheet allow them."""

from __future__ import annotations

from typing import Any

from sessions.models import Seat
from sessions.packing import Row
from sessions.unpack_cells import cells, wrong
from sessions.unpack_known import Known, rows_of
from sheets import fields
from sheets.models import ROWS, Character, Counter, Note
from sheets.models import Row as SheetRow
from sheets.models.rows import NOTE_LENGTH
from sheets.reading import head, no_twins
from sheets.reading_rows import BUILD, text_of
from sheets.transfer import LISTS

MOST_ROWS = 2_000  # of one kind on one sheet, the removed ones too


def character(raw: Row, known: Known) -> Row:
    """{"character", "rows": unsaved, "owner", "portrait", ...}; of one who is `gone` the name alone, or none at all."""
    row = {"token": known.new(Character, raw), "n": _new_number(raw, known), "gone": raw.get("gone") is True}
    if row["gone"]:
        name = raw.get("name", "")
        found = head({"name": name}, known.system, known.spec) if name else Character(system=known.system)
        return {**row, "character": found, "rows": []}
    found = head(raw, known.system, known.spec)
    found.alias = fields.clean("character", "alias", text_of(raw.get("alias", ""), "alias"), known.spec)
    for name, value in cells(Character, {**raw, "name": found.name}).items():
        setattr(found, name, value)
    rows = [_row(name, one, known) for name in LISTS for one in rows_of(raw, name, MOST_ROWS)]
    no_twins(rows, known.spec)
    rows += _notes(raw, known)
    owner = known.named(Seat, raw, "owner")
    return {**row, "character": found, "rows": rows, "owner": owner, "portrait": known.picture(raw.get("portrait"))}


def _new_number(raw: Row, known: Known) -> int:
    number = raw.get("n")
    if type(number) is not int or number < 1 or (number in known.numbers and not known.again):
        raise wrong("n")
    known.numbers.add(number)
    return number


def _row(name: str, raw: Row, known: Known) -> SheetRow:
    kind = LISTS[name][0]
    row: Any = BUILD[kind](raw, known.spec)
    row.token, row.deleted = known.new(ROWS[kind], raw), raw.get("deleted") is True
    if isinstance(row, Counter) and row.key in known.ceilings:  # as the table has settled it, not the game
        most = known.ceilings[row.key]
        row.current = min(raw["current"], most) if type(raw.get("current")) is int else row.current
    return row


def _notes(raw: Row, known: Known) -> list[SheetRow]:
    """Its biography and the game masters' notes. A private note is nobody's to bring in."""
    found = [_note(one, known) for one in rows_of(raw, "notes", 2)]
    if len({one.kind for one in found}) < len(found):
        raise wrong("notes")
    return [*found]


def _note(raw: Row, known: Known) -> Note:
    kind, text = raw.get("kind"), text_of(raw.get("text", ""), "notes")
    if kind not in (Note.Kind.BIOGRAPHY, Note.Kind.GM) or len(text) > NOTE_LENGTH:
        raise wrong("notes")
    return Note(token=known.new(Note, raw), kind=kind, text=text)
