"""What is left of a stored payload when somebody's words go from it: rows and numbers stay, so that it can be drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules import serialise
from rules.values import CheckRequest, CheckResult
from sessions.models import Ask, Check, LogEntry

TYPED = ("text", "reason", "note", "refused")  # what people typed, at the top of a payload
OF_SHEET = ("edit", "use", "wear")  # kinds that name a row of the sheet
SEATS = ("seat_joined", "seat_left", "seat_named", "seat_removed", "role", "handed_over")


@dataclass(frozen=True)
class Gone:
    """Whose words go: a seat with the names that it has had, and the sheets with their own rows (keys of traits)."""

    seat: int
    names: Collection[str]
    people: Collection[int]
    rows: Collection[str]


def of_entry(entry: LogEntry, gone: Gone, own: bool) -> dict[str, Any]:
    """The entry's payload without them; `own`: this person wrote the entry, or typed into its test."""
    if own and entry.kind == "message":
        return {"v": 1, "deleted": True}
    payload = dict(entry.payload)
    about = entry.character_id in gone.people
    if own:
        payload |= {key: "" for key in TYPED if key in payload}
    if about and entry.kind in OF_SHEET:
        payload |= {key: "" for key in ("name", "row", "reason") if key in payload}
    if own or about:
        payload |= {key: _result(payload[key]) for key in ("result", "answer") if payload.get(key)}
    if "names" in payload:
        payload["names"] = _without(payload["names"], gone.rows)
    if entry.kind == "consequence":
        payload["targets"] = [_target(one) if own or one["who"] in gone.people else one for one in payload["targets"]]
    if entry.kind == "rest":
        payload["done"] = {who: told for who, told in payload["done"].items() if int(who) not in gone.people}
    return payload | _seat(entry, gone)


def of_check(check: Check, gone: Gone, own: bool) -> dict[str, Any] | None:
    """What a test of several people keeps of what is tested."""
    if not check.request:
        return check.request
    beside = {"names": _without(check.request.get("names", {}), gone.rows)}
    if not own:
        return {**check.request, **beside}
    kept = {key: value for key, value in check.request.items() if key in ("value", "by_hand")}
    return {**_plain(check.request), **kept, **beside}


def of_ask(ask: Ask, gone: Gone, own: bool) -> dict[str, Any]:
    asked = {**ask.asked, **({"names": _without(ask.asked["names"], gone.rows)} if "names" in ask.asked else {})}
    if own:
        asked |= {"request": _plain(asked["request"])} | {key: "" for key in TYPED if key in asked}
    return asked


def _result(stored: dict[str, Any]) -> dict[str, Any]:
    result = serialise.result_from_json(stored)
    steps = tuple(replace(one, note="") for one in result.steps)
    taken = tuple(replace(one, note="") for one in result.taken)
    plain: CheckResult = replace(result, request=_wordless(result.request), steps=steps, taken=taken)
    return serialise.to_json(plain)


def _plain(stored: dict[str, Any]) -> dict[str, Any]:
    return serialise.to_json(_wordless(serialise.request_from_json(stored)))


def _wordless(request: CheckRequest) -> CheckRequest:
    """How many advantages there were still counts; why does not."""
    return replace(
        request,
        advantage=("",) * len(request.advantage),
        disadvantage=("",) * len(request.disadvantage),
        modifiers=tuple(replace(one, reason="") for one in request.modifiers),
    )


def _without(names: Mapping[str, str], rows: Collection[str]) -> dict[str, str]:
    return {key: name for key, name in names.items() if key not in rows}


def _target(told: Mapping[str, Any]) -> dict[str, Any]:
    """Of somebody reached by a roll: the pools, but not what a condition was called."""
    return {key: value for key, value in told.items() if key not in ("condition", "eased")}


def _seat(entry: LogEntry, gone: Gone) -> dict[str, str]:
    """The names of seats that an event tells. Older entries don't say whose seat it was: the name must do."""
    if entry.kind not in SEATS:
        return {}
    payload = entry.payload
    acted = entry.seat_id == gone.seat
    if entry.kind in ("seat_joined", "seat_left"):
        meant = acted
    else:
        meant = payload["seat"] == gone.seat if "seat" in payload else payload["name"] in gone.names
    names = {"name": ""} if meant else {}
    if (meant and entry.kind == "seat_named") or (acted and entry.kind == "handed_over"):
        names["was"] = ""
    return names
