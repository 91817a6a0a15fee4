"""What damage does: armour, then Hit Protection, then Strength, then a save [Atak i obrażenia, Obrażenia krytyczne]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import RuleError
from rules.systems.cairn.attack import single_highest
from rules.systems.cairn.scars import row_for
from rules.systems.cairn.sheet import ARMOUR, MAX_ARMOUR, PROTECTION, STRENGTH, held
from rules.values import N_, Effect, Sheet, Text

CHARACTER, CREATURE, DETACHMENT = BEINGS = ("character", "creature", "detachment")


@dataclass(frozen=True, slots=True)
class Target:
    """Who is hit. `being`: a player's character, a creature (anybody the Warden plays) or a detachment."""

    protection: int
    strength: int
    armour: int = 0
    being: str = CHARACTER


def as_target(sheet: Sheet, being: str = CHARACTER) -> Target:
    """Whoever is hit, as their sheet has them now."""
    return Target(held(sheet, PROTECTION), held(sheet, STRENGTH), held(sheet, ARMOUR), being)


@dataclass(frozen=True, slots=True)
class Hit:
    """What one hit did. `damage` is what came through the armour; `scar` the row of the scar table, 0 for none."""

    damage: int
    protection_lost: int = 0
    strength_lost: int = 0
    scar: int = 0
    destroyed: bool = False  # Strength fell to 0: dead, or a detachment no more

    @property
    def critical_save(self) -> bool:
        """Whether a Strength save decides about critical damage now."""
        return self.strength_lost > 0 and not self.destroyed


def worn(*pieces: int) -> int:
    """The armour of everything worn and held together: never above 3 [Pancerz]."""
    return min(sum(pieces), MAX_ARMOUR)


def through(rolled: int, armour: int) -> int:
    """What of a damage die comes through the armour; never below 0."""
    return max(rolled - worn(armour), 0)


def hit(rolled: int, target: Target) -> Hit:
    """What a counted damage die of `rolled` does to the target in a fight.

    A scar comes only to a player's character whose last Hit Protection this very hit took, and no more than it
    (decision 40); the lost points are its row, 12 being the last one (decision 39).
    """
    damage = through(rolled, target.armour)
    protection_lost = min(damage, target.protection)
    strength_lost = min(damage - protection_lost, target.strength)
    exactly = target.being == CHARACTER and 0 < damage == target.protection
    return Hit(
        damage,
        protection_lost,
        strength_lost,
        row_for(damage).lost if exactly else 0,
        destroyed=damage > target.protection and strength_lost == target.strength,
    )


def losses(who: int, done: Hit) -> tuple[Effect, ...]:
    """What a hit takes from the counters of `who`."""
    taken = ((PROTECTION, done.protection_lost), (STRENGTH, done.strength_lost))
    return tuple(Effect(who, key, -amount) for key, amount in taken if amount)


def strike(thrown: Mapping[int, tuple[int, ...]], targets: Mapping[int, Target]) -> dict[int, Hit]:
    """What a side's attacks do at one stroke: the dice thrown at each target, and each target as it stood before them.

    Every target is hit once, by the single highest of its dice; a blast brings dice of its own for each target.
    """
    return {who: hit(single_highest(faces), targets[who]) for who, faces in thrown.items()}


def outside_combat(damage: int, score: int) -> int:
    """What is left of an attribute (usually Strength) that takes damage without a fight; neither armour nor Hit
    Protection helps [Utrata punktów atrybutu].

    Raises RuleError for damage below 0.
    """
    if damage < 0:
        raise RuleError(N_("Damage is never below 0."))
    return max(score - damage, 0)


# --- what becomes of somebody ---------------------------------------------------------------------------------------

OUT = Text(N_("critical damage: out of the fight, and dead within the hour unless helped"))
DEAD = Text(N_("critical damage: dead, unless the Warden decides otherwise"))
ROUTED = Text(N_("critical damage: the detachment is scattered"))
DOOMED = Text(N_("critical damage: doomed, and now dead"))
FIGHTS_ON = Text(N_("still fighting"))
NO_STRENGTH = Text(N_("Strength 0: dead."))
DESTROYED = Text(N_("Strength 0: the detachment is destroyed."))

_FAILED = {CHARACTER: OUT, CREATURE: DEAD, DETACHMENT: ROUTED}


def critical(passed: bool, being: str, *, doomed: bool = False) -> Text:
    """What becomes of the target after its critical save; `doomed` is whoever bears scar 12."""
    if passed:
        return FIGHTS_ON
    return DOOMED if doomed else _FAILED[being]


def fallen(being: str) -> Text:
    """What becomes of a target whose Strength a hit has taken whole [Utrata punktów atrybutu, Oddziały]."""
    return DESTROYED if being == DETACHMENT else NO_STRENGTH
