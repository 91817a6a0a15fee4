"""The games that can be played here: those of which the panels can draw every row."""

from __future__ import annotations

from caerbannog_site.words import say
from rules import registry
from rules.protocol import RuleSystem
from rules.spec import CounterSpec
from rules.values import Text

DRAWN = {"skill", "defence"}  # the kinds of categories that have a panel (panels.py)


def playable() -> dict[str, RuleSystem]:
    """The rule systems of which a sheet can be shown whole, in the order in which they are offered."""
    return {key: one for key, one in registry.systems().items() if {c.kind for c in one.sheet().categories} <= DRAWN}


def choices() -> list[tuple[str, str]]:
    """(key, name in the reader's language) for a form."""
    return [(key, say(system.name)) for key, system in playable().items()]


def rest_name(system: str, key: str) -> Text:
    """What this game calls a rest; its key where it no longer knows it."""
    return next((kind.name for kind in registry.scene_rules(system).rests() if kind.key == key), Text(key))


def experience_of(system: str) -> CounterSpec | None:
    """The counter that experience is kept in, in a game that has one."""
    return next((one for one in registry.system(system).sheet().counters if one.kind == "xp"), None)
