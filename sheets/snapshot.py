"""From rows to the values that the rules compute with, in a number of queries that depends on nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rules import registry, values
from rules.spec import SheetSpec
from sessions.models import Participant, Scene
from sessions.models.scene import POOL_LIMIT
from sheets.models import (
    ROWS,
    Ability,
    Attack,
    Bonus,
    Character,
    Condition,
    Counter,
    Item,
    Note,
    Row,
    Training,
    Trait,
)

FOR_A_CHECK = ("trait", "bonus", "counter")
WITH_GEAR = (*FOR_A_CHECK, "item")


@dataclass
class Rows:
    """The living rows of one character. `shared` is the scene whose enemies have one Momentum, this one among them."""

    character: Character
    traits: list[Trait] = field(default_factory=list)
    bonuses: dict[str, Bonus] = field(default_factory=dict)
    counters: dict[str, Counter] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    abilities: list[Ability] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    trainings: list[Training] = field(default_factory=list)
    notes: dict[str, Note] = field(default_factory=dict)
    shared: Scene | None = None

    @property
    def spec(self) -> SheetSpec:
        return registry.system(self.character.system).sheet()

    @cached_property
    def tables(self) -> values.Tables:
        """The house tables of the character's table; alone, the game's defaults."""
        campaign = self.character.campaign
        return registry.system(self.character.system).tables(campaign.house if campaign else {})

    def counter(self, key: str) -> values.Counter:
        """Current value and maximum, the spec's defaults where no row was written yet."""
        spec = self.spec.counter(key)
        if spec is None:
            raise KeyError(key)
        if scene := self.scene_of(key):
            return values.Counter(scene.enemy_pool or 0, POOL_LIMIT)
        row, ceiling = self.counters.get(key), self.tables.ceilings.get(key, spec.ceiling)
        if row is None:
            return values.Counter(spec.default, ceiling or spec.default_maximum)
        return values.Counter(row.current, ceiling or row.maximum)

    def scene_of(self, key: str) -> Scene | None:
        """The scene that holds this counter for all its enemies [Używanie Rozmachu]; None for one of their own."""
        spec = self.spec.counter(key)
        return self.shared if spec and spec.kind == "momentum" else None

    def sheet(self) -> values.Sheet:
        """The character as the rules see it."""
        return values.Sheet(
            who=self.character.pk,
            traits=self._traits(),
            bonuses={category: row.value for category, row in self.bonuses.items()},
            counters={spec.key: self.counter(spec.key) for spec in self.spec.counters},
            gear={
                item.token: values.Gear(item.token, item.name, item.bonus, item.wear_left)
                for item in self.items
                if item.bonus
            },
            flags=frozenset(self.character.flags),
        )

    def _traits(self) -> dict[str, values.Trait]:
        written = {trait_key(row): row for row in self.traits}
        traits = {}
        for category in self.spec.categories:
            for printed in category.printed:
                level = written[printed.key].level if printed.key in written else 0
                traits[printed.key] = values.Trait(printed.key, category.kind, category.key, level)
        for key, row in written.items():
            if key not in traits:
                traits[key] = values.Trait(key, row.kind, row.category, row.level, row.name)
        return traits


def trait_key(row: Trait) -> str:
    """The key under which a trait takes part in checks: own rows are known by their token."""
    return row.key or f"own:{row.token}"


def load(characters: Sequence[Character], kinds: Iterable[str] = tuple(ROWS)) -> dict[int, Rows]:
    """The rows of these characters by their pk, one query for each kind of row."""
    found = {character.pk: Rows(character) for character in characters}
    fetched = {kind: _by_character(_living(ROWS[kind], list(found))) for kind in kinds}
    shared = _shared(found) if "counter" in fetched else {}
    for pk, rows in found.items():
        rows.traits = fetched.get("trait", {}).get(pk, [])
        rows.bonuses = {row.category: row for row in fetched.get("bonus", {}).get(pk, [])}
        rows.counters = {row.key: row for row in fetched.get("counter", {}).get(pk, [])}
        rows.conditions = fetched.get("condition", {}).get(pk, [])
        rows.abilities = fetched.get("ability", {}).get(pk, [])
        rows.items = fetched.get("item", {}).get(pk, [])
        rows.attacks = fetched.get("attack", {}).get(pk, [])
        rows.trainings = fetched.get("training", {}).get(pk, [])
        rows.shared = shared.get(pk)
        rows.notes = {
            row.kind: row
            for row in fetched.get("note", {}).get(pk, [])
            if row.kind != Note.Kind.GM or row.campaign_id == rows.character.campaign_id
        }
    return found


def load_one(character: Character, kinds: Iterable[str] = tuple(ROWS)) -> Rows:
    return load([character], kinds)[character.pk]


def _shared(found: dict[int, Rows]) -> dict[int, Scene]:
    """NPC -> the open scene on whose enemies' side it stands, if those have a pool in common: one for all of them."""
    npcs = [pk for pk, rows in found.items() if rows.character.is_npc and rows.character.campaign_id]
    if not npcs:
        return {}
    enemies = Participant.objects.filter(character__in=npcs, side=Participant.Side.ENEMIES, left_at=None)
    sharing = enemies.filter(scene__closed_at=None, scene__enemy_pool__isnull=False).select_related("scene")
    scenes: dict[int, Scene] = {}
    return {one.character_id: scenes.setdefault(one.scene_id, one.scene) for one in sharing}


def _living(model: type[Row], characters: list[int]) -> Iterable[Row]:
    """In plain SQL: this is read for every roll, and building the query through the ORM costs twice as much again."""
    if not characters:
        return []
    table, marks = model._meta.db_table, ", ".join(["%s"] * len(characters))
    sql = f"SELECT * FROM {table} WHERE character_id IN ({marks}) AND NOT deleted ORDER BY id"  # noqa: S608 -- no input
    return model.objects.raw(sql, characters)


def _by_character(rows: Iterable[Row]) -> dict[int, list]:
    grouped = defaultdict(list)
    for row in rows:
        grouped[row.character_id].append(row)
    return grouped
