"""The pool of Momentum: what experience brings into it, its limit, and being forced to spend [Rozmach]."""

from __future__ import annotations

from rules.caerbannog.sheet import MOMENTUM, held
from rules.errors import RuleError
from rules.scenes.values import PoolChange
from rules.tables import CaerbannogTables, momentum_for
from rules.values import N_, Effect, Sheet

EXPERIENCE = "experience"
BEARER = "determination"  # bears what somebody is forced to spend and hasn't got


def gain_of(sheet: Sheet, tables: CaerbannogTables) -> int:
    """What the experience held brings, before any surprise [Generowanie Rozmachu - Punkty Doświadczenia]."""
    return momentum_for(tables, held(sheet, EXPERIENCE))


def change(sheet: Sheet, tables: CaerbannogTables, gained: int = 0, forced: int = 0) -> PoolChange:
    """A gain and a forced loss at the same time: first added, then taken away, then cut to the limit (decision 26).

    What is forced and isn't there costs as much Determination, which stops at 0 (decision 27). Raises RuleError for
    a negative number. [Rozmach a Przypadki Skrajne]
    """
    if gained < 0 or forced < 0:
        raise RuleError(N_("Say how much: a number from 0 up."))
    before = held(sheet, MOMENTUM)
    spent = min(before + gained, forced)
    left = before + gained - spent
    after = min(left, tables.momentum_cap)
    owed = forced - spent
    borne = min(owed, held(sheet, BEARER))
    effects = (Effect(sheet.who, MOMENTUM, after - before), Effect(sheet.who, BEARER, -borne))
    return PoolChange(tuple(e for e in effects if e.amount), surplus=left - after, unpaid=owed - borne)


def set_to(sheet: Sheet, amount: int, tables: CaerbannogTables) -> tuple[Effect, ...]:
    """The effect that leaves so much Momentum, within the limit; none when that is what there is."""
    difference = min(amount, tables.momentum_cap) - held(sheet, MOMENTUM)
    return (Effect(sheet.who, MOMENTUM, difference),) if difference else ()
