"""Scenes, Reactions, rests and consequences of Caerbannog 2026, behind the protocol that every game keeps."""

from __future__ import annotations

from rules.scenes.values import (
    Consequence,
    PoolChange,
    ReactionOffer,
    RestChoices,
    Rested,
    RestKind,
    Scene,
)
from rules.systems.caerbannog_2026 import (
    consequences,
    momentum,
    reaction,
    rest,
    scene,
)
from rules.tables import PRESETS, CaerbannogTables
from rules.values import CheckResult, Effect, Sheet, Sheets, Tables


def _house(tables: Tables) -> CaerbannogTables:
    """The campaign's tables; bare ones stand for the defaults."""
    return tables if isinstance(tables, CaerbannogTables) else PRESETS["2026"]


class CaerbannogScenes:
    """See protocol.SceneRules for what each function promises."""

    def at(self, moment: str, now: Scene, sheets: Sheets, tables: Tables) -> tuple[Effect, ...]:
        return scene.at(moment, now, sheets, _house(tables))

    def forced(self, sheet: Sheet, amount: int, tables: Tables, gained: int = 0) -> PoolChange:
        return momentum.change(sheet, _house(tables), gained=gained, forced=amount)

    def reactions(self, now: Scene, sheet: Sheet, tables: Tables) -> tuple[ReactionOffer, ...]:
        return reaction.offers(now, sheet, _house(tables))

    def react(self, now: Scene, sheet: Sheet, offer: ReactionOffer, tables: Tables) -> tuple[Effect, ...]:
        return reaction.react(now, sheet, offer, _house(tables))

    def rests(self) -> tuple[RestKind, ...]:
        return rest.KINDS

    def rest_preview(self, kind: str, sheets: Sheets, choices: RestChoices, tables: Tables) -> tuple[Rested, ...]:
        return rest.preview(kind, sheets, choices, _house(tables))

    def rest(self, kind: str, sheets: Sheets, choices: RestChoices, tables: Tables) -> tuple[Rested, ...]:
        return rest.take(kind, sheets, choices, _house(tables))

    def consequences(self, result: CheckResult, sheets: Sheets) -> tuple[Consequence, ...]:
        return consequences.consequences(result, sheets)

    def applied(
        self, consequence: Consequence, target: Sheet, tables: Tables, points: int | None = None
    ) -> tuple[Effect, ...]:
        return consequences.applied(consequence, target, _house(tables), points)

    def answered_by(self, consequence: Consequence) -> str:
        return consequences.answered_by(consequence)
