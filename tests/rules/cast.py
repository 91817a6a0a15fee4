"""The people of the tests, and short ways to put them to a test of Caerbannog, 2026 unless another is named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from rules.caerbannog.system import CaerbannogSystem
from rules.errors import RuleError
from rules.systems import caerbannog_2026
from rules.values import (
    PLURALS,
    CheckRequest,
    CheckResult,
    Choice,
    Cost,
    Counter,
    Die,
    FollowUp,
    Gear,
    Modifier,
    Participant,
    Sheet,
    Sheets,
    Text,
    Trait,
    TraitUse,
)

CAERBANNOG = caerbannog_2026.system
SPEC = CAERBANNOG.sheet()
HOME = {trait.key: category for category in SPEC.categories for trait in (*category.printed, *category.offered)}

JULIO, MARCUS, ROSALIA = 1, 2, 3
MOMENTUM = Cost("momentum", 1)


def sheet(
    who: int = JULIO,
    *,
    bonuses: dict[str, int] | None = None,
    flags: Iterable[str] = (),
    gear: Iterable[Gear] = (),
    own: Iterable[Trait] = (),
    momentum: int = 0,
    endurance: int = 10,
    determination: int = 10,
    vitality: int = 10,
    **levels: int,
) -> Sheet:
    """Somebody's sheet; traits that aren't named have no row, as on a fresh sheet."""
    rows = {key: Trait(key, HOME[key].kind, HOME[key].key, level) for key, level in levels.items()}
    pools = {"endurance": endurance, "determination": determination, "vitality": vitality}
    return Sheet(
        who,
        rows | {trait.key: trait for trait in own},
        bonuses or {},
        {"momentum": Counter(momentum), **{key: Counter(value, 10) for key, value in pools.items()}},
        {piece.key: piece for piece in gear},
        frozenset(flags),
    )


def people(*sheets: Sheet) -> dict[int, Sheet]:
    return {one.who: one for one in sheets}


def uses(*traits: str | tuple[str, int]) -> tuple[TraitUse, ...]:
    return tuple(TraitUse(one) if isinstance(one, str) else TraitUse(*one) for one in traits)


def request(
    *traits: str | tuple[str, int],
    difficulty: int | None = 3,
    who: int = JULIO,
    pays: tuple[Cost, ...] = (),
    **more: Any,
) -> CheckRequest:
    """A test of one person."""
    return CheckRequest((Participant(who, "initiator", uses(*traits), pays),), difficulty, **more)


def group(*parts: tuple[int, str], difficulty: int = 5, **more: Any) -> CheckRequest:
    """A group test: the first one is its initiator."""
    roles = ("initiator", *("helper" for _ in parts[1:]))
    return CheckRequest(
        tuple(Participant(who, role, uses(trait)) for (who, trait), role in zip(parts, roles, strict=True)),
        difficulty,
        **more,
    )


def side(*traits: str | tuple[str, int], who: int = JULIO, role: str = "initiator", **more: Any) -> CheckRequest:
    """One side of an opposed test."""
    return CheckRequest((Participant(who, role, uses(*traits)),), kind="opposed", **more)


def table(
    asked: CheckRequest, sheets: Sheets, faces: Sequence[int], system: CaerbannogSystem = CAERBANNOG
) -> tuple[Die, ...]:
    """The planned dice, showing `faces`."""
    slots = [part for part in system.plan(asked, sheets) for _ in range(part.count)]
    return tuple(Die(slot.who, slot.trait, slot.sides, face) for slot, face in zip(slots, faces, strict=True))


def roll(
    asked: CheckRequest, sheets: Sheets | Sheet, *faces: int, system: CaerbannogSystem = CAERBANNOG
) -> CheckResult:
    """The result of the planned dice showing `faces`."""
    at_hand = people(sheets) if isinstance(sheets, Sheet) else sheets
    return system.check(asked, at_hand, table(asked, at_hand, faces, system))


def again(result: CheckResult, faces: dict[int, int]) -> tuple[Die, ...]:
    """The dice at these places, thrown again to these faces."""
    old = result.dice
    return tuple(Die(old[i].who, old[i].trait, old[i].sides, face) for i, face in faces.items())


def follow(
    result: CheckResult,
    choice: Choice,
    sheets: Sheets | Sheet,
    thrown: Sequence[Die] = (),
    system: CaerbannogSystem = CAERBANNOG,
) -> CheckResult:
    return system.follow(result, choice, people(sheets) if isinstance(sheets, Sheet) else sheets, thrown)


def offers(result: CheckResult, sheets: Sheets | Sheet, system: CaerbannogSystem = CAERBANNOG) -> dict[str, FollowUp]:
    found = system.follow_ups(result, people(sheets) if isinstance(sheets, Sheet) else sheets)
    return {offer.id: offer for offer in found}


def amounts(result: CheckResult) -> dict[tuple[int, str], int]:
    """The effects of the last step by person and counter."""
    return {(effect.who, effect.counter): effect.amount for effect in result.effects}


def mod(value: int, reason: str = "") -> Modifier:
    return Modifier(value, reason)


def assert_fit_for_a_player(text: Text) -> None:
    """A refusal is a sentence, counted where it holds a number."""
    assert text.id.endswith(".")
    assert text.id[0].isupper() or text.id.startswith("{n}")
    assert (text.n is None) == (text.id not in PLURALS)


def refused(words: str) -> pytest.RaisesExc[RuleError]:
    """The rules refuse, and say so with these words."""
    return pytest.raises(RuleError, match=words)
