"""Which damage dice an attack throws, and which one counts [Modyfikatory ataku, Atak i obrażenia, Oddziały]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

IMPAIRED, ENHANCED = 4, 12


def lean(reasons_for: int, reasons_against: int, *, by_detachment: bool, on_detachment: bool, blast: bool) -> int:
    """Above 0 the attack is enhanced, below 0 impaired, at 0 plain.

    Reasons for and against balance each other (the text is silent). A detachment against individuals is one more
    reason for; individuals against a detachment are one more against, unless the attack is a blast.
    """
    against_many = on_detachment and not by_detachment and not blast
    against_few = by_detachment and not on_detachment
    return reasons_for - reasons_against + against_few - against_many


def damage_dice(weapon: Sequence[int], leaning: int, *, unarmed: bool = False) -> tuple[int, ...]:
    """The dice of one attacker whose weapons have the dice `weapon`.

    An impaired or an enhanced attack throws one k4 or one k12 whatever the weapons; bare hands always throw a k4.
    """
    if unarmed:
        return (IMPAIRED,)
    if leaning:
        return (ENHANCED if leaning > 0 else IMPAIRED,)
    return tuple(weapon)


def single_highest(faces: Iterable[int]) -> int:
    """What counts of all dice thrown at one target, by one attacker or by several: the single highest."""
    return max(faces)
