"""What one entry changed on several sheets, told to a reader sheet by sheet and no further than they may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from caerbannog_site.words import alphabetical, say
from sessions.access import Viewer
from sessions.models import LogEntry
from sheets import games, snapshot
from sheets.access import name_of, rights_on
from sheets.models import Character

KINDS = ("rest_called", "rest_cancelled", "rest", "award")


@dataclass
class SheetLines:
    """`pools` are (label, kind, old, new); `trained` are [name, added, put in by now, needed or None]."""

    name: str
    pools: list[tuple[str, str, Any, Any]] = field(default_factory=list)
    trained: list[list[Any]] = field(default_factory=list)
    healed: list[str] = field(default_factory=list)

    @property
    def is_told(self) -> bool:
        return bool(self.pools or self.trained or self.healed)


def lines(entry: LogEntry, viewer: Viewer, people: Mapping[int, Character]) -> list[SheetLines]:
    """One for each character of the entry that this reader may know of."""
    known = [people[pk] for pk in entry.payload["people"] if pk in people]
    known = [one for one in known if viewer.is_gm or not one.hidden]
    return [_lines(entry, one, viewer) for one in sorted(known, key=lambda one: (one.is_npc, alphabetical(one.name)))]


def _lines(entry: LogEntry, character: Character, viewer: Viewer) -> SheetLines:
    rights, found = rights_on(character, viewer), SheetLines(name_of(character, viewer))
    if rights.sees("p"):
        found.pools = _pools(entry, character)
    if rights.sees("b"):
        told = entry.payload.get("done", {}).get(str(character.pk), {})
        found.trained, found.healed = told.get("trained", []), told.get("healed", [])
    return found


def _pools(entry: LogEntry, character: Character) -> list[tuple[str, str, Any, Any]]:
    spec = snapshot.Rows(character).spec
    changed = {
        change.target.removeprefix("counter:"): change
        for change in entry.told
        if change.character_id == character.pk and change.field == "current"
    }
    return [
        (say(one.label), one.kind, changed[one.key].old, changed[one.key].new)
        for one in spec.counters
        if one.key in changed
    ]


def sentence(entry: LogEntry, told: list[SheetLines]) -> str:
    """The entry in one sentence, for its row and for those who hear it."""
    names = ", ".join(one.name for one in told)
    if entry.kind == "award":
        return _award(entry, [one for one in told if one.pools])
    rest = say(games.rest_name(entry.payload["system"], entry.payload["rest"]))
    sentences = {
        "rest_called": _("%(rest)s is called: %(names)s"),
        "rest_cancelled": _("Called off: %(rest)s"),
        "rest": _("%(rest)s: %(names)s"),
    }
    return sentences[entry.kind] % {"rest": rest, "names": names}


def _award(entry: LogEntry, seen: list[SheetLines]) -> str:
    """Whoever sees nobody's pools learns that experience was given, not how much and why."""
    if not seen:
        return _("The game master settles experience")
    amount, reason = entry.payload["amount"], entry.payload["reason"]
    names = ", ".join(one.name for one in seen)
    signed = f"\N{MINUS SIGN}{-amount}" if amount < 0 else f"+{amount}"
    return _("%(amount)s experience for %(names)s: %(reason)s") % {"amount": signed, "names": names, "reason": reason}
