"""A campaign's file leaves nothing out by mistake, and finds every key in the log's JSON."""

from __future__ import annotations

import pytest

from sessions import packed_json as places
from sessions.models import (
    Answer,
    Ask,
    Campaign,
    Change,
    Check,
    CheckPart,
    GameSession,
    LogEntry,
    Participant,
    Rest,
    Scene,
    Seat,
)
from sessions.packing import COLUMNS
from sheets import fields
from sheets.models import ROWS, Character
from sheets.transfer import LISTS

# What a row names, and what belongs to an installation.
LINKS = {
    Campaign: {"channel", "origin", "token"},
    Seat: {"campaign", "user", "secret", "epoch"},
    GameSession: {"campaign"},
    Character: {"owner", "campaign", "channel", "system", "portrait", "alias", *fields.HEAD},
    LogEntry: {"channel", "seq", "session", "actor", "seat", "character", "concerns", "shared", "parent", "undoes",
               "once"},
    Change: {"entry", "character"},
    Check: {"channel", "root", "newest"},
    CheckPart: {"check_of", "character", "seat"},
    Ask: {"channel", "root"},
    Answer: {"ask", "character", "rolled"},
    Scene: {"campaign", "active", "seen_active"},
    Participant: {"scene", "character"},
    Rest: {"campaign"},
}  # fmt: skip


@pytest.mark.parametrize("model", list(COLUMNS), ids=lambda model: model.__name__)
def test_every_column_is_in_the_file_or_left_out_on_purpose(model):
    columns = {field.name for field in model._meta.concrete_fields} - {"id", "token"}
    assert columns == {*COLUMNS[model], *LINKS[model]} - {"token"}


@pytest.mark.parametrize("kind", list(ROWS))
def test_every_column_of_a_sheets_row_is_in_the_file(kind):
    columns = {field.name for field in ROWS[kind]._meta.concrete_fields} - {"id", "token", "character", "deleted"}
    listed = dict(LISTS.values())
    wanted = {"note": ("kind", "text", "campaign")}.get(kind) or listed[kind]
    assert columns - {"kind"} == set(wanted) - {"kind"}


PAYLOAD = {
    "v": 1,
    "people": [3, 4],
    "targets": [{"who": 3, "counters": [["endurance", 3, 2]]}],
    "done": {"3": {"trained": []}},
    "result": {
        "request": {"who": [[3, "initiator", [["guile"]]]], "mod": [[3, "rain"]]},
        "dice": [[3, "guile", 4, [3, 3]]],
        "steps": [["roll", 3], ["boost", 3, 3]],
        "effects": [[3, "momentum", 3]],
        "taken": [["boost", 3, ["momentum", 3]]],
    },
}


def test_characters_are_found_wherever_the_log_names_them_and_nothing_else_is():
    moved = places.moved(PAYLOAD, places.PAYLOAD, lambda number: number + 100)
    assert moved == {
        "v": 1,
        "people": [103, 104],
        "targets": [{"who": 103, "counters": [["endurance", 3, 2]]}],
        "done": {"103": {"trained": []}},
        "result": {
            "request": {"who": [[103, "initiator", [["guile"]]]], "mod": [[3, "rain"]]},
            "dice": [[103, "guile", 4, [3, 3]]],
            "steps": [["roll", 3], ["boost", 3, 103]],
            "effects": [[103, "momentum", 3]],
            "taken": [["boost", 103, ["momentum", 3]]],
        },
    }
    assert places.moved(moved, places.PAYLOAD, lambda number: number - 100) == PAYLOAD


def test_nobody_stays_nobody():
    payload = {"result": {"steps": [["roll", 3, None, "x"]], "taken": [["correct", 0]]}}
    assert places.moved(payload, places.PAYLOAD, lambda number: 100) == payload


def test_tokens_are_found_alone_and_behind_what_they_are_of():
    names = {"AAAAAAAAAAAAAAAA": "BBBBBBBBBBBBBBBB"}
    stored = {"own:AAAAAAAAAAAAAAAA": ["AAAAAAAAAAAAAAAA", 3, None], "text": "AAAAAAAAAAAAAAAA is a word here"}
    assert places.renamed(stored, names) == {
        "own:BBBBBBBBBBBBBBBB": ["BBBBBBBBBBBBBBBB", 3, None], "text": "AAAAAAAAAAAAAAAA is a word here"
    }  # fmt: skip
