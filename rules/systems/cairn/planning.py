"""Who throws what: a save's d20, the damage dice of every attacker, the dice of the Warden."""

from __future__ import annotations

from collections.abc import Sequence

from rules.errors import RuleError
from rules.systems.cairn.attack import damage_dice, lean
from rules.systems.cairn.damage import DETACHMENT
from rules.systems.cairn.request import (
    DAMAGE,
    MORALE,
    REACTION,
    SAVE,
    being,
    initiator,
    sheet_of,
    throw_of,
    throwing,
    validate,
)
from rules.systems.cairn.saves import SIDES, most_at_risk
from rules.systems.cairn.sheet import UNARMED, held, weapon_sides
from rules.values import N_, CheckRequest, Die, Part, Participant, Sheets


def plan(request: CheckRequest, sheets: Sheets) -> tuple[Part, ...]:
    """Who throws what. Raises RuleError for a request that is out of order."""
    validate(request, sheets)
    throw = throw_of(request)
    if throw == DAMAGE:
        return tuple(part for one in throwing(request) for part in _attack_dice(one, request, sheets))
    if throw in (SAVE, MORALE):
        one = saver(request, sheets)
        return (Part(one.who, one.uses[0].trait, SIDES, 1),)
    return (Part(initiator(request).who, "", 6, 2 if throw == REACTION else 1),)


def saver(request: CheckRequest, sheets: Sheets) -> Participant:
    """Who makes a save that several people need: the one most at risk."""
    scores = {one.who: held(sheet_of(sheets, one.who), one.uses[0].trait) for one in request.participants}
    who = most_at_risk(scores)
    return next(one for one in request.participants if one.who == who)


def _attack_dice(one: Participant, request: CheckRequest, sheets: Sheets) -> tuple[Part, ...]:
    sheet = sheet_of(sheets, one.who)
    weapons = [use.trait for use in one.uses for _ in range(use.dice or 1)]
    leaning = lean(
        len(request.advantage),
        len(request.disadvantage),
        by_detachment=bool(request.options.get("by_detachment")),
        on_detachment=being(request) == DETACHMENT,
        blast=bool(request.options.get("blast")),
    )
    dice = damage_dice([weapon_sides(sheet, key) for key in weapons], leaning, unarmed=set(weapons) == {UNARMED})
    # An impaired or enhanced attack throws one die for all its weapons; it stands under the first one's name.
    return tuple(Part(one.who, key, sides, 1) for key, sides in zip(weapons, dice, strict=False))


def need_dice(thrown: Sequence[Die], parts: Sequence[Part]) -> None:
    """Raise RuleError unless these are the dice of the parts, each showing one of its faces."""
    planned = [(part.who, part.trait, part.sides) for part in parts for _ in range(part.count)]
    if [(die.who, die.trait, die.sides) for die in thrown] != planned:
        raise RuleError(N_("These dice are not the ones that were asked for."))
    for die in thrown:
        if not 1 <= die.face <= die.sides:
            raise RuleError(N_("A die of {sides} sides can't show {face}."), sides=die.sides, face=die.face)
