"""One person of a rest as a reader may know them: what changes, what is chosen, what may be chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sessions.access import Viewer
from sessions.resting import Party, Resting
from sheets.access import Rights, may_act, name_of, rights_on
from sheets.fields import INJURY
from sheets.models import Character, Condition
from sheets.panel_rows import CounterView, counter_view


@dataclass(frozen=True)
class Move:
    """A pool that the rest changes."""

    pool: CounterView
    new: int


@dataclass(frozen=True)
class TrainingLine:
    """A training that goes on or begins: `adds` now, to `invested` before. `key` is what a wish names it by."""

    key: str
    name: str
    adds: int
    invested: int
    required: int | None
    begins: bool = False

    @property
    def total(self) -> int:
        return self.invested + self.adds

    @property
    def share(self) -> float:
        return min(1.0, self.total / self.required) if self.required else 0.0

    @property
    def paid_up(self) -> bool:
        return self.required is not None and self.total >= self.required


@dataclass(frozen=True)
class InjuryLine:
    row: Condition
    heals: bool


@dataclass
class PersonView:
    """One person of the rest, with what this reader may see of them and nothing else."""

    character: Character
    name: str
    rights: Rights
    may_choose: bool
    moves: list[Move] = field(default_factory=list)
    trainings: list[TrainingLine] = field(default_factory=list)
    injuries: list[InjuryLine] = field(default_factory=list)
    convert: int = 0
    convertible: int = 0
    unspent: int = 0
    trouble: Any = None

    @property
    def sees_pools(self) -> bool:
        return self.rights.sees("p")

    @property
    def sees_traits(self) -> bool:
        return self.rights.sees("b")

    @property
    def trained(self) -> list[TrainingLine]:
        return [line for line in self.trainings if line.adds]

    @property
    def healed(self) -> list[InjuryLine]:
        return [line for line in self.injuries if line.heals]

    @property
    def has_choices(self) -> bool:
        return bool(self.convertible or self.trainings or self.unspent or self.injuries)


def person_view(found: Party, one: Resting, viewer: Viewer) -> PersonView:
    character = one.character
    rights = rights_on(character, viewer)
    view = PersonView(character, name_of(character, viewer), rights, may_act(character, viewer))
    if rights.sees("p"):
        view.moves = _moves(one)
    if rights.sees("b"):
        view.trainings = _trainings(one) if found.kind.trains else []
        view.injuries = _injuries(one) if found.kind.heals else []
        view.convert, view.convertible = one.choice.convert, one.rested.convertible
        view.unspent, view.trouble = one.unspent, one.trouble
    return view


def _moves(one: Resting) -> list[Move]:
    """In the order of the sheet."""
    amounts = {effect.counter: effect.amount for effect in one.rested.effects if effect.amount}
    views = [counter_view(one.rows, spec) for spec in one.rows.spec.counters if spec.key in amounts]
    return [Move(view, view.value + amounts[view.key]) for view in views]


def _trainings(one: Resting) -> list[TrainingLine]:
    """Those of the sheet that are not over, chosen or not, then those that begin."""
    adds = {plan.row.pk: plan.training.experience for plan in one.plans if plan.row}
    written = [
        TrainingLine(row.token, row.name, adds.get(row.pk, 0), row.invested, row.required)
        for row in one.rows.trainings
        if not row.done
    ]
    new = [(plan.key, plan.training) for plan in one.plans if plan.row is None]
    return [*written, *(TrainingLine(key, t.name, t.experience, 0, t.required, begins=True) for key, t in new)]


def _injuries(one: Resting) -> list[InjuryLine]:
    healing = {row.pk for row in one.injuries}
    return [InjuryLine(row, row.pk in healing) for row in one.rows.conditions if row.kind == INJURY]
