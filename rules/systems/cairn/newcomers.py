"""Rolling up a hireling or a new character [Najemnicy, Śmierć postaci].

3k6 for each attribute in order and 1k6 Hit Protection are all the numbers that the text gives. Names, gear, traits
and roles come from the Warden's own lists, which begin empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.errors import RuleError
from rules.systems.cairn.planning import need_dice
from rules.systems.cairn.sheet import ATTRIBUTES, PROTECTION
from rules.values import N_, NP_, Counter, Die, Part

MAX_ENTRY = 80

_COUNTS = {**dict.fromkeys(ATTRIBUTES, 3), PROTECTION: 1}


def parts(who: int) -> tuple[Part, ...]:
    """What is thrown for `who`: three dice for each attribute in order, one for Hit Protection."""
    return tuple(Part(who, key, 6, count) for key, count in _COUNTS.items())


def rolled(who: int, thrown: Sequence[Die]) -> dict[str, Counter]:
    """The counters of a newcomer, full, from the dice of `parts(who)`. Raises RuleError for other dice."""
    need_dice(thrown, parts(who))
    totals = {key: sum(die.face for die in thrown if die.trait == key) for key in _COUNTS}
    return {key: Counter(total, total) for key, total in totals.items()}


@dataclass(frozen=True, slots=True)
class Lists:
    """The Warden's own lists to pick from; all empty until somebody writes them."""

    roles: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()


def read_lists(written: Mapping[str, object]) -> Lists:
    """The lists from plain JSON values: {"names": ["Agda", "Borys"]}.

    Raises RuleError for a list that there isn't, and for one with anything in it but short words.
    """
    lists: dict[str, tuple[str, ...]] = {}
    for name, entries in written.items():
        if name not in Lists.__slots__:
            raise RuleError(N_("There is no such list."))
        if not isinstance(entries, list | tuple) or not all(_is_entry(entry) for entry in entries):
            raise RuleError(
                NP_("An entry of a list has 1 to {n} character.", "An entry of a list has 1 to {n} characters."),
                MAX_ENTRY,
            )
        lists[name] = tuple(entries)
    return Lists(**lists)


def _is_entry(entry: object) -> bool:
    return isinstance(entry, str) and len(entry.strip()) > 0 and len(entry) <= MAX_ENTRY


def pick(entries: Sequence[str], face: int) -> str:
    """The entry of one of the Warden's lists by a die with as many sides. Raises RuleError for an empty list or no
    such entry.
    """
    if not entries:
        raise RuleError(N_("This list is still empty; the game master writes it."))
    if not 1 <= face <= len(entries):
        raise RuleError(N_("A die of {sides} sides can't show {face}."), sides=len(entries), face=face)
    return entries[face - 1]
