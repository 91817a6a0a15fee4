"""What one edition of Caerbannog does its own way. Everything else in this package its editions share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from rules.errors import RuleError
from rules.house_spec import HouseRule
from rules.spec import CategorySpec, SheetSpec
from rules.tables import CaerbannogTables
from rules.values import N_, CheckRequest, Die, Sheet, Text, Trait


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability that adds to a result that is good enough; a request names it in its `options`."""

    key: str
    label: Text
    at_least: int
    adds: int


@dataclass(frozen=True, eq=False)
class Edition:
    """One edition's sheet, house tables and rules of its own.

    house_rules         what a campaign may settle for itself
    tables              the tables that a request which brings none is played by
    boosts              a category's bonus is bought with Momentum after the roll; else it is always added
    momentum_from_dice  a die at its top brings its owner Momentum
    breakthroughs       successes are counted in breakthroughs too
    shared_tests        several traits may be combined in a test and several people may share one
    ones_are_critical   a throw of nothing but ones is a critical failure, whose result is 0
    critical_from       a result this low is a critical failure; None: no result is
    """

    key: str
    name: Text
    spec: SheetSpec
    house_rules: tuple[HouseRule, ...]
    tables: CaerbannogTables
    boosts: bool
    momentum_from_dice: bool
    breakthroughs: bool
    shared_tests: bool
    ones_are_critical: bool
    critical_from: int | None = None
    abilities: tuple[Ability, ...] = ()

    @cached_property
    def categories(self) -> Mapping[str, CategorySpec]:
        return {category.key: category for category in self.spec.categories}

    @cached_property
    def options(self) -> frozenset[str]:
        """What a request may name in its options beside what every edition knows."""
        return frozenset(ability.key for ability in self.abilities)

    @cached_property
    def sides(self) -> Mapping[int, int]:
        return {level.level: level.sides for level in self.spec.levels}

    @cached_property
    def _untrained(self) -> Mapping[str, Trait]:
        return {
            trait.key: Trait(trait.key, category.kind, category.key, 0)
            for category in self.spec.categories
            for trait in (*category.printed, *category.offered)
        }

    def trait(self, sheet: Sheet, key: str) -> Trait:
        """The sheet's row, or level 0 where the sheet has none. Raises RuleError for a trait that nobody knows."""
        found = sheet.traits.get(key) or self._untrained.get(key)
        if found is None or found.category not in self.categories or found.level not in self.sides:
            raise RuleError(N_("There is no such trait on the sheet."))
        return found

    def at_home(self, request: CheckRequest) -> CheckRequest:
        """The request with house tables: its own, or else this edition's."""
        return request if isinstance(request.tables, CaerbannogTables) else replace(request, tables=self.tables)

    def is_critical_throw(self, dice: Iterable[Die]) -> bool:
        return self.ones_are_critical and all(die.face == 1 for die in dice)

    def is_critical_result(self, result: int) -> bool:
        return self.critical_from is not None and result <= self.critical_from

    def abilities_at(self, named: Collection[str], result: int) -> tuple[Ability, ...]:
        """The abilities, of those named, that add to a result of this size."""
        return tuple(one for one in self.abilities if one.key in named and result >= one.at_least)
