"""Sheets with more on them than a test needs, and short ways to read effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.values import Counter, Effect, Sheet, Sheets
from tests.rules.cast import JULIO, sheet


def hero(who: int = JULIO, *, experience: int = 0, social: int = 0, **more: Any) -> Sheet:
    """Somebody with experience, and with so much of each kind of social capital."""
    one = sheet(who, **more)
    capital = {key: Counter(social, 3) for key in ("contacts", "favours", "wealth")}
    return replace(one, counters={**one.counters, "experience": Counter(experience), **capital})


def total(effects: Iterable[Effect]) -> dict[tuple[int, str], int]:
    """The effects by person and counter; each of them is named once and comes to something."""
    found = {(effect.who, effect.counter): effect.amount for effect in effects}
    assert len(found) == len(list(effects))
    assert all(found.values())
    return found


def after(sheets: Sheets, effects: Iterable[Effect]) -> dict[int, Sheet]:
    """The sheets with the effects applied as they stand, without any bounds."""
    changed = dict(sheets)
    for effect in effects:
        one = changed[effect.who]
        row = one.counters[effect.counter]
        counters = {**one.counters, effect.counter: Counter(row.value + effect.amount, row.maximum)}
        changed[effect.who] = replace(one, counters=counters)
    return changed
