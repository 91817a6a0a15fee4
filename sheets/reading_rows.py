"""The rows of a character's file, one builder for each kind, bounded by the game's SheetSpec."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.spec import SheetSpec
from sheets import fields
from sheets.actions import bounds
from sheets.change_words import FIELDS
from sheets.models import Ability, Attack, Bonus, Condition, Counter, Item, Note, Row, Training, Trait
from sheets.models.rows import COUNTER_LIMIT

Raw = Mapping[str, Any]
NOT_READ = Note.Kind.GM.value
# The file's names of things as the sheet calls them, for whoever is told what is wrong.
WORDS: dict[str, Any] = {
    **FIELDS,
    "flags": gettext_lazy("permissions"),
    "category": gettext_lazy("category"),
    "traits": gettext_lazy("Skills and defences"),
    "bonuses": gettext_lazy("Bonuses"),
    "counters": gettext_lazy("Pools"),
    "conditions": gettext_lazy("Conditions and injuries"),
    "abilities": gettext_lazy("Abilities"),
    "items": gettext_lazy("Things"),
    "attacks": gettext_lazy("Attacks"),
    "trainings": gettext_lazy("Trainings"),
    **{kind.value: kind.label for kind in Note.Kind},
}


class Wrong(Exception):
    """What is wrong in the file, in words."""


def word(name: str) -> str:
    return str(WORDS.get(name, name))


def not_a_text(name: str) -> Wrong:
    return Wrong(_("“%(name)s” is not a text.") % {"name": word(name)})


def text_of(value: Any, name: str) -> str:
    """A text that a database can hold."""
    if not isinstance(value, str) or "\x00" in value:
        raise not_a_text(name)
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise not_a_text(name) from error
    return value


def _number(raw: Raw, name: str, default: int = 0, most: int = COUNTER_LIMIT) -> int:
    value = raw.get(name, default)
    if type(value) is not int or not 0 <= value <= most:
        raise Wrong(_("“%(name)s” is not a number from 0 to %(most)d.") % {"name": word(name), "most": most})
    return value


def _text(raw: Raw, name: str) -> str:
    return text_of(raw.get(name, ""), name)


def _clean(kind: str, raw: Raw, spec: SheetSpec, *names: str) -> dict[str, Any]:
    """These typed fields, as a person could have typed them on the sheet; left out where the file has none."""
    given = {name: raw[name] for name in names if raw.get(name, "") != ""}
    for name, value in given.items():
        if type(value) is int:
            given[name] = fields.clean(kind, name, str(value), spec)
        else:
            given[name] = fields.clean(kind, name, text_of(value, name), spec)
    return given


def _trait(raw: Raw, spec: SheetSpec) -> Row:
    category = spec.category(_text(raw, "category"))
    if category is None:
        raise Wrong(_("There is no such category in this game."))
    key = _text(raw, "key")
    if key and key not in {trait.key for trait in (*category.printed, *category.offered)}:
        raise Wrong(_("There is no such trait in this category."))
    values = _clean("trait", raw, spec, *(name for name in fields.TYPED["trait"] if name != "runes"))
    if not key and not (category.own_rows and values.get("name")):
        raise Wrong(_("A row of one's own needs a name."))
    runes = raw.get("runes", [])
    if not isinstance(runes, list) or len(runes) > 20 or any(len(text_of(rune, "runes")) > 40 for rune in runes):
        raise not_a_text("runes")
    return Trait(kind=category.kind, category=category.key, key=key, runes=runes, **values)


def _bonus(raw: Raw, spec: SheetSpec) -> Row:
    category = spec.category(_text(raw, "category"))
    if category is None or not category.bonus:
        raise Wrong(_("There is no such category in this game."))
    return Bonus(category=category.key, **_clean("bonus", {"value": 0, **raw}, spec, "value"))


def _counter(raw: Raw, spec: SheetSpec) -> Row:
    counter = spec.counter(_text(raw, "key"))
    if counter is None:
        raise Wrong(_("There is no such counter in this game."))
    maximum = counter.ceiling
    if counter.has_maximum:
        maximum = _number(raw, "maximum", counter.default_maximum or 0)
    current = _number(raw, "current", counter.default)
    label = _clean("counter", raw, spec, "label")
    most = COUNTER_LIMIT if maximum is None else maximum
    return Counter(key=counter.key, current=min(current, most), maximum=maximum, **label)


def _condition(raw: Raw, spec: SheetSpec) -> Row:
    condition = Condition(**_clean("condition", _need(raw, "kind", "name"), spec, *fields.TYPED["condition"]))
    return bounds.settled(condition)


def _ability(raw: Raw, spec: SheetSpec) -> Row:
    pays = _text(raw, "pays")
    if pays and spec.counter(pays) is None:
        raise Wrong(_("There is no such counter in this game."))
    return Ability(pays=pays, **_clean("ability", _need(raw, "kind", "name"), spec, *fields.TYPED["ability"]))


def _item(raw: Raw, spec: SheetSpec) -> Row:
    item = Item(**_clean("item", _need(raw, "name"), spec, *fields.TYPED["item"]))
    item.wear_left = min(item.wear_left, item.wear_most)
    return item


def _attack(raw: Raw, spec: SheetSpec) -> Row:
    return Attack(**_clean("attack", _need(raw, "name"), spec, *fields.TYPED["attack"]))


def _training(raw: Raw, spec: SheetSpec) -> Row:
    done = raw.get("done", False)
    if type(done) is not bool:
        raise Wrong(_("“%(name)s” is neither true nor false.") % {"name": word("done")})
    values = _clean("training", _need(raw, "name"), spec, "name", "required")
    return Training(invested=_number(raw, "invested"), done=done, **values)


def _need(raw: Raw, *names: str) -> Raw:
    for name in names:
        if not raw.get(name):
            raise Wrong(_("“%(name)s” is missing.") % {"name": word(name)})
    return raw


BUILD: dict[str, Callable[[Raw, SheetSpec], Row]] = {
    "trait": _trait,
    "bonus": _bonus,
    "counter": _counter,
    "condition": _condition,
    "ability": _ability,
    "item": _item,
    "attack": _attack,
    "training": _training,
}
