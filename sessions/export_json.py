"""The log as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.utils import timezone, translation

from sessions.exports import Line, Story

VERSION = 1


def write(story: Story) -> Iterator[str]:
    """One object; its entries are a line each."""
    yield _dumped(_head(story))[:-1] + ', "entries": ['
    separator = "\n"
    for lines in story.chunks():
        for line in lines:
            yield separator + _dumped(entry_of(line))
            separator = ",\n"
    yield "\n]}\n"


def _head(story: Story) -> dict[str, Any]:
    head: dict[str, Any] = {
        "v": VERSION,
        "campaign": story.campaign.name,
        "language": translation.get_language(),
        "time_zone": timezone.get_current_timezone_name(),
    }
    if evening := story.evening:
        session = {"title": evening.title, "date": evening.date.isoformat(), "people": evening.people}
        head["session"] = {**session, "recap": story.recap} if story.recap else session
    return head


def entry_of(line: Line) -> dict[str, Any]:
    """A row of the log as programs read it."""
    entry: dict[str, Any] = {
        "at": line.at.isoformat(timespec="seconds"),
        "session": line.session,
        "kind": line.kind,
        "who": line.who,
        "text": "\n".join(line.words),
        "seen_by": line.mode,
    }
    if line.undone:
        entry["undone"] = True
    if line.result is not None:
        entry["result"] = line.result
    if line.dice:
        entry["dice"] = line.dice
    return entry


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
