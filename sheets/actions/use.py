"""Using what is written on a sheet: an ability that costs, a thing that wears out or is used up."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions.access import Viewer
from sessions.models import LogEntry
from sheets import snapshot
from sheets.actions import counters
from sheets.actions.edit import changed, find_row
from sheets.actions.turns import secrecy, sheet_turn
from sheets.fields import INJURY
from sheets.models import Ability, Character, Condition, Item

STRONGEST = 20  # of a condition, which the database guards


def use_ability(*, actor: Viewer, character: Character, token: str, once: str = "") -> LogEntry:
    """Pay an ability's cost and tell the table. Refused when the counter does not hold enough (RULES A20, A24)."""
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        ability = find_row(character, f"ability:{token}")
        assert isinstance(ability, Ability)
        rows = snapshot.load_one(character, ["counter"])
        changes = []
        if ability.cost:
            key = ability.pays or paying_counter(rows)
            counters.counter_spec(rows, key)
            if rows.counter(key).value < ability.cost:
                raise Refused(_("There is not enough to pay for this ability."))
            changes = [change for change in [counters.add(rows, key, -ability.cost)] if change]
        return turn.record(
            "use", character=character, changes=changes, mode=secrecy(character),
            payload={"name": ability.name, "cost": ability.cost},
        )  # fmt: skip


def paying_counter(rows: snapshot.Rows) -> str:
    """What abilities are paid with in this game: the counter that its category bonuses are paid with."""
    return next((c.boosted_by for c in rows.spec.categories if c.boosted_by), rows.spec.counters[0].key)


def wear_item(*, actor: Viewer, character: Character, token: str, once: str = "") -> LogEntry:
    """Wear an item by one, or use up one of several."""
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        item = find_row(character, f"item:{token}")
        assert isinstance(item, Item)
        name = "wear_left" if item.wear_most else "quantity"
        change = spend(character, item, name)
        return turn.record(
            "wear", character=character, changes=[change], mode=secrecy(character), listed=False,
            payload={"name": item.name},
        )  # fmt: skip


def ease_condition(*, actor: Viewer, character: Character, token: str, by: int = -1, once: str = "") -> LogEntry:
    """Change a condition's strength; at 0 it is over and leaves the sheet. An injury does not fade like that."""
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        condition = find_row(character, f"condition:{token}")
        assert isinstance(condition, Condition)
        if condition.kind == INJURY:
            raise Refused(_("An injury has no strength. Remove it when it has healed."))
        before, left = condition.strength, min(max(0, condition.strength + by), STRONGEST)
        condition.strength, condition.deleted = left, left == 0
        condition.save(update_fields=["strength", "deleted"])
        changes = [changed(character, condition, "strength", before, left)] if before != left else []
        if left == 0:
            changes.append(changed(character, condition, "deleted", False, True))
        return turn.record(
            "edit", character=character, changes=changes, mode=secrecy(character), listed=False,
            payload={"row": condition.name},
        )  # fmt: skip


def shift_wear(character: Character, item: Item, amount: int):
    """Wear an item, or take a wear back, within what it has."""
    before = item.wear_left
    item.wear_left = max(0, min(before + amount, item.wear_most or 20))
    item.save(update_fields=["wear_left"])
    return changed(character, item, "wear_left", before, item.wear_left)


def spend(character: Character, item: Item, name: str):
    """One less of an item's durability or number; Refused at 0."""
    before = getattr(item, name)
    if before == 0:
        raise Refused(_("“%(item)s” is used up.") % {"item": item.name})
    setattr(item, name, before - 1)
    item.save(update_fields=[name])
    return changed(character, item, name, before, before - 1)
