"""A called rest and what it would do: from the stored choices and the sheets as they are now to the rules' preview.

A stored choice is what somebody asked for. What no longer fits (experience that is gone, a removed training, a healed
injury) is left out as it is read, so that a sheet which moved on never stands in the way of its own rest.

    {"v": 1, "convert": 2, "injuries": [TOKEN, ...],
     "trainings": [{"id": TOKEN, "row": TOKEN or "", "name": ..., "required": 6 or None, "experience": 2}, ...]}
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from caerbannog_site.words import alphabetical
from rules import registry
from rules.errors import RuleError
from rules.scenes.values import RestChoice, Rested, Training
from rules.values import Text
from sessions.models import Rest
from sheets import snapshot
from sheets.fields import INJURY
from sheets.models import Character, Condition
from sheets.models import Training as TrainingRow
from sheets.snapshot import Rows

READ = ("counter", "condition", "training")
VERSION = 1


def new_choice() -> dict[str, Any]:
    return {"v": VERSION, "convert": 0, "trainings": [], "injuries": []}


@dataclass(frozen=True)
class Plan:
    """A training as it is chosen; `row` is None for one that begins with this rest."""

    key: str
    training: Training
    row: TrainingRow | None = None


@dataclass
class Resting:
    """One person's rest. `trouble` says in a sentence why it cannot be taken, else it is None."""

    character: Character
    rows: Rows
    plans: list[Plan] = field(default_factory=list)
    injuries: list[Condition] = field(default_factory=list)
    choice: RestChoice = field(default_factory=RestChoice)
    rested: Rested = field(default_factory=lambda: Rested(0))
    trouble: Text | None = None

    @property
    def unspent(self) -> int:
        return self.rested.unspent


class Party:
    """Everybody of one rest as they are now. Whoever left the table or went to the archive is no longer in it."""

    def __init__(self, rest: Rest, people: Iterable[Character]) -> None:
        self.rest = rest
        self.people = sorted(people, key=lambda one: (one.is_npc, alphabetical(one.name), one.pk))
        self.rows = snapshot.load(self.people, READ)
        self.system = rest.campaign.system
        self.rules = registry.scene_rules(self.system)
        self.kind = next(kind for kind in self.rules.rests() if kind.key == rest.kind)

    @cached_property
    def resting(self) -> list[Resting]:
        return [self._resting(one) for one in self.people]

    @property
    def is_ready(self) -> bool:
        return bool(self.resting) and not any(one.trouble for one in self.resting)

    def fingerprint(self) -> str:
        """Of all that the rest would change: who confirms another one than they saw is shown this one first."""
        seen = [[one.character.token, _pools(one), *_others(one)] for one in self.resting]
        return hashlib.sha256(json.dumps(seen).encode()).hexdigest()[:16]

    def _resting(self, character: Character) -> Resting:
        one = Resting(character, self.rows[character.pk])
        stored = self.rest.choices[str(character.pk)]
        free = self.preview(one, RestChoice())
        one.plans = _plans(stored, one.rows, free.unspent) if self.kind.trains else []
        if self.kind.heals:
            chosen = set(stored["injuries"])
            one.injuries = [row for row in one.rows.conditions if row.kind == INJURY and row.token in chosen]
        trainings = tuple(plan.training for plan in one.plans)
        healed = tuple(row.token for row in one.injuries)
        one.choice = RestChoice(min(stored["convert"], free.convertible), trainings, healed)
        one.rested = self.preview(one, one.choice)
        one.trouble = self._trouble(one)
        return one

    def preview(self, one: Resting, choice: RestChoice) -> Rested:
        """What the rules say to this choice. Raises RuleError for one that they do not allow."""
        sheet = one.rows.sheet()
        [rested] = self.rules.rest_preview(self.rest.kind, {sheet.who: sheet}, {sheet.who: choice}, one.rows.tables)
        return rested

    def _trouble(self, one: Resting) -> Text | None:
        sheet = one.rows.sheet()
        try:
            self.rules.rest(self.rest.kind, {sheet.who: sheet}, {sheet.who: one.choice}, one.rows.tables)
        except RuleError as error:
            return error.text
        return None


def _pools(one: Resting) -> list[list[Any]]:
    return [[e.counter, one.rows.counter(e.counter).value, e.amount] for e in one.rested.effects]


def _others(one: Resting) -> list[list[Any]]:
    trained = [[plan.key, plan.training.name, plan.training.experience, plan.training.invested] for plan in one.plans]
    return [trained, [injury.token for injury in one.injuries]]


def open_rest(campaign_id: int) -> Rest | None:
    """The rest that is called and not over."""
    return Rest.objects.select_related("campaign").filter(campaign=campaign_id, state=Rest.State.OPEN).first()


def party_of(rest: Rest) -> Party:
    """The rest with its people as they are now, in four queries."""
    people = Character.objects.in_play().filter(campaign=rest.campaign_id, pk__in=list(rest.choices))
    return Party(rest, people.select_related("campaign"))


def _plans(stored: dict[str, Any], rows: Rows, held: int) -> list[Plan]:
    """The chosen trainings as far as the experience goes, each within what it still needs."""
    written = {row.token: row for row in rows.trainings if not row.done}
    plans: list[Plan] = []
    for one in stored["trainings"]:
        row = written.get(one["row"])
        if one["row"] and row is None:
            continue
        invested, required = (row.invested, row.required) if row else (0, one["required"])
        most = held if required is None else min(held, required - invested)
        name, experience = row.name if row else one["name"], min(one["experience"], most)
        if experience < 1 or name in {plan.training.name for plan in plans}:
            continue
        held -= experience
        plans.append(Plan(one["id"], Training(name, experience, invested, required), row))
    return plans
