"""The ledger of a sheet's experience: what came and went, when, by whom and why, as far as its reader may know."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from rules.spec import CounterSpec
from sessions.models import Change, LogEntry
from sheets import change_titles
from sheets.access import Opened
from sheets.changes import changes_seen
from sheets.history import who_did

PAGE = 100


@dataclass(frozen=True)
class Line:
    """`balance` is what the sheet held afterwards."""

    token: str
    at: datetime
    who: str
    why: str
    amount: int
    balance: int
    undone: bool


@dataclass(frozen=True)
class Ledger:
    """Newest first. `opening` is what there was before the oldest line, where that is not nothing."""

    lines: list[Line]
    opening: int = 0
    older: str = ""  # the token before which the next page starts


def ledger(opened: Opened, spec: CounterSpec, before: str = "") -> Ledger:
    """A page of the ledger; the number of queries depends on nothing."""
    seen = changes_seen(opened.character, opened.viewer, opened.rights)
    seen = seen.filter(target=f"counter:{spec.key}", field="current")
    changes = seen.select_related("entry__seat", "entry__actor", "entry__undoes")
    if before:
        changes = changes.filter(pk__lt=seen.filter(entry__token=before).order_by("pk").values("pk")[:1])
    found = list(changes.order_by("-pk")[: PAGE + 1])
    shown = found[:PAGE]
    older = shown[-1].entry.token if len(found) > PAGE else ""
    opening = 0 if older or not shown else _number(shown[-1].old)
    return Ledger([_line(change, opened) for change in shown], opening, older)


def _line(change: Change, opened: Opened) -> Line:
    entry, now = change.entry, _number(change.new)
    amount = now - _number(change.old) if change.delta is None else change.delta
    return Line(
        entry.token, entry.at, who_did(entry, opened, opened.viewer), _why(entry), amount, now, change.undone
    )  # fmt: skip


def _number(value: Any) -> int:
    return value or 0


def _why(entry: LogEntry) -> str:
    if reason := entry.payload.get("reason"):
        return reason
    title = change_titles.title(entry, ())
    if entry.undoes:
        return f"{title}: {change_titles.title(entry.undoes, ()) or _('Changed by hand')}"
    return title or _("Changed by hand")
