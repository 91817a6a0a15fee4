"""What a sheet of a game looks like: its blocks and rows, its levels and their dice, its pools and tallies."""

from __future__ import annotations

from dataclasses import dataclass

from rules.values import Text


@dataclass(frozen=True, slots=True)
class LevelSpec:
    level: int
    label: str
    sides: int
    dice: int | None = None  # how many dice the level itself brings; None where the test shares them out


@dataclass(frozen=True, slots=True)
class TraitSpec:
    key: str
    label: Text
    hint: Text | None = None
    trained_only: bool = False  # can't be tested at level 0


@dataclass(frozen=True, slots=True)
class CategorySpec:
    """A ruled block of the sheet. `printed` rows are always shown, `offered` ones are proposed when adding a row."""

    key: str
    kind: str  # "skill", "defence", "attribute", "talent", "knowledge"
    label: Text
    printed: tuple[TraitSpec, ...] = ()
    offered: tuple[TraitSpec, ...] = ()
    own_rows: bool = False  # rows with a name of the player's own
    runes: bool = False  # each level adds one known rune (mystic Circles)
    needs_permission: str = ""  # the sheet's flag without which rows of this category cannot be tested
    bonus: bool = False  # has a category bonus
    protects: str = ""  # the counter that a defence of this category protects
    boosted_by: str = ""  # the counter that pays for its bonus
    lowest: int = 0  # the level at which its rows begin, written or not
    counters: bool = False  # its rows are the counters of the same keys: dice are thrown against what they hold now


@dataclass(frozen=True, slots=True)
class CounterSpec:
    """A pool or a tally. `ceiling` is fixed by the game; `has_maximum` means that each sheet holds its own."""

    key: str
    label: Text
    short: Text
    kind: str  # the pigment it is drawn in: "momentum", "phys", "mind", "life", "xp", "social", "plain"
    default: int = 0
    default_maximum: int | None = None
    ceiling: int | None = None
    has_maximum: bool = False
    renameable: bool = False


@dataclass(frozen=True, slots=True)
class SheetSpec:
    levels: tuple[LevelSpec, ...]
    categories: tuple[CategorySpec, ...]
    counters: tuple[CounterSpec, ...]
    condition_kinds: tuple[tuple[str, Text], ...]
    condition_names: tuple[Text, ...] = ()
    flags: tuple[tuple[str, Text], ...] = ()
    bonus_range: tuple[int, int] = (0, 20)

    def counter(self, key: str) -> CounterSpec | None:
        return next((c for c in self.counters if c.key == key), None)

    def category(self, key: str) -> CategorySpec | None:
        return next((c for c in self.categories if c.key == key), None)


@dataclass(frozen=True, slots=True)
class SharedTests:
    """Which tests of several people a game knows.

    helpers     several people may make one test together (a group test)
    conditions  of these most must hold for that; the option `met` tells how many do
    opposed     the kind of a request that is one side of an opposed test; empty where the game has none
    """

    helpers: bool = False
    conditions: tuple[Text, ...] = ()
    met: str = ""
    opposed: str = ""
