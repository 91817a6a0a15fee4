"""The people of these tests, and short ways to put them to a test of the d10 pool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.systems.d10_pool import system
from rules.values import (
    CheckRequest,
    CheckResult,
    Choice,
    Die,
    FollowUp,
    Modifier,
    Participant,
    Sheet,
    Sheets,
    Trait,
    TraitUse,
)

POOL = system
HOME = {trait.key: category for category in POOL.sheet().categories for trait in category.printed}

JOSH, ADAM, EVE = 1, 2, 3


def sheet(who: int = JOSH, *own: Trait, **levels: int) -> Sheet:
    """Somebody's sheet; traits that aren't named have no row, as on a fresh sheet."""
    rows = {key: Trait(key, HOME[key].kind, HOME[key].key, level) for key, level in levels.items()}
    return Sheet(who, rows | {trait.key: trait for trait in own})


def request(*traits: str, needed: int | None = 1, who: int = JOSH, **more: Any) -> CheckRequest:
    """A test of one person that needs so many successes."""
    return CheckRequest((Participant(who, "initiator", tuple(map(TraitUse, traits))),), needed, **more)


def pool(asked: CheckRequest, one: Sheet) -> int:
    """How many dice are thrown."""
    return sum(part.count for part in POOL.plan(asked, {one.who: one}))


def dice(asked: CheckRequest, sheets: Sheets, faces: Sequence[int]) -> tuple[Die, ...]:
    """The planned dice, showing `faces`."""
    slots = [part for part in POOL.plan(asked, sheets) for _ in range(part.count)]
    return tuple(Die(slot.who, slot.trait, slot.sides, face) for slot, face in zip(slots, faces, strict=True))


def roll(asked: CheckRequest, one: Sheet, *faces: int) -> CheckResult:
    """The result of the planned dice showing `faces`."""
    return POOL.check(asked, {one.who: one}, dice(asked, {one.who: one}, faces))


def thrown(*faces: int, who: int = JOSH, **more: Any) -> CheckResult:
    """The result of a pool of any size showing `faces`; it is somebody's own attribute at that level, or more."""
    own = Trait("own:luck", "attribute", "attributes", min(len(faces), 5))
    if len(faces) > 5:
        more["modifiers"] = (Modifier(len(faces) - 5),)
    return roll(request("own:luck", who=who, **more), sheet(who, own), *faces)


def again(result: CheckResult, *faces: int) -> tuple[Die, ...]:
    """The whole pool, thrown again to these faces."""
    return tuple(Die(d.who, d.trait, d.sides, face) for d, face in zip(result.dice, faces, strict=True))


def throw_again(kind: str, result: CheckResult, *faces: int, **more: Any) -> CheckResult:
    """A reroll or a retry of this result to these faces."""
    who = result.request.participants[0].who
    return POOL.follow(result, Choice(kind, who, **more), {who: sheet(who)}, again(result, *faces))


def offers(result: CheckResult) -> dict[str, FollowUp]:
    who = result.request.participants[0].who
    return {offer.kind: offer for offer in POOL.follow_ups(result, {who: sheet(who)})}
