"""A round of combat: who acts, what fits into a turn, how one gets away [Rundy, Akcje, Odwrót].

A round is about ten seconds: first everybody of the players' side who can act, then their foes. What a side does
is told before any dice and happens at one stroke, so its dice meet in damage.strike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from rules.errors import RuleError
from rules.systems.cairn.saves import passes
from rules.values import N_, NP_

METRES = 12


def able(number: int, people: Collection[int], passed: Mapping[int, bool], exempt: Collection[int] = ()) -> set[int]:
    """Which of the players' characters act in round `number`.

    In round 1 those whose Dexterity save `passed`, or whom something exempts from it; later everybody. Raises
    RuleError while a save of round 1 is missing.
    """
    if number > 1:
        return set(people)
    waiting = set(people) - set(passed) - set(exempt)
    if waiting:
        raise RuleError(
            NP_(
                "{n} character still has to make the Dexterity save of the first round.",
                "{n} characters still have to make the Dexterity save of the first round.",
            ),
            len(waiting),
        )
    return {who for who in people if who in exempt or passed[who]}


def need_declared(acting: Collection[int], declared: Collection[int]) -> None:
    """Raise RuleError unless everybody who acts has told what they do: dice come after that."""
    silent = set(acting) - set(declared)
    if silent:
        raise RuleError(
            NP_(
                "{n} character has not told yet what they do.",
                "{n} characters have not told yet what they do.",
            ),
            len(silent),
        )


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody has done in their turn so far."""

    moved: bool = False
    acted: bool = False


def move(turn: Turn, metres: int) -> Turn:
    """The turn after a move of up to 12 m; a second move takes the action's place. Raises RuleError for more."""
    if not 0 < metres <= METRES:
        raise RuleError(N_("One move is from 1 to {limit} metres."), limit=METRES)
    return act(turn) if turn.moved else replace(turn, moved=True)


def act(turn: Turn) -> Turn:
    """The turn after its one action: an attack, a spell, anything sensible. Raises RuleError for a second one."""
    if turn.acted:
        raise RuleError(N_("There is one action in a turn."))
    return replace(turn, acted=True)


def retreats(face: int, dexterity: int, *, refuge: bool) -> bool:
    """Whether somebody gets away, by a Dexterity save. Raises RuleError without a safe place to run to."""
    if not refuge:
        raise RuleError(N_("There is no safe place to run to."))
    return passes(face, dexterity)
