"""Reading a character's file. It comes from anywhere, so nothing in it is believed before it is checked."""

from __future__ import annotations

import base64
import binascii
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from caerbannog_site.errors import Refused
from caerbannog_site.words import say
from rules import registry
from rules.spec import SheetSpec
from sheets import fields, games, portraits
from sheets.actions.edit import MOST_ROWS
from sheets.models import Bonus, Character, Note, Row
from sheets.models.rows import NOTE_LENGTH
from sheets.reading_rows import BUILD, NOT_READ, Wrong, text_of, word
from sheets.transfer import FORMAT, LISTS, VERSION

MOST_BYTES = 2 * 1024 * 1024
KNOWN = {"format", "v", "system", "portrait", "notes", *fields.HEAD, *LISTS}


@dataclass
class Read:
    """A sheet as it was read: unsaved rows of an unsaved character, and what its new owner should be told."""

    character: Character
    rows: list[Row] = field(default_factory=list)
    portrait: bytes = b""
    notices: list[str] = field(default_factory=list)


def read(data: bytes) -> Read:
    """The sheet in this file. Raises Refused with what is wrong and where."""
    content = _parsed(data)
    system = content.get("system")
    if not isinstance(system, str) or system not in games.playable():
        raise Refused(_("This character is from a game that is not known here."), field="file")
    spec = registry.system(system).sheet()
    try:
        found = Read(head(content, system, spec))
        unknown = len(content.keys() - KNOWN)
        for name in LISTS:
            for place, raw in enumerate(_list(content, name), 1):
                where = _("%(list)s, row %(number)d") % {"list": word(name), "number": place}
                row, left = _at(where, lambda raw=raw, name=name: _row(name, raw, spec))
                found.rows.append(row)
                unknown += left
        no_twins(found.rows, spec)
        found.rows += _notes(content, found)
        found.portrait = _portrait(content, found)
    except Wrong as wrong:
        raise Refused(_("The file cannot be used. %(what)s") % {"what": wrong}, field="file") from wrong
    if unknown:
        notice = ngettext("%(n)d thing in the file was not understood and left out.",
                          "%(n)d things in the file were not understood and left out.", unknown)  # fmt: skip
        found.notices.append(notice % {"n": unknown})
    return found


def _parsed(data: bytes) -> dict[str, Any]:
    if len(data) > MOST_BYTES:
        raise Refused(_("The file is larger than 2 MB."), field="file")
    try:
        content = json.loads(data.decode("utf-8-sig"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Refused(_("This is not a character's file."), field="file") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refused(_("This is not a character's file."), field="file")
    version = content.get("v")
    if type(version) is not int or version < 1:
        raise Refused(_("This is not a character's file."), field="file")
    if version > VERSION:
        raise Refused(_("This file was written by a newer version of the application."), field="file")
    return content


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def head(content: dict[str, Any], system: str, spec: SheetSpec) -> Character:
    """An unsaved character with what a file says of it. Raises Wrong."""
    character = Character(system=system)
    for name in fields.HEAD:
        if name == "flags":
            continue
        value = text_of(content.get(name, ""), name)
        if name == "name" or value:
            setattr(character, name, _at(word(name), lambda n=name, v=value: fields.clean("character", n, v, spec)))
    flags = {text_of(flag, "flags") for flag in _list(content, "flags")}
    character.flags = sorted(flags & {key for key, _label in spec.flags})
    return character


def _list(content: dict[str, Any], name: str) -> list[Any]:
    found = content.get(name, [])
    if not isinstance(found, list) or len(found) > MOST_ROWS:
        raise Wrong(_("“%(name)s” is not a list of at most %(most)d things.") % {"name": word(name), "most": MOST_ROWS})
    return found


def _row(name: str, raw: Any, spec: SheetSpec) -> tuple[Row, int]:
    kind, names = LISTS[name]
    if not isinstance(raw, dict):
        raise Wrong(_("This is not a row."))
    return BUILD[kind](raw, spec), len(raw.keys() - set(names))


def _at(place: str, work: Callable[[], Any]) -> Any:
    """Say where in the file a refusal comes from."""
    try:
        return work()
    except (Wrong, Refused) as error:
        what = error.message if isinstance(error, Refused) else error
        raise Wrong(f"{place}: {what}") from error


def no_twins(rows: list[Row], spec: SheetSpec) -> None:
    """What is unique on a sheet stands in the file once."""
    labels = {
        **{category.key: category.label for category in spec.categories},
        **{trait.key: trait.label for one in spec.categories for trait in (*one.printed, *one.offered)},
        **{counter.key: counter.label for counter in spec.counters},
    }
    names = Counter(
        (type(row), getattr(row, "category", ""), getattr(row, "key", ""))
        for row in rows
        if getattr(row, "key", "") or isinstance(row, Bonus)
    )
    if twins := [name for name, times in names.items() if times > 1]:
        _kind, category, key = twins[0]
        raise Wrong(_("“%(row)s” stands there twice.") % {"row": say(labels[key or category])})


def _notes(content: dict[str, Any], found: Read) -> list[Row]:
    notes = content.get("notes", {})
    if not isinstance(notes, dict):
        raise Wrong(_("The notes are not texts by their kind."))
    if notes.get(NOT_READ):
        found.notices.append(_("The game masters' notes were left out: they belong to their table."))
    texts = {kind: text_of(notes.get(kind, ""), kind) for kind in (Note.Kind.BIOGRAPHY, Note.Kind.PRIVATE)}
    if any(len(text) > NOTE_LENGTH for text in texts.values()):
        raise Wrong(_("notes: the text is too long."))
    return [Note(kind=kind, text=text) for kind, text in texts.items() if text]


def _portrait(content: dict[str, Any], found: Read) -> bytes:
    """A picture that cannot be read costs the picture, not the sheet."""
    raw = content.get("portrait", "")
    if not raw:
        return b""
    try:
        return portraits.taken_in(base64.b64decode(raw, validate=True))
    except (Refused, binascii.Error, ValueError, TypeError):
        found.notices.append(_("The portrait in the file could not be read."))
        return b""
