"""When foes have to save to stay in a fight, and with whose Will [Morale]. The save itself is saves.passes.

Morale is never asked of players' characters: checks.py refuses such a request.
"""

from __future__ import annotations

from rules.errors import RuleError
from rules.values import N_


def group_tests(size: int, fallen_before: int, fallen: int) -> bool:
    """Whether a group that began with `size` foes saves now that `fallen` of them are down.

    It does when the first one falls, and again when half of them are down; when one blow brings both it saves once
    (the text is silent). Raises RuleError for a lone foe, and for numbers that can't be.
    """
    if size < 2:
        raise RuleError(N_("A lone foe tests morale when its Hit Protection falls to 0."))
    if not 0 <= fallen_before <= fallen <= size:
        raise RuleError(N_("There can't be so many fallen."))
    first = fallen_before == 0 < fallen
    half = 2 * fallen_before < size <= 2 * fallen
    return first or half


def lone_tests(protection_before: int, protection: int) -> bool:
    """Whether a lone foe saves now: its Hit Protection has just fallen to 0."""
    return protection_before > 0 == protection


def will_of(own: int, leader: int | None = None) -> int:
    """The Will that a foe saves with: some groups use their leader's."""
    return own if leader is None else leader
