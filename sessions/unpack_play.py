"""Rolls, asks, scenes and rests of a campaign's file."""

from __future__ import annotations

from typing import Any

from rules import serialise
from rules.errors import UnreadableValue
from sessions import asked
from sessions import packed_json as places
from sessions.models import Answer, Ask, Check, CheckPart, LogEntry, Mode, Participant, Rest, Scene, Seat
from sessions.packing import Row
from sessions.unpack_cells import cells, wrong
from sessions.unpack_known import Known, rows_of
from sessions.unpack_log import readable

MOST_PEOPLE = 200
ROLES = ("initiator", "helper", "opponent")
LINKS = ("active", "seen_active")


def check(raw: Row, known: Known) -> Row:
    found = cells(Check, raw)
    root = known.needed(LogEntry, raw, "root")
    known.paid(Check, "check", root)
    if found["request"] is not None:
        readable("request", serialise.request_from_json, found["request"])
        _need_beside(found["request"])
    if found["asked"] is not None:
        price = found["asked"] if isinstance(found["asked"], dict) else {}
        known.number(price.get("who"))
        _need_texts(price, "text")
    parts = [_part(one, known) for one in rows_of(raw, "parts", MOST_PEOPLE)]
    if not parts:
        raise wrong("parts")
    newest = known.needed(LogEntry, raw, "newest")
    if root not in (newest, known.parents[newest]):
        raise wrong("newest")
    return {"token": known.new(Check, raw), "cells": found, "root": root, "newest": newest, "parts": parts}


def _need_beside(request: Row) -> None:
    """What a shared test keeps beside its request (actions/shared.py)."""
    _need_texts(request, "note")
    names = request.get("names", {})
    if not isinstance(names, dict) or not all(isinstance(one, str) for one in names.values()):
        raise wrong("names")
    if type(request.get("value", 0)) is not int or type(request.get("by_hand", False)) is not bool:
        raise wrong("request")


def _need_texts(row: Row, *names: str) -> None:
    for name in names:
        if not isinstance(row.get(name, ""), str):
            raise wrong(name)


def _part(raw: Row, known: Known) -> Row:
    found = cells(CheckPart, raw)
    if found["role"] not in ROLES:
        raise wrong("role")
    _need_lists(found["uses"], "uses", (str,), (str, int))
    _need_lists(found["dice"], "dice", (str, int, int))
    number, seat = known.number(raw.get("character")), known.named(Seat, raw, "seat")
    return {"cells": found, "character": number, "seat": seat}


def _need_lists(value: Any, name: str, *shapes: tuple[type, ...]) -> None:
    """A list of short lists, each with values of these types."""
    if not isinstance(value, list) or len(value) > MOST_PEOPLE:
        raise wrong(name)
    for one in value:
        if not isinstance(one, list) or tuple(type(part) for part in one) not in shapes:
            raise wrong(name)


def ask(raw: Row, known: Known) -> Row:
    found = cells(Ask, raw)
    root = known.needed(LogEntry, raw, "root")
    known.paid(Ask, "ask", root)
    if found["mode"] not in (Mode.PUBLIC, Mode.GM, Mode.BLIND) or not isinstance(found["asked"], dict):
        raise wrong("mode")
    _need_texts(found["asked"], "refused")
    names = found["asked"].get("names", {})
    if not isinstance(names, dict) or not all(isinstance(one, str) for one in names.values()):
        raise wrong("names")
    try:
        asked.from_json(found["asked"])
    except (LookupError, TypeError, ValueError, UnreadableValue) as error:
        raise wrong("asked") from error
    answers = [_answer(one, root, known) for one in rows_of(raw, "answers", MOST_PEOPLE)]
    return {"token": known.new(Ask, raw), "cells": found, "root": root, "answers": answers}


def _answer(raw: Row, root: str, known: Known) -> Row:
    number, rolled = known.number(raw.get("character")), known.named(Check, raw, "rolled")
    known.only(Answer, root, number)
    if rolled:
        known.only(Answer, rolled)
    return {"token": known.new(Answer, raw), "cells": cells(Answer, raw), "character": number, "rolled": rolled}


def scene(raw: Row, known: Known) -> Row:
    found, name = cells(Scene, raw), known.new(Scene, raw)
    if found["closed_at"] is None:
        known.only(Scene, "open")
    people = [_participant(one, name, known) for one in rows_of(raw, "participants", MOST_PEOPLE)]
    there = [None, *(one["token"] for one in people)]
    links = {link: raw.get(link) for link in LINKS}
    if any(one not in there for one in links.values()):
        raise wrong("active")
    return {"token": name, "cells": found, "people": people, **links}


def _participant(raw: Row, scene: str, known: Known) -> Row:
    number = known.number(raw.get("character"))
    known.only(Participant, scene, number)
    found = cells(Participant, {"place": 0, **raw})
    return {"token": known.new(Participant, raw), "cells": found, "character": number}


def rest(raw: Row, known: Known) -> Row:
    found = cells(Rest, raw)
    if found["state"] == Rest.State.OPEN:
        known.only(Rest, "open")
    if found["kind"] not in known.rests:
        raise wrong("kind")
    if not isinstance(found["choices"], dict):
        raise wrong("choices")
    places.moved(found["choices"], places.CHOICES, known.number)
    for choice in found["choices"].values():
        _need_choice(choice)
    return {"token": known.new(Rest, raw), "cells": found}


def _need_choice(choice: Any) -> None:
    """As sessions/resting.py keeps it."""
    if not isinstance(choice, dict) or type(choice.get("convert")) is not int:
        raise wrong("choices")
    trainings, injuries = rows_of(choice, "trainings", MOST_PEOPLE), choice.get("injuries")
    if not isinstance(injuries, list) or not all(isinstance(one, str) for one in injuries):
        raise wrong("injuries")
    for one in trainings:
        required, experience = one.get("required"), one.get("experience")
        if not all(isinstance(one.get(name), str) for name in ("id", "row", "name")):
            raise wrong("trainings")
        if type(experience) is not int or (required is not None and type(required) is not int):
            raise wrong("trainings")


def need_whole(known: Known) -> None:
    """Wrong when the row of a roll or of an ask has no roll or ask behind it."""
    for kind, missing in known.owed.items():
        if missing:
            raise wrong(kind)
