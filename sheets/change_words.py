"""One Change in words: which field, from what, to what. The one place that knows how each field is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from caerbannog_site.words import say
from rules import registry
from rules.values import Text
from sessions.models import Change
from sheets.attacks import defence_choices
from sheets.models import ROWS, Character, Condition, Note

SHORT = 80  # signs of a long text

FIELDS = {
    "name": gettext_lazy("name"),
    "concept": gettext_lazy("concept"),
    "origin": gettext_lazy("origin"),
    "archetype": gettext_lazy("archetype"),
    "alias": gettext_lazy("alias"),
    "note": gettext_lazy("note"),
    "runes": gettext_lazy("runes"),
    "level": gettext_lazy("level"),
    "kind": gettext_lazy("kind"),
    "strength": gettext_lazy("strength"),
    "lasts": gettext_lazy("lasts"),
    "rounds_left": gettext_lazy("rounds left"),
    "text": gettext_lazy("description"),
    "cost": gettext_lazy("cost"),
    "quantity": gettext_lazy("quantity"),
    "bonus": gettext_lazy("armour bonus"),
    "wear_left": gettext_lazy("durability"),
    "wear_most": gettext_lazy("full durability"),
    "maximum": gettext_lazy("maximum"),
    "label": gettext_lazy("own name"),
    "defence": gettext_lazy("defence"),
    "value": gettext_lazy("value"),
    "current": gettext_lazy("value"),
    "enemy_pool": gettext_lazy("Momentum of the enemies"),
    "invested": gettext_lazy("experience put in"),
    "required": gettext_lazy("experience needed"),
    "done": gettext_lazy("done"),
}
OWN_NAME = pgettext_lazy("of a person", "name")
EVENTS = {  # fields of the character that say all by being set or not
    "portrait": (gettext_lazy("Portrait changed"), gettext_lazy("Portrait taken off")),
    "campaign": (gettext_lazy("Joined a table"), gettext_lazy("Left the table")),
    "archived_at": (gettext_lazy("Put into the archive"), gettext_lazy("Back in play")),
    "hidden": (gettext_lazy("Hidden from the players"), gettext_lazy("Revealed to the players")),
}


@dataclass(frozen=True)
class Line:
    """`what` alone tells an event; with `old` and `new` it names the field."""

    what: str
    old: str = ""
    new: str = ""
    moved: bool = False  # there is an old and a new value to show


class Words:
    """The words of a sheet's changes. Rows are read once for all of them, removed ones too."""

    def __init__(self, character: Character, changes: Iterable[Change]) -> None:
        self.spec = registry.system(character.system).sheet()
        self.rows = _rows(character, changes)
        self.defences = dict(defence_choices(self.spec))
        self.levels = {level.level: level.label for level in self.spec.levels}
        self.traits = {
            trait.key: trait.label
            for category in self.spec.categories
            for trait in (*category.printed, *category.offered)
        }

    def line(self, change: Change) -> Line:
        if change.target == "character" and change.field in EVENTS:
            on, off = EVENTS[change.field]
            return Line(str(on if change.new else off))
        name = self._name(change)
        if change.field == "deleted":
            return Line((_("Removed: %(name)s") if change.new else _("Added: %(name)s")) % {"name": name})
        part = "" if self._is_main(change) else _field(change)
        what = ", ".join(word for word in (name, part) if word)
        old, new = self._value(change, change.old), self._value(change, change.new)
        return Line(what[:1].upper() + what[1:], old, new, moved=True)

    def _name(self, change: Change) -> str:
        """What the row is called."""
        kind, _sep, name = change.target.partition(":")
        if kind == "character":
            return _("permissions") if change.field == "flags" else ""
        if kind == "counter":
            counter = self.spec.counter(name)
            return say(counter.label) if counter else name
        row = self.rows.get((kind, name))
        if row is None:
            return ""
        if kind == "bonus":
            category = self.spec.category(row.category)
            return _("%(category)s, bonus") % {"category": say(category.label) if category else row.category}
        if kind == "note":
            return str(Note.Kind(row.kind).label)
        label = self.traits.get(row.key) if kind == "trait" else None
        return say(label) if label else row.name

    def _is_main(self, change: Change) -> bool:
        """Whether the row's name says enough: a counter's value, a skill's level, a note's text."""
        kind = change.target.partition(":")[0]
        return (kind, change.field) in {
            ("counter", "current"), ("trait", "level"), ("bonus", "value"), ("note", "text"), ("condition", "strength"),
            ("attack", "value"),
            ("character", "flags"),
        }  # fmt: skip

    def _value(self, change: Change, value: Any) -> str:
        if change.field == "level":
            return self.levels.get(value, str(value))
        if change.field == "flags":
            flags = dict(self.spec.flags)
            return ", ".join(say(flags.get(key, Text(key))) for key in value or [])
        if change.field == "kind":
            kinds = dict(self.spec.condition_kinds)
            return say(kinds[value]) if value in kinds else _word(value)
        if change.field == "defence":
            return str(self.defences.get(value, value))
        if change.field == "lasts":
            return str(Condition.Lasts(value).label)
        if isinstance(value, list):
            return ", ".join(str(one) for one in value)
        return "" if value is None else Truncator(str(value)).chars(SHORT)


def _field(change: Change) -> str:
    if (change.target, change.field) == ("character", "name"):
        return str(OWN_NAME)
    return str(FIELDS.get(change.field, change.field))


def _word(kind: str) -> str:
    words = {"injury": _("injury"), "ability": _("ability"), "feature": _("feature"), "background": _("background")}
    return words.get(kind, kind)


def _rows(character: Character, changes: Iterable[Change]) -> dict[tuple[str, str], Any]:
    wanted: dict[str, set[str]] = {}
    for change in changes:
        kind, _sep, name = change.target.partition(":")
        if kind in ROWS and kind != "counter":
            wanted.setdefault(kind, set()).add(name)
    return {
        (kind, row.token): row
        for kind, tokens in wanted.items()
        for row in ROWS[kind].objects.filter(character=character, token__in=tokens)
    }
