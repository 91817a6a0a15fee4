"""What a scene does in the edition before 2026: Momentum lasts as long as it, and nothing else is said."""

from __future__ import annotations

from rules.caerbannog.sheet import MOMENTUM, held
from rules.scenes.neutral import NoScenes
from rules.scenes.values import Scene
from rules.values import Effect, Sheets, Tables


class EarlierScenes(NoScenes):
    """See protocol.SceneRules for what each function promises."""

    def at(self, moment: str, now: Scene, sheets: Sheets, tables: Tables) -> tuple[Effect, ...]:
        if moment not in ("opens", "closes"):
            return ()
        pools = {sheet.who: held(sheet, MOMENTUM) for sheet in sheets.values()}
        return tuple(Effect(who, MOMENTUM, -pool) for who, pool in pools.items() if pool)
