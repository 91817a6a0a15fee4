"""Armour and shields: a bonus to one physical defence test at the price of their own wear [Obrony Fizyczne]."""

from __future__ import annotations

from rules.caerbannog.edition import Edition
from rules.caerbannog.request import categories, participant, sheet_of
from rules.errors import RuleError
from rules.values import N_, CheckRequest, Effect, Gear, Modifier, Sheets

GEAR_WEAR = "gear:"  # an effect on this counter, followed by the gear's key, wears the gear


def gear_owner(request: CheckRequest, sheets: Sheets, key: str) -> tuple[int, Gear] | None:
    """Who in the test has this gear; None when nobody has it any more."""
    for one in request.participants:
        gear = sheet_of(sheets, one.who).gear.get(key)
        if gear is not None:
            return one.who, gear
    return None


def check_gear(edition: Edition, request: CheckRequest, sheets: Sheets, already: frozenset[str] = frozenset()) -> None:
    """Raise RuleError unless every piece of gear may help this test; `already` names pieces that have helped it."""
    used = [modifier for modifier in request.modifiers if modifier.gear]
    if len({modifier.gear for modifier in used}) != len(used):
        raise RuleError(N_("Each piece of gear helps a test once."))
    for modifier in used:
        if modifier.gear not in already:
            _one_piece(edition, request, sheets, modifier)


def _one_piece(edition: Edition, request: CheckRequest, sheets: Sheets, modifier: Modifier) -> None:
    owned = gear_owner(request, sheets, modifier.gear)
    if owned is None:
        raise RuleError(N_("Nobody in this test has that gear."))
    who, gear = owned
    if not any(c.protects == "endurance" for c in categories(edition, participant(request, who), sheets)):
        raise RuleError(N_("Armour and shields help physical defences only."))
    if gear.wear_left < 1:
        raise RuleError(N_("{gear} is worn out."), gear=gear.name)
    if modifier.value != gear.bonus:
        raise RuleError(N_("{gear} gives {bonus}, no more and no less."), gear=gear.name, bonus=gear.bonus)


def wear(request: CheckRequest, sheets: Sheets, amount: int, only: frozenset[str] | None = None) -> tuple[Effect, ...]:
    """The wear of the gear in a request (`only` some of it): -1 each use, +1 where a use is taken back."""
    keys = [m.gear for m in request.modifiers if m.gear and (only is None or m.gear in only)]
    owned = [(gear_owner(request, sheets, key), key) for key in keys]
    return tuple(Effect(found[0], GEAR_WEAR + key, amount) for found, key in owned if found is not None)
