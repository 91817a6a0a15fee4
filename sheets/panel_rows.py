"""Rows as the panels show them: what stands on the sheet, and what may be done with it now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules.spec import CounterSpec
from rules.values import Text
from sheets.actions.use import paying_counter
from sheets.attacks import defence_choices
from sheets.fields import INJURY
from sheets.models import Ability, Attack, Condition, Item, Training
from sheets.snapshot import Rows

HUES = {"physical": "phys", "mental": "mind"}  # every other kind is drawn in the colour of life
ICONS = {"momentum": "spark", "xp": "star", "social": "party", "plain": "star"}
MOST_PIPS = 20


@dataclass(frozen=True)
class CounterView:
    key: str
    label: Any
    short: Any
    kind: str
    value: int
    maximum: int | None
    own_maximum: bool
    renameable: bool
    name: str  # the player's own name for it, "" for the game's

    @property
    def target(self) -> str:
        return f"counter:={self.key}"

    @property
    def icon(self) -> str:
        """The picture of its kind of pool."""
        return ICONS.get(self.kind, self.kind)

    @property
    def is_empty(self) -> bool:
        """Health at 0 is worth a word: what it means is the table's to say."""
        return self.value == 0 and self.kind in ("phys", "mind", "life")

    @property
    def share(self) -> float:
        return min(1.0, self.value / self.maximum) if self.maximum else 0.0

    @property
    def pips(self) -> list[bool]:
        return [place < self.value for place in range(min(self.maximum or 0, MOST_PIPS))]


def counter_view(rows: Rows, spec: CounterSpec) -> CounterView:
    now = rows.counter(spec.key)
    row = rows.counters.get(spec.key)
    name = row.label if row and spec.renameable else ""
    return CounterView(
        spec.key, spec.label, spec.short, spec.kind, now.value, now.maximum, spec.has_maximum,
        spec.renameable, name,
    )  # fmt: skip


@dataclass(frozen=True)
class ConditionView:
    row: Condition
    kind: Any
    hue: str

    @property
    def target(self) -> str:
        return f"condition:{self.row.token}"

    @property
    def is_injury(self) -> bool:
        return self.row.kind == INJURY


def condition_views(rows: Rows) -> list[ConditionView]:
    labels = {**dict(rows.spec.condition_kinds), INJURY: _("injury")}
    return [ConditionView(row, labels.get(row.kind, row.kind), HUES.get(row.kind, "life")) for row in rows.conditions]


def lasting(condition: Condition) -> str:
    """How long a condition lasts, in words; "" where nobody said."""
    if condition.lasts == Condition.Lasts.SCENE:
        return gettext("to the end of the scene")
    if condition.lasts != Condition.Lasts.ROUNDS:
        return ""
    left = condition.rounds_left or 0
    return ngettext("%(n)d turn", "%(n)d turns", left) % {"n": left} if left else gettext("ends now")


@dataclass(frozen=True)
class AttackView:
    row: Attack
    defence: Any

    @property
    def target(self) -> str:
        return f"attack:{self.row.token}"


def attack_views(rows: Rows) -> list[AttackView]:
    defences = dict(defence_choices(rows.spec))
    return [AttackView(row, defences.get(row.defence, row.defence)) for row in rows.attacks]


@dataclass(frozen=True)
class AbilityView:
    row: Ability
    unit: Text | str
    lacks: int  # how much the paying counter is short of the cost

    @property
    def target(self) -> str:
        return f"ability:{self.row.token}"

    @property
    def is_plain(self) -> bool:
        """An ability proper; features and backgrounds only say so."""
        return self.row.kind == Ability.Kind.ABILITY


def ability_views(rows: Rows) -> list[AbilityView]:
    """Abilities first, then features and backgrounds."""
    order = list(Ability.Kind.values)
    return [_ability_view(rows, row) for row in sorted(rows.abilities, key=lambda row: order.index(row.kind))]


def _ability_view(rows: Rows, row: Ability) -> AbilityView:
    spec = rows.spec.counter(row.pays or paying_counter(rows))
    if spec is None:  # the game no longer has the counter that this was paid with
        return AbilityView(row, "", row.cost)
    return AbilityView(row, spec.short, max(0, row.cost - rows.counter(spec.key).value))


@dataclass(frozen=True)
class ItemView:
    row: Item

    @property
    def target(self) -> str:
        return f"item:{self.row.token}"

    @property
    def pips(self) -> list[bool]:
        return [place < self.row.wear_left for place in range(self.row.wear_most)]

    @property
    def is_spent(self) -> bool:
        return (self.row.wear_left if self.row.wear_most else self.row.quantity) == 0


@dataclass(frozen=True)
class TrainingView:
    row: Training

    @property
    def target(self) -> str:
        return f"training:{self.row.token}"

    @property
    def share(self) -> float:
        return min(1.0, self.row.invested / self.row.required) if self.row.required else 0.0

    @property
    def paid_up(self) -> bool:
        """All the experience that it needs is there; whether it is over, the story says."""
        return self.row.required is not None and self.row.invested >= self.row.required
