"""Rests and the damage of a bare throw, behind the protocol that every game keeps; of scenes Cairn says nothing.

Choosing a rest says that its conditions are met: nobody is deprived, the place is safe, a healer helps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rules.errors import RuleError
from rules.scenes.neutral import NoScenes
from rules.scenes.values import Consequence, RestChoices, Rested, RestKind
from rules.systems.cairn.damage import as_target, hit, losses
from rules.systems.cairn.recovery import moments, night, week
from rules.systems.cairn.request import DAMAGE, opponent, throw_of
from rules.systems.cairn.sheet import PROTECTION, STRENGTH, held
from rules.values import N_, NP_, CheckResult, Effect, Sheet, Sheets, Tables, Text

_KINDS = (
    RestKind("moments", Text(N_("A few moments")), Text(N_("With a drink of water: Hit Protection comes back."))),
    RestKind("night", Text(N_("A night in a safe place")), Text(N_("Every fatigue passes."))),
    RestKind("week", Text(N_("A week with a healer")), Text(N_("What the attributes have lost comes back."))),
)
_RESTS: Mapping[str, Callable[[Sheet], tuple[Effect, ...]]] = {
    "moments": moments,
    "night": partial(night, safe=True),
    "week": partial(week, healer=True),
}


class CairnScenes(NoScenes):
    """See protocol.SceneRules for what each function promises."""

    def rests(self) -> tuple[RestKind, ...]:
        return _KINDS

    def rest_preview(self, kind: str, sheets: Sheets, choices: RestChoices, tables: Tables) -> tuple[Rested, ...]:
        if kind not in _RESTS:
            raise RuleError(N_("This game has no such rest."))
        # The dead of the party stay dead, and the others rest all the same.
        return tuple(Rested(who, _RESTS[kind](sheet) if held(sheet, STRENGTH) else ()) for who, sheet in sheets.items())

    def consequences(self, result: CheckResult, sheets: Sheets) -> tuple[Consequence, ...]:
        """The damage of a throw that named nobody; one that did has struck already."""
        if throw_of(result.request) != DAMAGE or opponent(result.request) or not result.value:
            return ()
        told = Text(NP_("{n} damage before armour", "{n} damage before armour"), result.value)
        return (Consequence("damage", Text(N_("Damage")), told, result.value, "damage", "enemy", PROTECTION),)

    def applied(
        self, consequence: Consequence, target: Sheet, tables: Tables, points: int | None = None
    ) -> tuple[Effect, ...]:
        return losses(target.who, hit(consequence.amount, as_target(target)))
