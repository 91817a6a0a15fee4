"""Single values of a campaign's file: of the type, length and choice that their column in the database has."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from sessions.models import LogEntry
from sessions.packing import COLUMNS, Row
from sheets.reading_rows import Wrong, text_of

__all__ = ["Wrong"]

TOKEN = re.compile(r"[A-Za-z0-9_-]{16}")
MOST_NUMBER = 1_000_000_000
MOST_SMALL = 32_767
MOST_DEPTH = 20
COLUMN_OF_TIMES = LogEntry._meta.get_field("at")
YEARS = range(1970, 2200)  # so that every time zone can show it


def wrong(name: str) -> Wrong:
    return Wrong(_("“%(name)s” cannot be used.") % {"name": name})


def plain(value: Any, depth: int = 0) -> None:
    """Wrong unless this JSON holds only numbers and texts that both databases can keep."""
    if depth > MOST_DEPTH:
        raise wrong("{")
    if isinstance(value, str):
        text_of(value, value[:20])
    elif isinstance(value, dict):
        for key, one in value.items():
            text_of(key, key[:20])
            plain(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            plain(one, depth + 1)
    elif type(value) is int and not -MOST_NUMBER <= value <= MOST_NUMBER:
        raise wrong(str(value)[:20])


def token(row: Row, name: str = "token") -> str:
    value = row.get(name)
    if not isinstance(value, str) or not TOKEN.fullmatch(value):
        raise wrong(name)
    return value


def cells(model: type[models.Model], row: Row) -> Row:
    """The plain columns of a row, each as its field wants it; what is missing has its default."""
    found = {}
    for name in COLUMNS[model]:
        field: Any = model._meta.get_field(name)
        found[name] = cell(field, row[name]) if name in row else field.get_default()
    return found


def cell(field: Any, value: Any) -> Any:
    """The value of this column, or Wrong."""
    if value is None:
        if field.null:
            return None
        raise wrong(field.name)
    for kind, read in READERS:
        if isinstance(field, kind):
            found = read(field, value)
            break
    else:
        raise wrong(field.name)
    try:
        field.run_validators(found)
    except ValidationError as error:
        raise wrong(field.name) from error
    if field.choices and found != field.get_default() and found not in dict(field.flatchoices):
        raise wrong(field.name)
    return found


def _text(field: Any, value: Any) -> str:
    if not isinstance(value, str) or (field.max_length is not None and len(value) > field.max_length):
        raise wrong(field.name)
    return value


def _flag(field: Any, value: Any) -> bool:
    if type(value) is not bool:
        raise wrong(field.name)
    return value


def _number(field: Any, value: Any) -> int:
    small = isinstance(field, models.SmallIntegerField | models.PositiveSmallIntegerField)
    most = MOST_SMALL if small else MOST_NUMBER
    least = 0 if isinstance(field, models.PositiveIntegerField | models.PositiveSmallIntegerField) else -most
    if type(value) is not int or not least <= value <= most:
        raise wrong(field.name)
    return value


def moment(value: Any) -> datetime | None:
    """A time that is only told; None where it is none."""
    try:
        return _time(COLUMN_OF_TIMES, value)
    except Wrong:
        return None


def _time(field: Any, value: Any) -> datetime:
    found = _parse(field, value, parse_datetime)
    if found.tzinfo is None:
        raise wrong(field.name)
    return found.astimezone(UTC)


def _day(field: Any, value: Any) -> date:
    return _parse(field, value, parse_date)


def _parse(field: Any, value: Any, parse: Any) -> Any:
    try:
        found = parse(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or found.year not in YEARS:
        raise wrong(field.name)
    return found


def _json(field: Any, value: Any) -> Any:
    """Its shape is looked at by those who know what it says (unpack_rows.py)."""
    return value


READERS = (
    (models.BooleanField, _flag),
    (models.CharField, _text),
    (models.TextField, _text),
    (models.IntegerField, _number),
    (models.DateTimeField, _time),
    (models.DateField, _day),
    (models.JSONField, _json),
)
