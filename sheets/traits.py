"""Skills and defences as the sheet shows them: rows in their categories, each with its die and its exact chance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules import registry
from rules.errors import RuleError
from rules.spec import CategorySpec, CounterSpec, SheetSpec
from rules.values import CheckRequest, Modifier, Participant, Sheet, Text, TraitUse
from sheets.models import Trait
from sheets.snapshot import Rows, trait_key


@dataclass(frozen=True)
class RollSettings:
    """The remembered settings of the roll bar, as far as chances depend on them."""

    difficulty: int | None = 3
    advantage: int = 0  # how many more reasons for than against; negative: against
    modifiers: tuple[Modifier, ...] = ()
    gear: frozenset[str] = frozenset()  # tokens of the things that are to help


@dataclass
class TraitView:
    key: str
    label: Any
    hint: Text | None
    level: int
    level_label: str
    sides: int
    row: Trait | None = None  # None: printed, nothing written yet
    chance: Fraction | None = None
    printed: bool = True

    @property
    def target(self) -> str:
        """How a form names this row (sheets/actions/edit.py). A printed one keeps its name once it is written,
        so that the field under somebody's finger stays the same field.
        """
        return f"trait:={self.key}" if self.printed or self.row is None else f"trait:{self.row.token}"

    @property
    def dom(self) -> str:
        return self.key.replace(":", "-")

    @property
    def own_name(self) -> bool:
        return self.row is not None and not self.row.key

    @property
    def note(self) -> str:
        return self.row.note if self.row else ""

    @property
    def runes(self) -> list[str]:
        return self.row.runes if self.row else []


@dataclass
class CategoryView:
    spec: CategorySpec
    bonus: int
    pool: CounterSpec | None = None  # what a defence of this category protects
    traits: list[TraitView] = field(default_factory=list)
    permitted: bool = True
    form: Any = None

    @property
    def takes_rows(self) -> bool:
        return bool(self.spec.own_rows or self.spec.offered)

    @property
    def target(self) -> str:
        return f"bonus:={self.spec.key}"


def category_views(rows: Rows, kind: str, chances: dict[str, Fraction]) -> list[CategoryView]:
    """The blocks of one kind ("skill" or "defence"), printed rows first, then those that were added."""
    written = {trait_key(row): row for row in rows.traits}
    return [_category(rows, spec, written, chances) for spec in rows.spec.categories if spec.kind == kind]


def _category(rows: Rows, spec: CategorySpec, written: dict[str, Trait], chances: dict[str, Fraction]) -> CategoryView:
    levels = {level.level: level for level in rows.spec.levels}
    bonus = rows.bonuses[spec.key].value if spec.key in rows.bonuses else 0
    view = CategoryView(spec, bonus, rows.spec.counter(spec.protects))
    view.permitted = not spec.needs_permission or spec.needs_permission in rows.character.flags
    printed = {trait.key for trait in spec.printed}
    known = {trait.key: trait for trait in (*spec.printed, *spec.offered)}
    added = [key for key, row in written.items() if row.category == spec.key and key not in printed]
    for key in [*(trait.key for trait in spec.printed), *added]:
        row = written.get(key)
        level = levels.get(row.level if row else 0, rows.spec.levels[0])
        label = known[key].label if key in known else row.name if row else key
        hint = known[key].hint if key in known else None
        view.traits.append(
            TraitView(key, label, hint, level.level, level.label, level.sides, row, chances.get(key), key in printed)
        )
    return view


def chances_for(rows: Rows, settings: RollSettings | None) -> dict[str, Fraction]:
    """The exact chance of success of every row under these settings; empty when the difficulty is not known."""
    if settings is None or settings.difficulty is None:
        return {}
    sheet = rows.sheet()
    chances = {key: chance_of(rows, settings, key, sheet) for key in sheet.traits}
    return {key: chance for key, chance in chances.items() if chance is not None}


def chance_of(rows: Rows, settings: RollSettings, key: str, sheet: Sheet) -> Fraction | None:
    """The exact chance of success of one row of this sheet; None where the rules allow no such test."""
    try:
        return registry.system(rows.character.system).odds(_request(rows, settings, key), {sheet.who: sheet}).success
    except RuleError:
        return None  # a mystic row without permission has no chance to show


def _request(rows: Rows, settings: RollSettings, key: str) -> CheckRequest:
    """A test of this row alone under these settings."""
    worn = [modifier for token, modifier in gear_for(rows, [key]).items() if token in settings.gear]
    return CheckRequest(
        participants=(Participant(rows.character.pk, "initiator", (TraitUse(key),)),),
        difficulty=settings.difficulty,
        advantage=("",) * max(settings.advantage, 0),
        disadvantage=("",) * max(-settings.advantage, 0),
        modifiers=(*worn, *settings.modifiers),
        tables=rows.tables,
    )


def gear_for(rows: Rows, tested: Iterable[str]) -> dict[str, Modifier]:
    """What the character's things give to a test of these rows, by their tokens: they help to defend the body."""
    if not _guarding(rows.spec).intersection(tested):
        return {}
    return {item.token: Modifier(item.bonus, item.name, item.token) for item in rows.items if item.bonus}


def _guarding(spec: SheetSpec) -> set[str]:
    """The keys of the defences of the body."""
    pools = {counter.key for counter in spec.counters if counter.kind == "phys"}
    return {trait.key for one in spec.categories if one.protects in pools for trait in one.printed}


def facts(rows: Rows) -> list[Text]:
    """What the rules read off the sheet."""
    return list(registry.system(rows.character.system).facts(rows.sheet()))


def warnings(rows: Rows) -> list[Text]:
    """What looks odd on the sheet; never a block."""
    sheet = rows.sheet()
    told = {"archetype": rows.character.archetype, "abilities": str(len(rows.abilities))}
    return list(registry.system(rows.character.system).warnings({sheet.who: sheet}, told))
