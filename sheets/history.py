"""A sheet's history as its reader may know it: who changed what, from what to what, newest first."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count
from django.utils.translation import gettext as _

from sessions.access import Viewer
from sessions.log_display import person
from sessions.models import Change, LogEntry
from sheets import change_titles, change_words
from sheets.access import Opened
from sheets.actions.undo import UNDOABLE, own_newest
from sheets.change_words import Line
from sheets.changes import changes_seen

PAGE = 100  # changes; an entry is never cut


@dataclass
class Deed:
    """One entry of the history."""

    token: str
    at: datetime
    who: str
    title: str
    lines: list[Line] = field(default_factory=list)
    undone: bool = False
    can_undo: bool = False
    takes_back: LogEntry | None = None  # what an undo undid, where it stands on the same page


@dataclass
class Page:
    deeds: list[Deed]
    older: str = ""  # the token before which the next page starts


def page(opened: Opened, before: str = "") -> Page:
    """The newest deeds before the one of this token, which finds nothing unless the reader may know of it.

    The number of queries depends on nothing; every page costs the same, however long the history is.
    """
    seen = changes_seen(opened.character, opened.viewer, opened.rights)
    changes = seen.select_related("entry__seat", "entry__actor", "entry__undoes")
    if before:
        limit = seen.filter(entry__token=before).order_by("pk").values("pk")[:1]
        changes = changes.filter(pk__lt=limit)
    found = list(changes.order_by("-pk")[: PAGE + 1])
    entries = _grouped(found)
    older = ""
    if len(found) > PAGE:
        if len(entries) > 1:
            entries.popitem()  # its other changes may be on the next page
        older = next(reversed(entries.values()))[0].entry.token
    return Page(_deeds(entries, opened), older)


def _grouped(changes: list[Change]) -> dict[int, list[Change]]:
    """Changes by their entry, newest entry first, within it in the order in which they were made."""
    entries: dict[int, list[Change]] = {}
    for change in changes:
        entries.setdefault(change.entry_id, []).insert(0, change)
    return entries


def _deeds(entries: dict[int, list[Change]], opened: Opened) -> list[Deed]:
    words = change_words.Words(opened.character, [one for group in entries.values() for one in group])
    viewer = opened.viewer
    free = None if viewer.is_gm else own_newest(viewer, opened.character)
    whole = _whole(entries) if opened.rights.edit else {}
    deeds = []
    shown = {changes[0].entry.pk: changes[0].entry for changes in entries.values()}
    for pk, changes in entries.items():
        entry = changes[0].entry
        undone = all(change.undone for change in changes)
        title = change_titles.title(entry, changes)
        deed = Deed(entry.token, entry.at, who_did(entry, opened, viewer), title, undone=undone)
        deed.takes_back = shown.get(entry.undoes_id or 0)
        deed.lines = [words.line(change) for change in changes]
        deed.can_undo = (
            entry.kind in UNDOABLE and not undone and whole.get(pk) == len(changes) and (free is None or pk in free)
        )
        deeds.append(deed)
    return deeds


def _whole(entries: dict[int, list[Change]]) -> dict[int, int]:
    """How many changes each entry has in all: one that the reader sees in part only is not theirs to undo."""
    counted = Change.objects.filter(entry__in=list(entries)).order_by().values_list("entry")
    return dict(counted.annotate(number=Count("pk")))


def who_did(entry: LogEntry, opened: Opened, viewer: Viewer) -> str:
    """People of another table are known by name to the sheet's owner alone, who sat there."""
    here = entry.channel_id == opened.character.channel_id
    if here or opened.rights.owner or entry.actor_id == viewer.user_id:
        return person(entry)
    return _("at another table")
