"""Which fields of which rows may be edited, in which field group, and what a typed value must be."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms.models import fields_for_model
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from caerbannog_site.words import say
from rules.spec import SheetSpec
from sheets.attacks import defence_choices
from sheets.models import ROWS, Character, Note

# row kind -> field -> group (sheets/access.py). A counter's group depends on its key: group_of().
GROUPS: dict[str, dict[str, str]] = {
    "character": {"name": "a", "concept": "a", "origin": "b", "archetype": "b", "alias": "a", "portrait": "a",
                  "flags": "b", "hidden": "e", "template": "e", "archived_at": "a", "campaign": "a"},
    "trait": {"level": "b", "name": "b", "note": "b", "runes": "b", "deleted": "b"},
    "bonus": {"value": "b", "deleted": "b"},
    "counter": {"current": "p", "maximum": "p", "label": "p"},
    "condition": {"kind": "b", "name": "b", "strength": "b", "note": "b", "lasts": "b", "rounds_left": "b",
                  "deleted": "b"},
    "ability": {"kind": "b", "name": "b", "text": "b", "cost": "b", "deleted": "b"},
    "item": {"name": "b", "text": "b", "quantity": "b", "bonus": "b", "wear_left": "b", "wear_most": "b",
             "deleted": "b"},
    "attack": {"name": "b", "value": "b", "defence": "b", "note": "b", "deleted": "b"},
    "training": {"name": "b", "invested": "b", "required": "b", "done": "b", "deleted": "b"},
    "note": {"text": ""},
}  # fmt: skip
# What is typed into a field of its own; everything else changes by an action that knows what it means.
TYPED: dict[str, tuple[str, ...]] = {
    "character": ("name", "concept", "origin", "archetype", "alias"),
    "trait": ("level", "name", "note", "runes"),
    "bonus": ("value",),
    "counter": ("label",),
    "condition": ("kind", "name", "strength", "note", "lasts", "rounds_left"),
    "ability": ("kind", "name", "text", "cost"),
    "item": ("name", "text", "quantity", "bonus", "wear_left", "wear_most"),
    "attack": ("name", "value", "defence", "note"),
    "training": ("name", "required", "done"),
    "note": ("text",),
}
# What a sheet says of the character itself: goes into files and copies, while the other columns belong to this table.
HEAD = ("name", "concept", "origin", "archetype", "flags")
NOTE_GROUPS: dict[str, str] = {Note.Kind.BIOGRAPHY: "c", Note.Kind.PRIVATE: "d", Note.Kind.GM: "e"}
INJURY = "injury"  # a kind of condition that every game has
# Fields that hold words, whatever their row: two people's words do not overwrite each other.
TEXTS = {"name", "concept", "origin", "archetype", "alias", "note", "runes", "label", "text"}


def condition_kinds(spec: SheetSpec) -> list[tuple[str, Any]]:
    """What a condition may be in this game, as choices."""
    return [*((key, say(label)) for key, label in spec.condition_kinds), (INJURY, _("injury"))]


def group_of(kind: str, name: str, row: Any = None) -> str:
    """The field group of a row's field; Refused for a field that nobody edits."""
    if kind == "note":
        return NOTE_GROUPS[row.kind]
    try:
        return GROUPS[kind][name]
    except KeyError:
        raise Refused(_("There is no such field.")) from None


def clean(kind: str, name: str, typed: str, spec: SheetSpec) -> Any:
    """The value of a typed field. Raises Refused with a sentence for the person who typed it."""
    if name not in TYPED.get(kind, ()):
        raise Refused(_("There is no such field."))
    if (kind, name) == ("trait", "runes"):
        return clean_runes(typed)
    try:
        value = _form_field(kind, name).clean(typed.replace("\r\n", "\n"))
        _model(kind)._meta.get_field(name).run_validators(value)  # form fields do not inherit them
    except ValidationError as error:
        raise Refused(" ".join(error.messages), field=name) from error
    return _within(kind, name, value, spec)


def as_typed(value: Any) -> str:
    """The text that a page shows of a text field's value."""
    return ", ".join(value) if isinstance(value, list) else value


def clean_runes(typed: str) -> list[str]:
    """Runes are typed with commas between them; at most twenty, forty signs each."""
    runes = [rune.strip()[:40] for rune in typed.replace("\x00", "").split(",")]
    return [rune for rune in runes if rune][:20]


def _model(kind: str) -> type[Model]:
    return Character if kind == "character" else ROWS[kind]


def _form_field(kind: str, name: str) -> forms.Field:
    field = fields_for_model(_model(kind), [name])[name]
    if (kind, name) == ("trait", "name"):
        field.required = True  # the column is empty for printed rows, but nobody types such an own one
    if (kind, name) == ("note", "text"):
        field.strip = False
    return field


def _within(kind: str, name: str, value: Any, spec: SheetSpec) -> Any:
    """Bounds that the game sets, beyond those of the database."""
    if (kind, name) == ("trait", "level") and value not in {level.level for level in spec.levels}:
        raise Refused(_("This game has no such level."), field=name)
    if (kind, name) == ("condition", "kind") and value not in {*dict(spec.condition_kinds), INJURY}:
        raise Refused(_("There is no such kind of condition."), field=name)
    if (kind, name) == ("attack", "defence") and value not in dict(defence_choices(spec)):
        raise Refused(_("This game has no such defence."), field=name)
    if (kind, name) == ("bonus", "value") and not spec.bonus_range[0] <= value <= spec.bonus_range[1]:
        raise Refused(
            _("A bonus is from %(least)s to %(most)s.") % {"least": spec.bonus_range[0], "most": spec.bonus_range[1]},
            field=name,
        )
    return value


def clean_number(typed: str, name: str, most: int = 999) -> int:
    """A whole number from 0; Refused otherwise."""
    try:
        return forms.IntegerField(min_value=0, max_value=most).clean(typed)
    except ValidationError as error:
        raise Refused(" ".join(error.messages), field=name) from error


def flags_with(flags: list[str], key: str, on: bool, spec: SheetSpec) -> list[str]:
    """The sheet's permissions with this one on or off; Refused for one that the game does not know."""
    if key not in dict(spec.flags):
        raise Refused(_("There is no such field."))
    return sorted({*flags, key} if on else set(flags) - {key})
