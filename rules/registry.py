"""Every rule system there is. A newcomer adds one import and one line, and another one if it knows scenes."""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import UnknownSystem
from rules.protocol import RuleSystem, SceneRules
from rules.scenes.neutral import NoScenes
from rules.systems import caerbannog_2026, caerbannog_earlier, cairn, d10_pool
from rules.systems.caerbannog_2026.scene_rules import CaerbannogScenes
from rules.systems.caerbannog_earlier.scene_rules import EarlierScenes
from rules.systems.cairn.scene_rules import CairnScenes

SYSTEMS: tuple[RuleSystem, ...] = (caerbannog_2026.system, caerbannog_earlier.system, cairn.system, d10_pool.system)
SCENE_RULES: Mapping[str, SceneRules] = {
    "caerbannog_2026": CaerbannogScenes(),
    "caerbannog_earlier": EarlierScenes(),
    "cairn": CairnScenes(),
}


def systems() -> dict[str, RuleSystem]:
    """All rule systems by key, in the order in which they are offered."""
    return {one.key: one for one in SYSTEMS}


def system(key: str) -> RuleSystem:
    """The rule system of this key. Raises UnknownSystem, which names the known ones."""
    for one in SYSTEMS:
        if one.key == key:
            return one
    raise UnknownSystem(f"no rule system {key!r}; there are: {', '.join(one.key for one in SYSTEMS)}")


def scene_rules(key: str) -> SceneRules:
    """What the system of this key says of scenes, rests and consequences; neutral answers where it says nothing.

    Raises UnknownSystem.
    """
    return SCENE_RULES.get(system(key).key, NoScenes())
