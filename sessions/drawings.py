"""One entry on its way to the screens: read once, and drawn once for all who are shown the same.

The answer to a press and the hub of the same process draw the same entry at the same moment, so they share one drawing.
A frame may be applied twice.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from datetime import datetime
from functools import cached_property

from django.db.models import Q
from django.utils import translation
from django.utils.safestring import SafeString

from sessions import frames, log_reading, party, regions, rollbar
from sessions.access import Viewer
from sessions.log_display import Row
from sessions.models import LogEntry
from sessions.models.log import LogQuerySet
from sessions.screens import LISTS, LOG, LOG_ALONE, SHEET, SHEET_ALONE, WITH_PARTY, Screen
from sheets.models import Character

KEPT = 32  # logs: of a table that nobody watches nobody comes for it
_begun: OrderedDict[int, Drawing] = OrderedDict()  # by the channel


class Drawing:
    """What it draws holds while its entry is the newest of its log: a later one may have hidden what this one shows.

    Threads take turns with it.
    """

    def __init__(self, entry: LogEntry) -> None:
        self.entry = entry
        self._lock = threading.RLock()
        self._rows: dict[Hashable, Row] = {}
        self._html: dict[Hashable, SafeString] = {}
        self._parts: dict[tuple[Viewer, Screen], list[str]] = {}

    @property
    def seq(self) -> int:
        return self.entry.seq

    @property
    def at(self) -> datetime:
        return self.entry.at

    def parts(self, viewer: Viewer, screen: Screen) -> list[str]:
        """The partials for one audience; none when it learns nothing."""
        audience = viewer, self.narrowed(viewer, screen)
        with self._lock, translation.override(viewer.language):
            if audience not in self._parts:
                self._parts[audience] = self._drawn(*audience)
            return self._parts[audience]

    def frame(self, viewer: Viewer, screen: Screen) -> bytes:
        """The bytes of one server-sent event; empty when this audience learns nothing."""
        parts = self.parts(viewer, screen)
        if not parts:
            return b""
        head = f"id: {self.entry.token}\n" if self.entry.is_visible_to(viewer) else ""
        body = "".join(f"data: {line}\n" for part in parts for line in _lines(part))
        return f"{head}{body}\n".encode()

    def narrowed(self, viewer: Viewer, screen: Screen) -> Screen:
        """The screen as far as this entry can matter to it and to this person; untouched ones share a frame."""
        if screen.page == LOG:
            return LOG_ALONE
        if regions.told(self.entry, viewer, screen.page):
            return screen
        if screen.page == SHEET and screen.character_id not in self._changed:
            return SHEET_ALONE
        if screen.page in WITH_PARTY and self._changed <= {None} and self.entry.kind not in party.REDRAWN_BY:
            return LOG_ALONE
        return screen

    @cached_property
    def _changed(self) -> set[int | None]:
        """The characters that the entry is about."""
        own = {change.character_id for change in self.entry.told} | {self.entry.character_id}
        return own | frames.sharers(self.entry)

    @cached_property
    def _reading(self) -> log_reading.Reading:
        """The entry's root as it is now, if it is a row of the log; who sees it is asked for each viewer."""
        if self.entry.parent_id is None:
            return log_reading.Reading([self.entry] if self.entry.listed else [], self.entry.sheets)
        roots = LogEntry.objects.filter(pk=self.entry.parent_id).listed()
        return log_reading.Reading(list(log_reading.with_details(roots)), self.entry.sheets)

    def _drawn(self, viewer: Viewer, screen: Screen) -> list[str]:
        if screen.page in LISTS:
            return frames.changed_panels(self.entry, viewer, screen)
        entry, row = self.entry, self._row(viewer)
        parts = frames.rows_again(entry, viewer) if screen.page != SHEET else []
        if row and not self._nothing_new(row, viewer):
            html = frames.spoken(row) if screen.page == SHEET else self._row_html(viewer, row)
            parts.append(frames.row_partial(html))
        if screen.page != SHEET and entry.is_visible_to(viewer):
            parts += self._asks_html(viewer)
        parts += frames.changed_panels(entry, viewer, screen)
        if entry.kind == "conceal" and entry.parent and row is None:
            parts.append(frames.partial(f"row-{entry.parent.token}", "delete"))
        thrower = self._thrower(screen)
        if parts and thrower and frames.has_roll_bar(screen):
            parts.append(self._last_roll(thrower, viewer, row))
        return parts

    def _nothing_new(self, row: Row, viewer: Viewer) -> bool:
        """A blind roll's roller need not know of more; nor anybody that something came to somebody hidden."""
        blind = row.blind and self.entry.parent_id and self.entry.kind != "conceal"
        return bool(blind or (self.entry.payload.get("quiet") and not viewer.is_gm))

    def _thrower(self, screen: Screen) -> Character | None:
        """The character of this screen, if the entry is its own or about a test in which it takes part."""
        if self.entry.character_id == screen.character_id:
            return self.entry.character
        shares = [part for parts in self._reading.parts.values() for part in parts]
        return next((part.character for part in shares if part.character_id == screen.character_id), None)

    @cached_property
    def _asks(self) -> list[LogEntry]:
        """The rows of the asks that this roll answers, or that somebody who left no longer answers; and of the roll
        that this ask lets people defend themselves against."""
        asks, rows = self.entry.payload.get("asks", ()), self.entry.payload.get("rows", ())
        if not asks and not rows:
            return []
        named = LogEntry.objects.filter(Q(ask__token__in=asks) | Q(token__in=rows))
        return list(log_reading.with_details(named))

    def _asks_html(self, viewer: Viewer) -> list[str]:
        seen = [root for root in self._asks if root.is_visible_to(viewer)]
        if not seen:
            return []
        reading = log_reading.Reading(seen)
        eyes = "asks", len(seen), reading.eyes(viewer)
        if eyes not in self._html:
            rows = [frames.row_partial(frames.row_html(row)) for row in reading.rows(viewer)]
            self._html[eyes] = SafeString("".join(rows))
        return [self._html[eyes]]

    def _last_roll(self, character: Character, viewer: Viewer, row: Row | None) -> str:
        just_rolled = self.entry.kind == "check" and self.entry.sheets is not None
        if row and (just_rolled or row.entry.pk == rollbar.last_pk(character, viewer)):
            return frames.last_roll(character, row, self._row_html(viewer, row))
        return frames.last_roll(character, rollbar.last_row(character, viewer))

    def _row(self, viewer: Viewer) -> Row | None:
        """The root's row, for a viewer who sees it."""
        if not any(root.is_visible_to(viewer) for root in self._reading.entries):
            return None
        eyes = self._reading.eyes(viewer)
        if eyes not in self._rows:
            [self._rows[eyes]] = self._reading.rows(viewer)
        return self._rows[eyes]

    def _row_html(self, viewer: Viewer, row: Row) -> SafeString:
        eyes = self._reading.eyes(viewer)
        if eyes not in self._html:
            self._html[eyes] = frames.row_html(row)
        return self._html[eyes]


def begun(entry: LogEntry) -> Drawing:
    """The drawing of an entry just written, for the answer to its press; the hub comes for it in a moment."""
    drawing = Drawing(entry)
    _begun.pop(entry.channel_id, None)
    _begun[entry.channel_id] = drawing
    while len(_begun) > KEPT:
        _begun.popitem(last=False)
    return drawing


def taken(channel_id: int) -> Drawing | None:
    """What was begun last in this log, for whoever goes on with it."""
    return _begun.pop(channel_id, None)


def of(entries: LogQuerySet, begun: Drawing | None = None) -> Sequence[Drawing]:
    """Drawings of these entries, in their order. Only the newest may be one that was begun: see Drawing."""
    pks = list(entries.values_list("pk", flat=True))
    found = {begun.entry.pk: begun} if begun and begun.entry.pk in pks[-1:] else {}
    if missing := [pk for pk in pks if pk not in found]:
        read = log_reading.with_details(LogEntry.objects.filter(pk__in=missing))
        found |= {entry.pk: Drawing(entry) for entry in read}
    return [found[pk] for pk in pks]


def _lines(html: str) -> list[str]:
    """Whoever reads the stream must get every line that somebody typed, the empty ones too."""
    for sign in "\r\u2028\u2029":  # they would end a line of the stream, or of the script's pattern
        html = html.replace(sign, f"&#{ord(sign)};")
    return html.split("\n")
