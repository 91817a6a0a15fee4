"""A test of several people before it has a result: what it tests, who still throws what.

The split of the dice is the rules' for the people who are in it. Whoever drops out takes dice that nobody has thrown;
who then owes more throws only those that are missing. Dice on the table stay there, and keep the sides they had.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules import serialise
from rules.protocol import RuleSystem
from rules.values import CheckRequest, Die, Part, Participant, Sheet, Sheets, Tables, TraitUse
from sessions.models import Check, CheckPart

FIRST = ("initiator", "helper")  # the roles on the initiator's side
BESIDE = ("names", "note", "value", "by_hand")  # what a check keeps beside its request: see `told`
IN = (CheckPart.State.WAITING, CheckPart.State.THROWN, CheckPart.State.DONE)


def told(check: Check) -> dict[str, Any]:
    """What the check keeps of what is tested: the request without its people, `names` of rows that only a sheet has,
    `note`, the `value` that stands for an opponent, whether something was thrown `by_hand`; nothing of a plain roll.
    """
    return check.request or {}


def uses_of(part: CheckPart) -> tuple[TraitUse, ...]:
    return tuple(TraitUse(*use) for use in part.uses)


def written(uses: Iterable[TraitUse]) -> list[list[object]]:
    """Traits as a part and a request's JSON keep them."""
    return [[use.trait] if use.dice is None else [use.trait, use.dice] for use in uses]


def first_side(parts: Iterable[CheckPart]) -> list[CheckPart]:
    """The shares of those who are in it on the initiator's side."""
    return [part for part in parts if part.role in FIRST and part.state in IN]


def opponent(parts: Iterable[CheckPart]) -> CheckPart | None:
    """The other side's share; of an opposed test against a fixed value there is none."""
    return next((part for part in parts if part.role == "opponent"), None)


def request_of(check: Check, side: Sequence[CheckPart], tables: Tables) -> CheckRequest:
    """What this side tests. Difficulty, advantage and modifiers are the initiator's: an opponent's throw is plain."""
    told = serialise.request_from_json(check.request)
    people = tuple(Participant(part.character_id, part.role, uses_of(part)) for part in side)
    if any(part.role == "opponent" for part in side):
        told = CheckRequest((), kind=told.kind)
    return replace(told, participants=people, tables=tables)


def owed(system: RuleSystem, request: CheckRequest, side: Sequence[CheckPart], sheets: Sheets) -> dict[int, list[Part]]:
    """By character, the dice that are still to be thrown, one part for each; none for who has not chosen a trait.

    Raises RuleError where the request is out of order, whatever the others will choose.
    """
    sheets = as_thrown(system, side, sheets)
    plan = system.plan(_with_stand_ins(request, sheets), sheets)
    found: dict[int, list[Part]] = {}
    for part in side:
        lying = [trait for trait, _sides, face in part.dice if face]
        found[part.character_id] = []
        for one in plan if part.uses else ():
            for _ in range(one.count if one.who == part.character_id else 0):
                if one.trait in lying:
                    lying.remove(one.trait)
                else:
                    found[part.character_id].append(replace(one, count=1))
    return found


def dice_for(
    system: RuleSystem, request: CheckRequest, side: Sequence[CheckPart], sheets: Sheets, one: CheckPart
) -> int:
    """How many dice the rules give somebody, whatever they choose. Raises RuleError like `owed`."""
    plan = system.plan(_with_stand_ins(request, as_thrown(system, side, sheets)), sheets)
    return sum(part.count for part in plan if part.who == one.character_id)


def lay_out(system: RuleSystem, request: CheckRequest, side: Sequence[CheckPart], sheets: Sheets) -> None:
    """Note on every share what it owes now; who owes nothing has thrown. Raises RuleError like `owed`."""
    missing = owed(system, request, side, sheets)
    for part in side:
        thrown = [die for die in part.dice if die[2]]
        blank = [[one.trait, one.sides, 0] for one in missing[part.character_id]]
        part.dice = thrown + blank
        if part.state != CheckPart.State.DONE:
            waits = blank or not part.uses
            part.state = CheckPart.State.WAITING if waits else CheckPart.State.THROWN


def thrown_dice(system: RuleSystem, request: CheckRequest, side: Sequence[CheckPart], sheets: Sheets) -> list[Die]:
    """All dice of a side in the order of the plan, once nobody owes any."""
    lying = [Die(part.character_id, *die) for part in side for die in part.dice]
    plan = system.plan(request, as_thrown(system, side, sheets))
    return [die for one in plan for die in lying if (die.who, die.trait) == (one.who, one.trait)]


def as_thrown(system: RuleSystem, side: Sequence[CheckPart], sheets: Sheets) -> Sheets:
    """The sheets with the levels that the dice on the table were thrown at."""
    level = {one.sides: one.level for one in system.sheet().levels}
    found = dict(sheets)
    for part in side:
        sheet = found[part.character_id]
        traits = dict(sheet.traits)
        for trait, sides, face in part.dice:
            if face and trait in traits:
                traits[trait] = replace(traits[trait], level=level[sides])
        found[part.character_id] = replace(sheet, traits=traits)
    return found


def _with_stand_ins(request: CheckRequest, sheets: Sheets) -> CheckRequest:
    """Who has not chosen yet stands there with any trait, so that the others' dice are known."""
    people = tuple(
        one if one.uses else replace(one, uses=(TraitUse(_any_trait(sheets[one.who])),)) for one in request.participants
    )
    return replace(request, participants=people)


def _any_trait(sheet: Sheet) -> str:
    return next(iter(sheet.traits))
