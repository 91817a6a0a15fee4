"""One row of the log as one reader may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from caerbannog_site.templatetags.words import MINUS
from caerbannog_site.words import say
from rules import dice
from rules.values import CheckResult, Sheets
from sessions.access import Viewer
from sessions.ask_display import AskRow, ask_row, spoken
from sessions.check_display import ALONE, check_row
from sessions.check_offers import Person
from sessions.check_row import CheckRow
from sessions.log_kinds import KINDS, TOLD
from sessions.log_sentences import at_start, sentence_of
from sessions.models import Ask, Check, LogEntry, Mode
from sessions.sheets_display import SheetLines
from sessions.together_display import Shares
from sheets import snapshot
from sheets.actions.enemy_pool import is_pool

NOTHING = "\N{EN DASH}"


@dataclass
class Row:
    """One row of the log for one reader."""

    entry: LogEntry
    template: str
    filter: str
    who: str  # the character, else the person
    of: str  # the token of the character by whom this reader may filter, or ""
    data: Mapping[str, Any]
    say: str = ""
    check: CheckRow | None = None
    ask: AskRow | None = None
    pools: list[tuple[str, str, Any, Any]] = field(default_factory=list)
    sheets: list[SheetLines] = field(default_factory=list)  # of an entry that changed several (sheets_display.py)
    undone: bool = False
    can_retract: bool = False  # a message, by its writer and the GMs
    undo: str = ""  # for a GM: "undo", or "redo" of what was undone; nothing where neither is possible
    secret: bool = False  # not for the whole table
    blind: bool = False  # a placeholder: its reader knows that something was thrown, nothing else
    dropped: int = 0  # blind rolls whose effects a new scene dropped, told to the GMs
    sentence: str = ""

    @property
    def at(self) -> str:
        """UTC with six decimals, so that it sorts as text."""
        return self.entry.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def row_of(
    entry: LogEntry,
    result: CheckResult | None,
    viewer: Viewer,
    names: Mapping[int, Person],
    sheets: Sheets,
    shares: Shares = ALONE,
) -> Row:
    """The row of a root entry for a viewer who sees it; `names` and `sheets` are those of the people in it."""
    template, group = KINDS[entry.kind]
    who = names[entry.character.pk].name if entry.character else at_start(person(entry))
    known = entry.character if entry.character and (viewer.is_gm or not entry.character.hidden) else None
    row = Row(entry, f"sessions/log/_{template}.html", group, who, known.token if known else "", entry.payload)
    row.secret = entry.mode != Mode.PUBLIC
    row.blind = entry.mode == Mode.BLIND and not viewer.is_gm
    if row.blind:
        row.data = {}
    elif entry.kind == "dice":
        row.data = _free_dice(entry.payload)
    if template == "scene":
        row.data = {"kind": "free", **entry.payload}
        row.dropped = entry.payload.get("dropped", 0) if viewer.is_gm else 0
    elif entry.kind == "fielded":
        row.data = {"name": ", ".join(names[change.character_id].name for change in entry.told if change.character_id)}
    row.undone = _is_undone(entry)
    if entry.kind == "check":
        row.check = check_row(entry, result, viewer, names, sheets, shares)
        if result is None and not row.blind:
            row.template = "sessions/log/_gathering.html"
        row.undone = row.undone and not row.blind
        row.say = f"{who}: {row.check.title} {row.check.verdict} {row.check.seal}".replace("  ", " ")
        return row
    if template in ("pool", "use"):
        row.pools = _pools(entry, names)
    row.sentence = sentence_of(entry.kind, row.who, row.data) if template in TOLD else ""
    row.say = row.sentence or _said(row)
    return row


def tell_ask(row: Row, ask: Ask, viewer: Viewer, names: Mapping[int, Person]) -> None:
    """Add to the row of an ask what was asked and how far it has come."""
    row.ask = ask_row(ask, viewer, names)
    row.data, row.say = {}, spoken(row.ask, row.who)


def _free_dice(payload: Mapping[str, Any]) -> dict[str, Any]:
    """A free throw: its formula as the reader's language spells it (3d8), and what is added up to its total."""
    formula = dice.parse(payload["formula"])
    signs = [term.sign for term in formula.terms for _die in range(term.count)]
    terms = [sign * face for sign, (_sides, face) in zip(signs, payload["dice"], strict=True)]
    spelt = formula.written(pgettext("die", "d%(sides)s") % {"sides": ""}).replace("-", MINUS)
    return {**payload, "formula": spelt, "terms": [*terms, formula.modifier] if formula.modifier else terms}


def _is_undone(entry: LogEntry) -> bool:
    """A roll is undone as a whole; of anything else the changes know it, as an undo may be undone itself."""
    if entry.kind == "check":
        return entry.rolled.state == Check.State.UNDONE
    return bool(entry.told) and all(change.undone for change in entry.told)


def person(entry: LogEntry) -> str:
    """Who did it, by the name of their seat."""
    if entry.seat:
        return str(entry.seat)
    return str(entry.actor) if entry.actor else _("somebody who left")


def _pools(entry: LogEntry, names: Mapping[int, Person]) -> list[tuple[str, str, Any, Any]]:
    """(pool's name, kind, value before, value now) of every change of a counter in the entry of one character."""
    spec = snapshot.Rows(entry.character).spec if entry.character else None
    found = []
    for change in entry.told:
        if is_pool(change):
            old, new = (NOTHING if value is None else value for value in (change.old, change.new))
            found.append((_("Momentum of the enemies"), "momentum", old, new))
        counter = spec.counter(change.target.removeprefix("counter:")) if spec else None
        if counter and change.field == "current":
            found.append((say(counter.label), counter.kind, change.old, change.new))
    return found


def _said(row: Row) -> str:
    """The row in one sentence, for those who hear it."""
    if row.blind:
        return f"{row.who}: {_('Rolled blind')}"
    if row.entry.kind == "dice":
        return f"{row.who}: {row.data['formula']}, {row.data['total']}"
    return f"{row.who}: " + ", ".join(f"{name} {new}" for name, _kind, _old, new in row.pools)
