"""Opening a campaign's file. It comes from anywhere: nothing of it is unpacked by its own names or believed in size."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

from django.utils.translation import gettext as _

from caerbannog_site.errors import Refused
from sessions.packing import FORMAT, MANIFEST, MOST, PICTURES, VERSION, Row
from sessions.unpack_cells import Wrong, plain
from sheets import portraits

MOST_MEMBERS = 5_000
MOST_LINE = 4 * 1024 * 1024
MOST_UNPACKED = 256 * 1024 * 1024  # of all lines together
# What decoders of broken files raise.
BROKEN = (BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError, ValueError, struct.error, zlib.error)
_END = struct.Struct("<4s4H2LH")  # a zip's last record: the number of its members, and no word after it
_LONG = b"PK\x06\x07"  # what stands before it in a zip of the large kind, whose numbers are elsewhere


class Archive:
    """The file's lists, line by line, and its pictures."""

    def __init__(self, file: IO[bytes]) -> None:
        _need_few_members(file)
        self._archive, self._left = ZipFile(file), 2 * MOST_UNPACKED  # everything is read twice
        self._names = set(self._archive.namelist())

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *error: object) -> None:
        self._archive.close()

    def manifest(self) -> Row:
        """Refused for what is no campaign's file, or a newer one than this version can read."""
        found = next(self._lines(MANIFEST), None) if MANIFEST in self._names else None
        if found is None or found.get("format") != FORMAT or type(found.get("v")) is not int or found["v"] < 1:
            raise no_campaign()
        if found["v"] > VERSION:
            raise Refused(_("This file was written by a newer version of the application."), field="file")
        return found

    def rows(self, name: str) -> Iterator[Row]:
        """The rows of a list, empty where the file has none."""
        member = f"{name}.jsonl"
        for number, row in enumerate(self._lines(member) if member in self._names else (), 1):
            if number > MOST[name]:
                raise Refused(_("The file holds more than a campaign may have."), field="file")
            yield row

    def picture(self, name: str) -> bytes:
        """b"" when there is none that could be read."""
        if PICTURES + name not in self._names:
            return b""
        with self._archive.open(PICTURES + name) as member:
            data = member.read(portraits.MOST_BYTES + 1)
        try:
            return portraits.taken_in(data)
        except Refused:
            return b""

    def _lines(self, member: str) -> Iterator[Row]:
        with self._archive.open(member) as lines:
            number = 0
            while line := lines.readline(MOST_LINE + 1):
                number += 1
                self._left -= len(line)
                if len(line) > MOST_LINE or self._left < 0:
                    raise Refused(_("The file holds more than a campaign may have."), field="file")
                yield _parsed(line, member, number)


def no_campaign() -> Refused:
    return Refused(_("This is not a campaign's file."), field="file")


def _need_few_members(file: IO[bytes]) -> None:
    """The list of members is read at once, so its length is judged before that."""
    size = file.seek(0, 2)
    file.seek(max(0, size - _END.size - 20))
    tail = file.read()
    mark, _disk, _disks, _here, members, _length, _start, words = _END.unpack(tail[-_END.size :])
    if mark != b"PK\x05\x06" or words or members > MOST_MEMBERS or tail[:4] == _LONG:
        raise no_campaign()
    file.seek(0)


def _parsed(line: bytes, member: str, number: int) -> Row:
    try:
        row: Any = json.loads(line, parse_constant=_none_such, parse_float=_none_such)
        plain(row)
    except (ValueError, RecursionError, Wrong) as error:
        raise not_readable(member, number) from error
    if not isinstance(row, dict):
        raise not_readable(member, number)
    return row


def not_readable(member: str, number: int) -> Wrong:
    return Wrong(_("%(list)s, line %(number)d cannot be read.") % {"list": member, "number": number})


def _none_such(text: str) -> Any:
    raise ValueError(text)
