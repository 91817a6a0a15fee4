"""The answers of a game that says nothing of scenes, Reactions, rests and consequences: nothing happens."""

from __future__ import annotations

from rules.errors import RuleError
from rules.scenes.values import (
    Consequence,
    PoolChange,
    ReactionOffer,
    RestChoices,
    Rested,
    RestKind,
    Scene,
)
from rules.values import N_, CheckResult, Effect, Sheet, Sheets, Tables


class NoScenes:
    """Neutral protocol.SceneRules: questions are answered with nothing, moves are refused.

    A game that knows some of it inherits from this and answers what it knows.
    """

    def at(self, moment: str, now: Scene, sheets: Sheets, tables: Tables) -> tuple[Effect, ...]:
        return ()

    def forced(self, sheet: Sheet, amount: int, tables: Tables, gained: int = 0) -> PoolChange:
        raise RuleError(N_("Nothing in this game is spent by force."))

    def reactions(self, now: Scene, sheet: Sheet, tables: Tables) -> tuple[ReactionOffer, ...]:
        return ()

    def react(self, now: Scene, sheet: Sheet, offer: ReactionOffer, tables: Tables) -> tuple[Effect, ...]:
        raise RuleError(N_("This game has no Reactions."))

    def rests(self) -> tuple[RestKind, ...]:
        return ()

    def rest_preview(self, kind: str, sheets: Sheets, choices: RestChoices, tables: Tables) -> tuple[Rested, ...]:
        raise RuleError(N_("This game has no such rest."))

    def rest(self, kind: str, sheets: Sheets, choices: RestChoices, tables: Tables) -> tuple[Rested, ...]:
        return self.rest_preview(kind, sheets, choices, tables)

    def consequences(self, result: CheckResult, sheets: Sheets) -> tuple[Consequence, ...]:
        return ()

    def applied(
        self, consequence: Consequence, target: Sheet, tables: Tables, points: int | None = None
    ) -> tuple[Effect, ...]:
        return ()

    def answered_by(self, consequence: Consequence) -> str:
        return ""
