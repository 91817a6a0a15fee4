"""Spellbooks, scrolls and artefacts: what they ask of whoever uses them [Magia]. What they do, the table knows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.errors import RuleError
from rules.systems.cairn.inventory import Inventory, drop, item_at, tire
from rules.values import N_

SPELLBOOK, SCROLL = "spellbook", "scroll"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How a spell is cast: with both hands on the book or not, deprived, in danger (a fight, say), with time."""

    both_hands: bool = True
    deprived: bool = False
    danger: bool = False
    time: bool = False


def cast(inventory: Inventory, place: int, how: Circumstances, *, enhanced: bool = False) -> Inventory:
    """The inventory after casting from the spellbook at this place: one fatigue more, enhanced or not.

    Raises RuleError for anything that isn't a spellbook, without both hands, when no slot is free for the fatigue,
    and for an enhanced spell without time or safety.
    """
    if item_at(inventory, place).kind != SPELLBOOK:
        raise RuleError(N_("A spell is cast from a spellbook."))
    if not how.both_hands:
        raise RuleError(N_("A spellbook is held in both hands."))
    if enhanced and (how.danger or not how.time):
        raise RuleError(N_("A spell is enhanced with time and in safety."))
    return tire(inventory)


def may_ask_save(how: Circumstances) -> bool:
    """Whether the Warden may ask for a Will save against side effects: the caster is deprived or in danger."""
    return how.deprived or how.danger


def read_scroll(inventory: Inventory, place: int) -> Inventory:
    """The inventory after the scroll at this place: it is gone, without fatigue. Raises RuleError for other things."""
    if item_at(inventory, place).kind != SCROLL:
        raise RuleError(N_("This is not a scroll."))
    return drop(inventory, place)


@dataclass(frozen=True, slots=True)
class Artefact:
    """An enchanted thing: uses left, how many it has when charged, and how it is charged again, as the table says."""

    name: str
    charges: int
    most: int
    recharge: str = ""


def use(artefact: Artefact) -> Artefact:
    """The artefact after one use; no fatigue comes of it. Raises RuleError when it is empty."""
    if artefact.charges < 1:
        raise RuleError(N_("{artefact} is empty; it wants its charge back first."), artefact=artefact.name)
    return replace(artefact, charges=artefact.charges - 1)


def recharge(artefact: Artefact) -> Artefact:
    """The artefact once the condition of its charging is met. Raises RuleError when it has none."""
    if not artefact.recharge:
        raise RuleError(N_("Nothing charges {artefact} again."), artefact=artefact.name)
    return replace(artefact, charges=artefact.most)
