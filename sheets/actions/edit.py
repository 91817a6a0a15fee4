"""Editing a sheet field by field; adding and removing its rows. Each is one entry of the sheet's history."""

from __future__ import annotations

import hashlib
from typing import Any

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Forbidden, Refused
from rules.spec import CategorySpec, SheetSpec
from sessions.access import Viewer
from sessions.models import Change, LogEntry
from sheets import fields
from sheets.actions import bounds
from sheets.actions.counters import written
from sheets.actions.turns import secrecy, sheet_turn
from sheets.models import ROWS, Bonus, Character, Counter, Note, Row, Trait
from sheets.snapshot import Rows, load_one

MOST_ROWS = 200  # of one kind on one sheet


class TextConflict(Conflict):
    """Somebody else changed the text since it was read; both versions are kept for the writer to choose."""

    def __init__(self, theirs: str, mine: str) -> None:
        super().__init__(_("This text changed while you were writing. Nothing is lost: choose a version."))
        self.theirs, self.mine = theirs, mine
        self.was = fingerprint(theirs)


def fingerprint(text: str) -> str:
    """What a page sends back to say which version of a text it was editing."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def set_field(
    *, actor: Viewer, character: Character, target: str, name: str, value: Any, was: str = "", once: str = ""
) -> LogEntry | None:
    """Set one field of the row that `target` names ("character", "trait:TOKEN", "trait:=KEY", "bonus:=CATEGORY" ...).

    `value` is clean (fields.clean). `was` is the fingerprint of the text that the writer had read (fields.TEXTS).
    Returns None when nothing changed; raises TextConflict when the text moved on.
    """
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        row = find_row(character, target)
        bounds.need_fitting(row, name, value)
        old = getattr(row, name)
        if old == value:
            return None
        if was and name in fields.TEXTS and was != fingerprint(fields.as_typed(old)):
            raise TextConflict(theirs=fields.as_typed(old), mine=fields.as_typed(value))
        wanted = {name: value, **bounds.along(row, name, value)}
        changes = [changed(character, row, one, getattr(row, one), new) for one, new in wanted.items()]
        for one, new in wanted.items():
            setattr(row, one, new)
        row.save(update_fields=list(wanted))
        return turn.record("edit", character=character, changes=changes, mode=secrecy(character), listed=False)


def add_row(*, actor: Viewer, character: Character, kind: str, values: dict[str, Any], once: str = "") -> LogEntry:
    """Add a condition, ability, item or trait with these clean values; the new row's target is in the entry."""
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        model = ROWS[kind]
        if model._default_manager.filter(character=character, deleted=False).count() >= MOST_ROWS:
            raise Refused(_("There are too many rows of this kind on the sheet."))
        row = _revived(model, character, values) or model._default_manager.create(character=character, **values)
        change = changed(character, row, "deleted", True, False)
        return turn.record(
            "edit", character=character, changes=[change], mode=secrecy(character), listed=False,
            payload={"row": label_of(row)},
        )  # fmt: skip


def remove_row(*, actor: Viewer, character: Character, target: str, once: str = "") -> LogEntry:
    """Take a row off the sheet; it is kept and an undo brings it back."""
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        row = find_row(character, target)
        printed = isinstance(row, Trait) and printed_in(Rows(character).spec, row.key)
        if printed or isinstance(row, Character | Counter | Bonus | Note):
            raise Refused(_("This cannot be removed."))
        row.deleted = True
        row.save(update_fields=["deleted"])
        change = changed(character, row, "deleted", False, True)
        return turn.record(
            "edit", character=character, changes=[change], mode=secrecy(character), listed=False,
            payload={"row": label_of(row)},
        )  # fmt: skip


def need_group(groups: str, kind: str, name: str, target: str) -> None:
    """Refuse an edit in a field group that the editor does not even see (a GM's hand in private notes)."""
    if kind == "note":
        group = fields.NOTE_GROUPS.get(target.partition(":=")[2], "")
    else:
        group = fields.group_of(kind, name)
    if not group or group not in groups:
        raise Forbidden(_("This field is not yours to change."))


def field_id(character: Character, target: str, name: str) -> str:
    """The DOM id that a field's form, draft and conflict slot share: letters, digits, - and _ only."""
    return f"{character.token}-{target.replace(':=', '-').replace(':', '-')}-{name}"


def _revived(model: type[Row], character: Character, values: dict[str, Any]) -> Row | None:
    """An offered skill that was on the sheet before comes back as the same row, as it is unique by its key."""
    if model is not Trait or not values.get("key"):
        return None
    row = Trait.objects.filter(character=character, category=values["category"], key=values["key"]).first()
    if row is None:
        return None
    if not row.deleted:
        raise Refused(_("This skill is already on the sheet."))
    row.deleted = False
    row.save(update_fields=["deleted"])
    return row


def find_row(character: Character, target: str) -> Character | Row:
    """The row of a target. `kind:=key` names a row that may not be written yet and makes it. Refused when gone."""
    if target == "character":
        return character
    kind, _sep, name = target.partition(":")
    if kind not in ROWS or "\x00" in name:
        raise Refused(_("There is no such row on this sheet."))
    if name.startswith("="):
        return _keyed_row(character, kind, name[1:])
    row = ROWS[kind]._default_manager.filter(character=character, token=name, deleted=False).first()
    if row is None:
        raise Conflict(_("This row is no longer on the sheet."))
    return row


def _keyed_row(character: Character, kind: str, key: str) -> Row:
    rows = load_one(character, [kind])
    spec = rows.spec
    if kind == "trait" and (category := printed_in(spec, key)):
        defaults = {"kind": category.kind}
        return Trait.objects.get_or_create(character=character, category=category.key, key=key, defaults=defaults)[0]
    if kind == "bonus" and (category := spec.category(key)) and category.bonus:
        return Bonus.objects.get_or_create(character=character, category=key)[0]
    if kind == "counter" and spec.counter(key):
        return written(rows, key)
    if kind == "note" and key in Note.Kind.values:
        campaign_id = character.campaign_id if key == Note.Kind.GM else None
        return Note.objects.get_or_create(character=character, kind=key, campaign_id=campaign_id)[0]
    raise Refused(_("There is no such row on this sheet."))


def printed_in(spec: SheetSpec, key: str) -> CategorySpec | None:
    """The category on whose block this trait is printed."""
    return next((c for c in spec.categories if any(trait.key == key for trait in c.printed)), None)


def changed(character: Character, row: Character | Row, name: str, old: Any, new: Any) -> Change:
    """The Change of one field of one row, in its field group."""
    kind = "character" if isinstance(row, Character) else type(row).__name__.lower()
    if kind == "character":
        target = "character"
    elif kind == "counter":
        target = f"counter:{row.key}"
    else:
        target = f"{kind}:{row.token}"
    group = fields.group_of(kind, name, row)
    return Change(character=character, target=target, field=name, old=old, new=new, group=group)


def label_of(row: Any) -> str:
    """What a row is called in the history."""
    return getattr(row, "name", "") or getattr(row, "key", "")
