"""Scars: what a player's character keeps of a hit that took exactly the last Hit Protection [Blizny].

A scar hurts at once (where, and how long, the table plays out) and teaches later: the dice of its lesson are thrown
when what `after` says has come to pass, and `learn` gives the counter as it is then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.errors import RuleError
from rules.systems.cairn.sheet import ATTRIBUTES, DEXTERITY, LABEL, PROTECTION, WILL
from rules.values import N_, Counter, Text

LIMBS = tuple(map(Text, (N_("neck"), N_("hands"), N_("eye"), N_("chest"), N_("legs"), N_("ear"))))
LEG, ARM, RIB, SKULL = map(Text, (N_("leg"), N_("arm"), N_("rib"), N_("skull")))

AT_ONCE = Text(N_("at once"))
RESTED = Text(N_("after a few hours of rest; deprived until then"))
HEALED = Text(N_("once healed"))
SAVED = Text(N_("at once, if a Will save passes"))
SURVIVED = Text(N_("once healed; out of action until then, and dead within the hour if nobody helps"))
NEXT_SAVE = Text(N_("when the next save against critical damage passes; death if it fails"))


# --- what a lesson changes: the counter now, what was rolled, the counter afterwards ----------------------------------


def higher(now: Counter, rolled: int) -> Counter:
    """A roll above the maximum becomes the maximum."""
    return Counter(now.value, max(_maximum(now), rolled))


def higher_than_current(now: Counter, rolled: int) -> Counter:
    """A roll above the current value becomes it, and pushes the maximum where it must (row 6, decision 39)."""
    value = max(now.value, rolled)
    return Counter(value, max(_maximum(now), value))


def added(now: Counter, rolled: int) -> Counter:
    """The roll is added to the maximum."""
    return Counter(now.value, _maximum(now) + rolled)


def outright(now: Counter, rolled: int) -> Counter:
    """The roll is the maximum, be it lower; what is held above it is lost (row 11, decision 39)."""
    return Counter(min(now.value, rolled), rolled)


def _maximum(now: Counter) -> int:
    return now.value if now.maximum is None else now.maximum


# --- the table --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scar:
    """One row. `places` are the faces of a k6 that tells where; `dice` (count, sides) are those of the lesson."""

    lost: int
    name: Text
    dice: tuple[int, int]
    after: Text
    teaches: Callable[[Counter, int], Counter] = higher
    counter: str = PROTECTION  # empty: the face of the place chooses it
    places: tuple[Text, ...] = ()


STRUCK = tuple(key for key in ATTRIBUTES for _ in range(2))  # row 6: 1-2 Strength, 3-4 Dexterity, 5-6 Will

SCARS = (
    Scar(1, Text(N_("Lasting scar")), (1, 6), AT_ONCE, places=LIMBS),
    Scar(2, Text(N_("Rattling blow")), (1, 6), AT_ONCE),
    Scar(3, Text(N_("Walloped")), (1, 6), RESTED, added),
    Scar(4, Text(N_("Broken bone")), (2, 6), HEALED, places=(LEG, LEG, ARM, ARM, RIB, SKULL)),
    Scar(5, Text(N_("Diseased")), (2, 6), HEALED),
    Scar(
        6, Text(N_("Head wound")), (3, 6), AT_ONCE, higher_than_current, "", tuple(LABEL[key] for key in STRUCK)
    ),
    Scar(7, Text(N_("Hamstrung")), (3, 6), HEALED, counter=DEXTERITY),
    Scar(8, Text(N_("Deafened")), (1, 4), SAVED, added, WILL),
    Scar(9, Text(N_("Shaken mind")), (3, 6), AT_ONCE, counter=WILL),
    Scar(10, Text(N_("Lost limb")), (1, 6), SAVED, added, WILL),
    Scar(11, Text(N_("Mortal wound")), (2, 6), SURVIVED, outright),
    Scar(12, Text(N_("Doomed")), (3, 6), NEXT_SAVE),
)  # fmt: skip


def row_for(lost: int) -> Scar:
    """The row for so much Hit Protection lost; above 12 it is row 12 (decision 39). Raises RuleError below 1."""
    if lost < 1:
        raise RuleError(N_("Only a hit that takes Hit Protection leaves a scar."))
    return SCARS[min(lost, len(SCARS)) - 1]


def place(scar: Scar, face: int) -> Text:
    """Where the scar is, by a k6. Raises RuleError where the row doesn't ask, or for a face that a k6 lacks."""
    if not scar.places:
        raise RuleError(N_("This scar has no place to throw for."))
    _on_dice([face], 1, len(scar.places))
    return scar.places[face - 1]


def taught(scar: Scar, face: int | None = None) -> str:
    """Which counter the scar's lesson changes; `face` is the k6 of a scar whose place chooses it.

    Raises RuleError when that face is missing or wrong.
    """
    if scar.counter:
        return scar.counter
    if face is None:
        raise RuleError(N_("Throw for the attribute first."))
    _on_dice([face], 1, len(STRUCK))
    return STRUCK[face - 1]


def learn(scar: Scar, faces: Sequence[int], now: Counter, *, saved: bool | None = None) -> Counter:
    """The counter after the scar's lesson: `faces` are its dice, `saved` tells of the save that some rows ask for.

    Row 12 asks for the save against critical damage, rows 8 and 10 for a Will save; when it fails no dice are thrown
    and nothing is learnt. Raises RuleError for dice other than the row's, and when the save is not made yet.
    """
    if scar.after in (SAVED, NEXT_SAVE):
        if saved is None:
            raise RuleError(N_("This scar asks for a save first."))
        if not saved:
            return now
    _on_dice(faces, *scar.dice)
    return scar.teaches(now, sum(faces))


def _on_dice(faces: Sequence[int], count: int, sides: int) -> None:
    if len(faces) != count or not all(1 <= face <= sides for face in faces):
        raise RuleError(N_("These dice are not the ones that were asked for."))
