"""A campaign's file read and checked as a whole, before anything of it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from django.utils.translation import gettext as _

from caerbannog_site.errors import Refused
from caerbannog_site.words import say
from rules import registry
from rules.errors import RuleError
from sessions import unpack_log, unpack_play, unpack_sheets
from sessions.models import Campaign, GameSession, Role, Seat
from sessions.packing import MOST, Contents, Row
from sessions.unpack import BROKEN, Archive, no_campaign
from sessions.unpack_cells import Wrong, cells, moment, token, wrong
from sessions.unpack_known import Known
from sheets import games


@contextmanager
def unpacked(file: IO[bytes]) -> Iterator[Unpacked]:
    """The campaign in this file, once all of it was found sound; Refused, with words, for what is wrong with it."""
    archive, found = _sound(file)
    with archive:
        yield found


def _sound(file: IO[bytes]) -> tuple[Archive, Unpacked]:
    try:
        archive = Archive(file)
        return archive, Unpacked(archive)
    except Wrong as wrong:
        raise Refused(_("The file cannot be used. %(what)s") % {"what": wrong}, field="file") from wrong
    except BROKEN as error:
        raise no_campaign() from error


class Unpacked:
    """A sound file. Raises Refused and Wrong where it is not; its rows can then be read again, as they are written."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        manifest = archive.manifest()
        self.head, self._known = _head(manifest)
        self.contents = Contents(
            token(manifest["campaign"], "id"), self.head["name"], self.head["system"],
            moment(manifest.get("made_at")),
        )  # fmt: skip
        for name in MOST:
            for row in self.rows(name):
                self._note(name, row)
        unpack_play.need_whole(self._known)
        self._known.named(GameSession, self.head, "running")
        self.contents.counts["pictures"] = len(self._known.pictures)
        self.contents.tokens = {model: list(found) for model, found in self._known.tokens.items()}
        self._known.again = True

    def rows(self, name: str) -> Iterator[Row]:
        """The rows of one list, each as the function of its list below gives it."""
        for number, raw in enumerate(self._archive.rows(name), 1):
            try:
                yield LISTS[name](raw, self._known)
            except (Wrong, Refused, RuleError, ValueError) as error:
                raise Wrong(_("%(list)s, line %(number)d: %(what)s") % {
                    "list": f"{name}.jsonl", "number": number, "what": _words(error),
                }) from error  # fmt: skip

    def picture(self, name: str) -> bytes:
        return self._archive.picture(name)

    def _note(self, name: str, row: Row) -> None:
        self.contents.counts[name] = self.contents.counts.get(name, 0) + 1
        if name == "seats" and row["cells"]["removed_at"] is None:
            self.contents.people.append(row["cells"]["name"])
        elif name == "characters" and not row["gone"]:
            self.contents.characters.append(row["character"].name)


def _words(error: Exception) -> Any:
    if isinstance(error, RuleError):
        return say(error.text)
    return error.message if isinstance(error, Refused) else error


def _head(manifest: Row) -> tuple[Row, Known]:
    """The campaign itself, of a game that is known here, with house rules that this game can use."""
    raw = manifest.get("campaign")
    if not isinstance(raw, dict):
        raise no_campaign()
    if not isinstance(raw.get("system"), str) or raw["system"] not in games.playable():
        raise Refused(_("This campaign is from a game that is not known here."), field="file")
    head = cells(Campaign, raw)
    if not head["name"].strip():
        raise wrong("name")
    system = registry.system(head["system"])
    try:
        tables = system.tables(head["house"])
    except (RuleError, TypeError, ValueError, AttributeError) as error:
        raise wrong("house") from error
    known = Known(head["system"], system.sheet(), tables.ceilings)
    return {**head, "by": manifest.get("by"), "running": raw.get("running") or None}, known


def _seat(raw: Row, known: Known) -> Row:
    row: Row = {"token": known.new(Seat, raw), "cells": cells(Seat, raw)}
    nameless = not row["cells"]["name"].strip() and row["cells"]["removed_at"] is None  # others may be forgotten
    if row["cells"]["role"] in ("", Role.SCREEN) or nameless:
        raise wrong("role")
    return row


def _session(raw: Row, known: Known) -> Row:
    row: Row = {"token": known.new(GameSession, raw), "cells": cells(GameSession, raw)}
    if row["cells"]["date"] is None:
        raise wrong("date")
    if row["cells"]["state"] == GameSession.State.RUNNING:
        known.only(GameSession, "running")
    return {**row, "attended": known.several(Seat, raw, "attended")}


LISTS: dict[str, Callable[[Row, Known], Row]] = {
    "seats": _seat,
    "sessions": _session,
    "characters": unpack_sheets.character,
    "log": unpack_log.entry,
    "checks": unpack_play.check,
    "asks": unpack_play.ask,
    "scenes": unpack_play.scene,
    "rests": unpack_play.rest,
}
