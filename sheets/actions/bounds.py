"""What a field of this very row may hold, beyond what its kind allows (sheets/fields.py); and what moves with it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sheets.fields import INJURY
from sheets.models import Character, Condition, Counter, Item, Row, Trait
from sheets.snapshot import Rows


def need_fitting(row: Character | Row, name: str, value: Any) -> None:
    """Refuse a value that this row cannot have."""
    if isinstance(row, Condition):
        _need_condition(row, name, value)
    elif isinstance(row, Item) and name == "wear_left" and value > row.wear_most:
        raise Refused(_("The full durability is %(most)s.") % {"most": row.wear_most}, field=name)
    elif isinstance(row, Trait) and name == "name" and row.key:
        raise Refused(_("This row has the game's own name."), field=name)
    elif isinstance(row, Counter) and name == "label":
        spec = Rows(row.character).spec.counter(row.key)
        if spec is None or not spec.renameable:
            raise Refused(_("This counter has the game's own name."), field=name)


def _need_condition(row: Condition, name: str, value: Any) -> None:
    if name == "strength" and value < 1 and row.kind != INJURY:
        raise Refused(_("A condition has a strength of at least 1. Remove it when it is over."), field=name)
    if name == "kind" and INJURY in (value, row.kind) and value != row.kind:
        raise Refused(_("An injury is not a condition. Remove the one and add the other."), field=name)
    if name == "lasts" and value and row.kind == INJURY:
        raise Refused(_("An injury stays until it heals."), field=name)
    if name == "rounds_left" and (value is None) == (row.lasts == Condition.Lasts.ROUNDS):
        raise Refused(_("Only what lasts for some turns counts them."), field=name)


def settled(condition: Condition) -> Condition:
    """A condition from elsewhere, whose turns are counted if and only if it lasts for some."""
    if condition.kind == INJURY:
        condition.lasts = Condition.Lasts.OPEN
    condition.rounds_left = _turns(condition, condition.lasts)
    return condition


def _turns(condition: Condition, lasts: str) -> int | None:
    if lasts != Condition.Lasts.ROUNDS:
        return None
    return 1 if condition.rounds_left is None else condition.rounds_left


def along(row: Character | Row, name: str, value: Any) -> dict[str, Any]:
    """Fields that change with this one: what is left of an item's durability stays within the full one, and a
    condition counts turns while it lasts for some."""
    if isinstance(row, Condition) and name == "lasts" and _turns(row, value) != row.rounds_left:
        return {"rounds_left": _turns(row, value)}
    if isinstance(row, Item) and name == "wear_most":
        intact = row.wear_left == row.wear_most
        left = value if intact else min(row.wear_left, value)
        if left != row.wear_left:
            return {"wear_left": left}
    return {}
