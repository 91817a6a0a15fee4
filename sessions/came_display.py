"""What came of a roll, as its row tells it to one reader: whom it reached, and what it changed as far as they may know.

Of somebody hidden a player is told nothing at all; of a pool that they do not see, only that something came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef

from caerbannog_site.words import say
from rules import registry
from rules.scenes import serialise
from rules.scenes.values import Consequence
from rules.spec import SheetSpec
from sessions.access import Viewer
from sessions.models import Check, LogEntry
from sheets.access import Rights, name_of, rights_on
from sheets.models import Character

Moved = tuple[str, Any, Any]  # what, the number before, the number now


@dataclass
class Reached:
    """One target: what moved on its sheet, and the condition that was imposed on it with its strength."""

    name: str
    moved: list[Moved] = field(default_factory=list)
    condition: str = ""
    strength: int = 0

    def __str__(self) -> str:
        told = [f"{what} {now}" for what, _before, now in self.moved]
        told += [f"{self.condition} {self.strength}"] if self.condition else []
        return f"{self.name} {', '.join(told)}".strip()


@dataclass
class Came:
    """One consequence: what was done, what comes of it in words, to whom; `token` for those who may undo it."""

    name: str
    told: str = ""
    reached: list[Reached] = field(default_factory=list)
    token: str = ""
    undone: bool = False

    def __str__(self) -> str:
        return f"{self.name}: {', '.join(map(str, self.reached)) or self.told}"


def steps_of(entries: Iterable[LogEntry]) -> dict[int, list[LogEntry]]:
    """The consequences of these roots, oldest first, each with whether it was `taken_back`."""
    moved = [entry.pk for entry in entries if entry.kind == "check" and entry.rolled.step]
    found: dict[int, list[LogEntry]] = {pk: [] for pk in moved}
    if moved:
        back = Exists(LogEntry.objects.filter(undoes=OuterRef("pk"), kind="undone"))
        steps = LogEntry.objects.filter(parent__in=moved, kind="consequence").annotate(taken_back=back)
        for step in steps.order_by("seq"):
            found[step.parent_id or 0].append(step)
    return found


def reached_by(steps: Iterable[LogEntry]) -> set[int]:
    """The ids of the characters whom these consequences reached."""
    return {target["who"] for step in steps for target in step.payload["targets"]}


def came_of(
    check: Check, steps: Sequence[LogEntry], viewer: Viewer, people: Mapping[int, Character], may_undo: bool
) -> list[Came]:
    """The consequences of this roll for a viewer who sees it."""
    found = (_came(step, viewer, people, numbers=viewer.is_gm or not check.hidden) for step in steps)
    told = [(came, step) for came, step in zip(found, steps, strict=True) if came]
    for came, step in told:
        came.token = step.token if may_undo and not came.undone else ""
    return [came for came, _step in told]


def _came(step: LogEntry, viewer: Viewer, people: Mapping[int, Character], numbers: bool) -> Came | None:
    consequence = serialise.from_json(step.payload["came"])
    assert isinstance(consequence, Consequence)
    targets = [(people.get(target["who"]), target) for target in step.payload["targets"]]
    known = [(one, target) for one, target in targets if one and (viewer.is_gm or not one.hidden)]
    if targets and not known:
        return None
    reached = [_reached(one, target, viewer, numbers) for one, target in known]
    told = say(consequence.told) if numbers else ""
    return Came(say(consequence.name), told, reached, undone=step.taken_back)  # type: ignore[attr-defined]


def _reached(character: Character, target: Mapping[str, Any], viewer: Viewer, numbers: bool) -> Reached:
    rights, spec = rights_there(character, viewer), registry.system(character.system).sheet()
    found = Reached(name_of(character, viewer))
    if numbers and rights.sees("p"):
        found.moved = [(_label(spec, key), before, now) for key, before, now in target["counters"]]
    if numbers and rights.sees("b"):
        found.condition, found.strength = target.get("condition", ("", 0))
        found.moved += [tuple(target["eased"])] if "eased" in target else []
    return found


def _label(spec: SheetSpec, key: str) -> str:
    counter = spec.counter(key)
    return say(counter.label) if counter else key


def rights_there(character: Character, viewer: Viewer) -> Rights:
    """What the viewer sees of somebody at their table; of one who has left it, the name."""
    owner = character.owner_id is not None and character.owner_id == viewer.user_id
    return rights_on(character, viewer) if owner or character.campaign_id == viewer.campaign_id else Rights("a")
