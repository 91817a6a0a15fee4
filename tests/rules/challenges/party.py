"""The party of the tests in its challenges, and short ways to take them on."""

from __future__ import annotations

from collections.abc import Iterable

from rules.challenges.play import record, start
from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import Attempt, ChallengeState, EndStage, Member, Move

JULIO, MARCUS, ROSALIA, TEKLA = 1, 2, 3, 4
GUARD, CAPTAIN = 11, 12
FOUR = tuple(Member(who) for who in (JULIO, MARCUS, ROSALIA, TEKLA))
TWO, ONE = FOUR[:2], FOUR[:1]
DUEL = (Member(JULIO), Member(GUARD, 1))


def play(spec: ChallengeSpec, members: Iterable[Member], *moves: Move) -> ChallengeState:
    return go(start(spec, members), *moves)


def go(state: ChallengeState, *moves: Move) -> ChallengeState:
    for move in moves:
        state = record(state, move)
    return state


def attempts(*values: int) -> list[Move]:
    """The party's tests of one stage, from Julio on."""
    return [Attempt(who, value) for who, value in enumerate(values, JULIO)]


def stage(*values: int) -> list[Move]:
    """The same, and the end of the stage."""
    return [*attempts(*values), EndStage()]


def outcome(state: ChallengeState) -> str:
    return state.ending.outcome if state.ending else ""


def losses(state: ChallengeState) -> dict[tuple[int, str], int]:
    """What the last move takes, by person and counter."""
    taken: dict[tuple[int, str], int] = {}
    for effect in state.effects:
        key = (effect.who, effect.counter)
        taken[key] = taken.get(key, 0) - effect.amount
    return taken
