"""The people of Cairn's tests, and short ways to put them to a throw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.systems.cairn import system as CAIRN
from rules.systems.cairn.sheet import ARMOUR, DICE, PROTECTION, WEAPON
from rules.values import (
    CheckRequest,
    CheckResult,
    Choice,
    Counter,
    Die,
    Part,
    Participant,
    Sheet,
    Trait,
    TraitUse,
)

ROWAN, HOB, WOLF = 1, 2, 3
WARDEN = 9


def sheet(
    who: int = ROWAN,
    *,
    strength: int = 10,
    dexterity: int = 10,
    will: int = 10,
    protection: int = 4,
    armour: int = 0,
    **weapons: int,
) -> Sheet:
    """Somebody's sheet; every counter is full. Weapons by name with the sides of their die: sword=6."""
    full = {"strength": strength, "dexterity": dexterity, "will": will, PROTECTION: protection}
    return Sheet(
        who,
        {key: Trait(key, "weapon", WEAPON, DICE.index(sides), key) for key, sides in weapons.items()},
        counters={**{key: Counter(value, value) for key, value in full.items()}, ARMOUR: Counter(armour, 3)},
    )


def people(*sheets: Sheet) -> dict[int, Sheet]:
    return {one.who: one for one in sheets}


def side(role: str, who: int, *traits: str | tuple[str, int]) -> Participant:
    return Participant(who, role, tuple(TraitUse(one) if isinstance(one, str) else TraitUse(*one) for one in traits))


def save(attribute: str, who: int = ROWAN, **more: Any) -> CheckRequest:
    """One person's save."""
    return CheckRequest((side("initiator", who, attribute),), **more)


def attack(*weapons: str | tuple[str, int], who: int = ROWAN, on: int | None = WOLF, **more: Any) -> CheckRequest:
    """One attacker against one target, or against nobody."""
    targets = () if on is None else (side("opponent", on),)
    return CheckRequest((side("initiator", who, *weapons), *targets), **more)


def gang(*attackers: tuple[int, str], on: int = WOLF, **more: Any) -> CheckRequest:
    """Several attackers, a weapon each, against one target."""
    roles = ("initiator", *("helper" for _ in attackers[1:]))
    sides = (side(role, who, weapon) for (who, weapon), role in zip(attackers, roles, strict=True))
    return CheckRequest((*sides, side("opponent", on)), **more)


def fall(parts: Sequence[Part], faces: Sequence[int]) -> tuple[Die, ...]:
    """The dice of these parts, showing `faces`."""
    slots = [part for part in parts for _ in range(part.count)]
    return tuple(Die(slot.who, slot.trait, slot.sides, face) for slot, face in zip(slots, faces, strict=True))


def roll(request: CheckRequest, sheets: dict[int, Sheet] | Sheet, *faces: int) -> CheckResult:
    """The result of the planned dice showing `faces`."""
    at_hand = people(sheets) if isinstance(sheets, Sheet) else sheets
    return CAIRN.check(request, at_hand, fall(CAIRN.plan(request, at_hand), faces))


def sides(request: CheckRequest, sheets: dict[int, Sheet] | Sheet) -> list[int]:
    """The dice that a request throws."""
    at_hand = people(sheets) if isinstance(sheets, Sheet) else sheets
    return [part.sides for part in CAIRN.plan(request, at_hand) for _ in range(part.count)]


def hurt(sheets: dict[int, Sheet], result: CheckResult) -> dict[int, Sheet]:
    """The sheets after a result's effects."""
    after = {who: dict(one.counters) for who, one in sheets.items()}
    for effect in result.effects:
        now = after[effect.who][effect.counter]
        after[effect.who][effect.counter] = Counter(now.value + effect.amount, now.maximum)
    return {who: Sheet(who, one.traits, counters=after[who]) for who, one in sheets.items()}


def critical_save(result: CheckResult, sheets_now: dict[int, Sheet], face: int, who: int = WOLF) -> CheckResult:
    return CAIRN.follow(result, Choice("critical_save", who), sheets_now, (Die(who, "strength", 20, face),))


def amounts(result: CheckResult) -> dict[tuple[int, str], int]:
    """The effects of the last step by person and counter."""
    return {(effect.who, effect.counter): effect.amount for effect in result.effects}


def named(result: CheckResult) -> str:
    assert result.name is not None
    return result.name.id
