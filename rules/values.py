"""The values that cross the border of the rules: frozen, comparable, and storable as JSON (see serialise.py).

Characters are known by `who`, the caller's own id; their names never enter here, for each reader may know
a character by another one. Words leave as `Text`, an id and its parameters, and are translated at display.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, TypeAlias

Param: TypeAlias = "int | str | Text"


def N_(message: str) -> str:
    """Mark a message id for extraction; it is translated where it is shown."""
    return message


PLURALS: dict[str, str] = {}


def NP_(singular: str, plural: str) -> str:
    """Mark a counted message id for extraction; the singular is the id, `{n}` is the number.

    The plural is remembered in PLURALS, for ngettext asks for both and a Text carries the id alone.
    """
    PLURALS[singular] = plural
    return singular


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence still to be translated: a message id, a number that decides its plural, its parameters."""

    id: str
    n: int | None = None
    params: Mapping[str, Param] = field(default_factory=dict)


# --- a sheet as the rules see it --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trait:
    """One row that dice come from. `name` is empty when the spec has a label for the key."""

    key: str
    kind: str
    category: str
    level: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    value: int
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Gear:
    """An item that may help a test at the price of its own wear."""

    key: str
    name: str
    bonus: int
    wear_left: int


@dataclass(frozen=True, slots=True)
class Sheet:
    who: int
    traits: Mapping[str, Trait]
    bonuses: Mapping[str, int] = field(default_factory=dict)
    counters: Mapping[str, Counter] = field(default_factory=dict)
    gear: Mapping[str, Gear] = field(default_factory=dict)
    flags: frozenset[str] = frozenset()


Sheets: TypeAlias = Mapping[int, Sheet]


# --- a check ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TraitUse:
    """A trait in a check; `dice` is set only where the GM builds the list of dice, else the rule splits them."""

    trait: str
    dice: int | None = None


@dataclass(frozen=True, slots=True)
class Participant:
    who: int
    role: str  # "initiator", "helper", "opponent"
    uses: tuple[TraitUse, ...]
    pays: tuple[Cost, ...] = ()  # before the roll, for abilities that shape it


@dataclass(frozen=True, slots=True)
class Modifier:
    value: int
    reason: str = ""
    gear: str = ""  # the key of the gear that gives it and wears by it


@dataclass(frozen=True, slots=True)
class Tables:
    """House tables and (S) decisions of a campaign; each system derives its own, with defaults.

    `system` is the key of the system whose `tables` reads these fields back from plain JSON.
    """

    system: ClassVar[str] = ""

    @property
    def ceilings(self) -> Mapping[str, int]:
        """The most that counters hold where the table says it."""
        return {}


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is tested, by whom, how. `difficulty` None means that it is still to be told.

    `advantage` and `disadvantage` list the reasons, one each; their number is what counts.
    `against` tells what a defence answers: "" (nothing special), "attack" or "hazard".
    `options` are a system's own (a weapon ...); `kind` is one of its kinds of test.
    """

    participants: tuple[Participant, ...]
    difficulty: int | None = None
    advantage: tuple[str, ...] = ()
    disadvantage: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    against: str = ""
    kind: str = "test"
    options: Mapping[str, int | str | bool] = field(default_factory=dict)
    tables: Tables = field(default_factory=Tables)


@dataclass(frozen=True, slots=True)
class Part:
    """Dice to be thrown: `count` dice of `sides` by `who` for `trait`."""

    who: int
    trait: str
    sides: int
    count: int


@dataclass(frozen=True, slots=True)
class Die:
    """One die on the table. Thrown dice come in with `who`, `trait`, `sides`, `face`; a check fills in the rest."""

    who: int
    trait: str
    sides: int
    face: int
    kept: bool = False  # this one is counted
    top: bool = False  # shows its highest face


@dataclass(frozen=True, slots=True)
class Step:
    """One term of the arithmetic, in the order in which it is told: +5 roll, -3 difficulty, +3 boost ..."""

    kind: str  # "roll", "difficulty", "modifier", "gear", "boost", "opponent", "critical", "effort", or a game's own
    value: int
    who: int | None = None
    label: Text | None = None
    note: str = ""  # as typed by people


@dataclass(frozen=True, slots=True)
class Effect:
    """`amount` is added to a counter of `who`; the action applies it within the counter's bounds and logs it."""

    who: int
    counter: str
    amount: int


@dataclass(frozen=True, slots=True)
class Cost:
    counter: str
    amount: int


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Something that may be done to a finished roll. `id` is stable for one result: an offer is named by it.

    `costs`: any one of them pays it (an effort: endurance or determination).
    """

    id: str
    kind: str  # "boost", "effort", "reroll", "retry", or a game's own
    payer: int
    costs: tuple[Cost, ...] = ()
    bonus: int = 0
    dice_needed: tuple[Part, ...] = ()
    category: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody chose after the roll.

    kind     "boost", "effort", "reroll", "retry" (the whole test once more), "correct" or a game's own
    payer    who pays; `cost` what (None: nothing, or another cost that the table agreed on, told in `note`)
    dice     indexes into result.dice that a reroll throws again; empty means all of them
    request  for "correct": the request as it should have been, with the dice kept
    reprice  for "correct": the player agrees to the new price of an effort that is still needed
    """

    kind: str
    payer: int
    cost: Cost | None = None
    category: str = ""
    dice: tuple[int, ...] = ()
    note: str = ""
    request: CheckRequest | None = None
    reprice: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """A follow-up that was taken, as the row tells it: who paid what for what."""

    kind: str
    payer: int
    cost: Cost | None = None
    bonus: int = 0
    category: str = ""
    note: str = ""
    before: int | None = None  # the result's value before it
    faces: tuple[int, ...] = ()  # for a reroll: the faces that were thrown away
    rest: Cost | None = None  # the part of `cost` that another counter bore (an effort that keeps the last point)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A check after its dice and after each follow-up. A follow-up gives a whole new result.

    roll      the counted die (or what the system counts), before everything else
    raw       the sum of the steps; None while the difficulty is not told
    value     what counts as the result (a critical failure counts as 0); None like raw
    outcome   "pending", "success", "failure", "critical_failure"; "told" where a throw only names something
    effects   what the caller must apply now, for this step alone
    gained    what the dice gave to each person in all: (who, counter, amount)
    """

    system: str
    request: CheckRequest
    dice: tuple[Die, ...]
    steps: tuple[Step, ...]
    roll: int
    raw: int | None
    value: int | None
    outcome: str
    name: Text | None = None
    breakthroughs: int = 0
    effects: tuple[Effect, ...] = ()
    gained: tuple[Effect, ...] = ()
    taken: tuple[Taken, ...] = ()


@dataclass(frozen=True, slots=True)
class Odds:
    """An exact distribution: `values` maps each result (as `CheckResult.value`) to its probability; they sum to 1."""

    values: Mapping[int, Fraction]
    success: Fraction
    critical: Fraction
    gain: Fraction  # mean of what the dice give (momentum)
    passing: int = 1  # the lowest value that is a success
    critical_roll: int | None = None  # what lay there, before the difficulty, where a critical failure counts as 0
