"""The entries of a campaign's file and what they changed."""

from __future__ import annotations

import re
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db import models

from rules import serialise
from rules.errors import UnreadableValue
from rules.scenes import serialise as scene_values
from sessions import packed_json as places
from sessions.log_kinds import KINDS
from sessions.models import Campaign, Change, GameSession, LogEntry, Participant, Rest, Scene, Seat
from sessions.packing import Row
from sessions.unpack_cells import cell, cells, wrong
from sessions.unpack_known import Known, rows_of
from sheets.models import ROWS, Character

MOST_CHANGES = 5_000
MOST_SEATS = 200
KIND = re.compile(r"[a-z_]{1,24}")
GROUPS = ("", *"apbce")  # of `d`, which is its owner's alone, a file holds nothing
MODES = ("public", "gm", "blind")  # nor of what somebody rolled for themselves
CHANGED: dict[str, type[models.Model]] = {
    "character": Character, **ROWS, "scene": Scene, "participant": Participant, "rest": Rest, "session": GameSession,
    "campaign": Campaign,
}  # fmt: skip
TEXTS = ("text", "name", "was", "role", "title", "kind", "pace", "reason", "row", "rest", "mode", "token", "session",
         "campaign", "date", "formula", "revealed")  # fmt: skip
MARKS = ("opened", "joined")  # of changes that no column holds


def entry(raw: Row, known: Known) -> Row:
    """{"token", "cells", "changes": [{"cells", "character"}], ...}: what it names by tokens and numbers."""
    found = cells(LogEntry, raw)
    links: Row = {
        "seat": known.named(Seat, raw, "seat"),
        "session": known.named(GameSession, raw, "session"),
        "parent": known.named(LogEntry, raw, "parent"),
        "undoes": known.named(LogEntry, raw, "undoes"),
        "character": known.character(raw),
        "concerns": known.several(Seat, raw, "concerns"),
        "shared": known.several(Seat, raw, "shared"),
    }
    name = known.new(LogEntry, raw)
    known.parents[name] = links["parent"]
    _need_sound(found, is_row=found["listed"] and links["parent"] is None)
    _need_payload(found["payload"], known)
    if found["kind"] in ("check", "ask"):
        known.owed.setdefault(found["kind"], set()).add(name)
    changes = [_change(one, known) for one in rows_of(raw, "changes", MOST_CHANGES)]
    return {"token": name, "cells": found, **links, "changes": changes}


def _need_sound(found: Row, is_row: bool) -> None:
    if found["mode"] not in MODES:
        raise wrong("mode")
    if found["group"] not in GROUPS:
        raise wrong("group")
    if not KIND.fullmatch(found["kind"]) or (is_row and found["kind"] not in KINDS):
        raise wrong("kind")


def _need_payload(payload: Any, known: Known) -> None:
    """Results and consequences are read as the rules read them; whom they name is in this file."""
    if not isinstance(payload, dict):
        raise wrong("payload")
    for side in places.SIDES:
        if side in payload and _result(payload[side]).system != known.system:
            raise wrong(side)
    places.moved(payload, places.PAYLOAD, known.number)
    if "came" in payload:
        readable("came", scene_values.from_json, payload["came"])
    for name in ("again", "asks", "rows"):
        if not isinstance(payload.get(name, []), list) or not all(
            isinstance(one, str) for one in payload.get(name, [])
        ):
            raise wrong(name)
    for name in TEXTS:
        if not isinstance(payload.get(name, ""), str):
            raise wrong(name)
    for name in places.SEATS:
        if payload.get(name, "") != "":
            known.needed(Seat, payload, name)
    if not isinstance(payload.get("were", {}), dict):
        raise wrong("were")
    if payload.get("system", known.system) != known.system or payload.get("rest") not in {None, *known.rests}:
        raise wrong("rest")


def _result(stored: Any) -> Any:
    return readable("result", serialise.result_from_json, stored)


def readable(name: str, read: Any, stored: Any) -> Any:
    """The stored value as the rules read it, or Wrong."""
    try:
        return read(stored)
    except UnreadableValue as error:
        raise wrong(name) from error


def _change(raw: Row, known: Known) -> Row:
    found = cells(Change, raw)
    number = known.character(raw)
    if found["group"] not in GROUPS:
        raise wrong("group")
    kind, _sep, _name = found["target"].partition(":")
    if kind not in CHANGED or (number is None) == (kind == "character" or kind in ROWS):
        raise wrong("target")
    for name in ("old", "new"):
        _need_value(CHANGED[kind], found["field"], found[name])
        if found["field"] == "portrait":
            known.picture(found[name])
    return {"cells": found, "character": number}


def _need_value(model: type[models.Model], name: str, value: Any) -> None:
    """A value that this field of this row may have had."""
    if name in MARKS:
        if type(value) is not bool:
            raise wrong(name)
        return
    try:
        field: Any = model._meta.get_field(name)
    except FieldDoesNotExist:
        raise wrong(name) from None
    if value is None:
        return
    if field.many_to_many or name in ("flags", "runes"):
        texts = value if isinstance(value, list) else [None]
        fits = all(isinstance(one, str) for one in texts)
    elif field.is_relation:
        fits = isinstance(value, str)
    elif isinstance(field, models.JSONField):
        fits = isinstance(value, dict)
    else:
        cell(field, value)
        fits = True
    if not fits:
        raise wrong(name)
