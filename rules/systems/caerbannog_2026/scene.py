"""What a scene gives and takes by itself: Momentum of experience, the pool emptied, experience at the end.

Every moment of a scene is told to `at`; whether it gives anything is decided here. The sheets are the party's:
enemies have no Momentum, or one pool that their GM keeps [Używanie Rozmachu].
"""

from __future__ import annotations

from rules.caerbannog.sheet import MOMENTUM, held
from rules.errors import RuleError
from rules.scenes.values import Scene
from rules.systems.caerbannog_2026 import momentum
from rules.systems.caerbannog_2026.momentum import EXPERIENCE
from rules.tables import CaerbannogTables
from rules.values import N_, Effect, Sheet, Sheets

SITUATIONS = ("challenge", "combat")
PACES = ("rounds", "stages")
SURPRISED = ("", "party", "enemies")


def at(moment: str, scene: Scene, sheets: Sheets, tables: CaerbannogTables) -> tuple[Effect, ...]:
    """The effects of a moment of the scene: it "opens", a "turn" or a "stage" begins, it "closes".

    A turn concerns the one whose turn it is, everything else all the sheets given. Raises RuleError for a scene that
    the game doesn't know and for a turn or a stage of a free one.
    """
    validate(scene)
    if moment not in _MOMENTS:
        raise RuleError(N_("A scene has no such moment."))
    if moment in ("turn", "stage") and scene.kind == "free":
        raise RuleError(N_("A free scene has neither turns nor stages."))
    concerned = [sheet for sheet in sheets.values() if moment != "turn" or sheet.who == scene.turn_of]
    return tuple(effect for sheet in concerned for effect in _MOMENTS[moment](scene, sheet, tables))


def validate(scene: Scene) -> None:
    """Raise RuleError unless the scene is one that this game knows [Schemat Rozgrywki]."""
    if scene.kind not in ("free", *SITUATIONS):
        raise RuleError(N_("A scene is free, a challenge or a combat."))
    if scene.pace not in PACES or (scene.pace == "stages" and scene.kind != "challenge"):
        raise RuleError(N_("A combat goes by rounds, a challenge by rounds or stages."))
    if scene.surprise not in SURPRISED or (scene.surprise and scene.kind == "free"):
        raise RuleError(N_("Either side may be surprised as a challenge or a combat begins."))
    if scene.round < 1:
        raise RuleError(N_("Rounds and stages are counted from 1."))


def _opens(scene: Scene, sheet: Sheet, tables: CaerbannogTables) -> tuple[Effect, ...]:
    """In every scene Momentum is gathered anew, unless a situation may keep it (decision 25)."""
    kept = held(sheet, MOMENTUM) if scene.kind in SITUATIONS and tables.situation_keeps_momentum else 0
    gains_once = scene.kind == "free" or (scene.pace == "stages" and tables.stage_gain == "start")
    gain = _gain(scene, sheet, tables) if gains_once else 0
    return momentum.set_to(sheet, kept + gain, tables)


def _turn(scene: Scene, sheet: Sheet, tables: CaerbannogTables) -> tuple[Effect, ...]:
    """Once a round, as one's own turn begins (decision 23): a further turn in the same round gives nothing."""
    if scene.pace != "rounds" or sheet.who in scene.had_turn:
        return ()
    return momentum.change(sheet, tables, gained=_gain(scene, sheet, tables)).effects


def _stage(scene: Scene, sheet: Sheet, tables: CaerbannogTables) -> tuple[Effect, ...]:
    """Stages that are no rounds give once each (decision 45)."""
    if scene.pace != "stages" or tables.stage_gain != "stage":
        return ()
    return momentum.change(sheet, tables, gained=_gain(scene, sheet, tables)).effects


def _closes(scene: Scene, sheet: Sheet, tables: CaerbannogTables) -> tuple[Effect, ...]:
    """The pool is emptied, and a finished situation brings everybody 1 experience (decision 22)."""
    finished = scene.won or (scene.won is False and tables.losses_give_experience)
    earned = (Effect(sheet.who, EXPERIENCE, 1),) if scene.kind in SITUATIONS and finished else ()
    return (*momentum.set_to(sheet, 0, tables), *earned)


def _gain(scene: Scene, sheet: Sheet, tables: CaerbannogTables) -> int:
    """Surprise halves (rounded down) or doubles the gain of the first round (decision 24) [Rozmach a Zaskoczenie]."""
    gain = momentum.gain_of(sheet, tables)
    if scene.round == 1 and scene.surprise:
        return gain // 2 if scene.surprise == "party" else gain * 2
    return gain


_MOMENTS = {"opens": _opens, "turn": _turn, "stage": _stage, "closes": _closes}
