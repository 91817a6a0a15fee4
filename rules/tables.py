"""The campaign's house tables and settled questions for Caerbannog: defaults and the earlier preset.

The numbers are RULES.md section 2 and the (S) decisions of its section 7. Rows marked there as inferred are
house defaults: each campaign may change them (house.py reads its changes).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.values import N_, Tables, Text


@dataclass(frozen=True, slots=True)
class Row:
    """From `low` on, up to the next row: `name`. Below the first row the first name still holds."""

    low: int
    name: Text


@dataclass(frozen=True, slots=True)
class Gain:
    """Whoever holds `experience` or more gains `momentum`."""

    experience: int
    momentum: int


@dataclass(frozen=True, slots=True)
class Reaction:
    name: Text
    cost: int


@dataclass(frozen=True, slots=True)
class Restore:
    """A rest gives back `amount` points of `counter`, or "half" of its maximum (rounded up), or "all" of it.

    The counter "convert" stands for Vitality that may be turned into Endurance, so many points at most.
    """

    counter: str
    amount: int | str


def _rows(low: int, *names: str) -> tuple[Row, ...]:
    return tuple(Row(low + i, Text(name)) for i, name in enumerate(names))


DIFFICULTIES = _rows(
    0, N_("trivial"), N_("very easy"), N_("easy"), N_("average"), N_("demanding"), N_("hard"), N_("very hard"),
    N_("heroic"), N_("nearly impossible"),
)  # fmt: skip
EARLIER_DIFFICULTIES = (Row(0, Text(N_("failure impossible"))), *(Row(r.low + 1, r.name) for r in DIFFICULTIES))

FAILURES = _rows(
    -5, N_("catastrophic failure"), N_("deep failure"), N_("significant failure"), N_("average failure"),
    N_("slight failure"),
)  # fmt: skip
RESULTS = (
    *FAILURES,
    *_rows(
        0, N_("minimal failure"), N_("minimal success"), N_("slight success"), N_("average success"),
        N_("significant success"), N_("momentous success"), N_("heroic success"),
    ),
    Row(9, Text(N_("indisputable success"))),
)  # fmt: skip
EARLIER_RESULTS = (
    Row(-5, Text(N_("critical failure"))),
    *FAILURES[1:],
    *_rows(
        0, N_("moderate failure"), N_("slight success"), N_("average success"), N_("significant success"),
        N_("momentous success"), N_("heroic success"), N_("critical success"),
    ),
)  # fmt: skip

MOMENTUM = (Gain(1, 1), Gain(3, 2), Gain(5, 3), Gain(7, 4))
REACTIONS = (
    Reaction(Text(N_("Reaction")), 3),
    Reaction(Text(N_("Reaction: join an ally's group test")), 2),
    Reaction(Text(N_("Reaction: a move or a manoeuvre")), 2),
    Reaction(Text(N_("Reaction: a full action")), 4),
)

CONVERT = "convert"
RESTORABLE = (CONVERT, "endurance", "determination", "vitality", "contacts", "favours", "wealth")
BREATHER = (Restore(CONVERT, 3),)
REST = (Restore("endurance", "all"), Restore("determination", "all"), Restore("vitality", "half"))
INTERLUDE = tuple(Restore(counter, "all") for counter in RESTORABLE[1:])


@dataclass(frozen=True, slots=True)
class CaerbannogTables(Tables):
    """House tables, then the decisions of RULES.md section 7 that a campaign may settle otherwise (numbers there)."""

    edition: str = "2026"
    difficulties: tuple[Row, ...] = DIFFICULTIES
    results: tuple[Row, ...] = RESULTS
    momentum: tuple[Gain, ...] = MOMENTUM
    reactions: tuple[Reaction, ...] = REACTIONS
    breather: tuple[Restore, ...] = BREATHER
    rest: tuple[Restore, ...] = REST
    interlude: tuple[Restore, ...] = INTERLUDE
    momentum_cap: int = 10
    breakthrough: int = 3
    critical_counts_raw: bool = True  # 1: failure totals and stakes take min(raw, 0), else 0
    group_effort_payer: str = "initiator"  # 11: or "anyone" in the group
    effort_keeps_last: bool = False  # 12: the pool keeps its last point, vitality bears the rest
    critical_rescue: bool = False  # 14: an effort may rescue a critical failure
    losses_give_experience: bool = True  # 22: a lost challenge or combat too
    situation_keeps_momentum: bool = False  # 25: a scene that becomes a challenge or a combat keeps its Momentum
    effort_against_attack: bool = False  # 36: an answer to an attack may be an effort
    stage_gain: str = "stage"  # 45: Momentum of experience once in each stage of days or rests; or "start" alone

    @property
    def ceilings(self) -> Mapping[str, int]:
        return {"momentum": self.momentum_cap}


PRESETS: Mapping[str, CaerbannogTables] = {
    "2026": CaerbannogTables(),
    "earlier": CaerbannogTables(
        edition="earlier",
        difficulties=EARLIER_DIFFICULTIES,
        results=EARLIER_RESULTS,
        effort_keeps_last=True,
        critical_rescue=True,
    ),
}


def name_for(rows: tuple[Row, ...], value: int) -> Text:
    """The name of the row that holds `value`."""
    name = rows[0].name
    for row in rows:
        if row.low > value:
            break
        name = row.name
    return name


def momentum_for(tables: CaerbannogTables, experience: int) -> int:
    """What experience held gives at the start of a scene or turn."""
    return max((g.momentum for g in tables.momentum if g.experience <= experience), default=0)
