"""Playing a challenge: start it, record a move, replay moves. Every function gives a new state.

An undo is `replay` of the moves without the last one: everything in a state follows from its spec, members and moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.challenges import debts
from rules.challenges.kinds import kind_of
from rules.challenges.setup import MOST, check_members, check_spec
from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import (
    Attempt,
    ChallengeState,
    Ending,
    EndStage,
    Finish,
    Member,
    Move,
    Pause,
    Resume,
    Settle,
    Tally,
    Withdraw,
)
from rules.errors import RuleError
from rules.values import N_, NP_, Text


def start(spec: ChallengeSpec, members: Iterable[Member]) -> ChallengeState:
    """The first stage, before any test. Raises RuleError for a setup or participants that can't be played."""
    people = tuple(members)
    check_spec(spec)
    check_members(spec, people)
    sides = len({member.side for member in people})
    return debts.charge_entry(ChallengeState(spec, people, tallies=(Tally(),) * sides))


def record(state: ChallengeState, move: Move) -> ChallengeState:
    """The state after one more move. Raises RuleError for a move that isn't allowed now."""
    before = replace(state, effects=())
    if isinstance(move, Settle):
        after = debts.settle(before, move)  # what is owed is owed, paused or over
    elif state.ending is not None:
        raise RuleError(N_("This challenge is over."))
    elif isinstance(move, Resume):
        after = _resume(before)
    elif state.paused:
        raise RuleError(N_("This challenge is paused: resume it first."))
    else:
        after = _play(before, move)
    return replace(after, moves=(*state.moves, move))


def replay(spec: ChallengeSpec, members: Iterable[Member], moves: Iterable[Move]) -> ChallengeState:
    """The state after these moves. Raises RuleError like `start` and `record`."""
    state = start(spec, members)
    for move in moves:
        state = record(state, move)
    return state


def _play(state: ChallengeState, move: Attempt | EndStage | Withdraw | Finish | Pause) -> ChallengeState:
    match move:
        case Attempt():
            return _attempt(state, move)
        case EndStage():
            return _end_stage(state, move)
        case Withdraw():
            return _withdraw(state, move)
        case Finish():
            return _finish(state)
        case Pause():
            return _pause(state)


# --- tests ------------------------------------------------------------------------------------------------------------


def _attempt(state: ChallengeState, test: Attempt) -> ChallengeState:
    """One test per participant and stage; its result counts at once, so their order decides (decision 30)."""
    spec, kind = state.spec, kind_of(state.spec.kind)
    member = _member(state, test.who)
    if test.who in state.tested:
        raise RuleError(N_("Everybody makes one test in a stage."))
    if debts.due(state, member):
        raise RuleError(N_("First settle what is still owed."))
    _check_result(spec, test)
    result = debts.counted(spec, test)
    tally = state.tallies[member.side].plus(result, spec.may_go_negative)
    tallies = (*state.tallies[: member.side], tally, *state.tallies[member.side + 1 :])
    state = replace(state, tallies=tallies, tested=state.tested | {test.who})
    state = debts.charge_test(state, member, test, result)
    ending = None if spec.by_stage else kind.after_test(spec, tally)
    return _ended(debts.charge_stage(state), ending) if ending else state


def _check_result(spec: ChallengeSpec, test: Attempt) -> None:
    if not all(isinstance(number, int) and abs(number) <= MOST for number in (test.value, test.raw or 0)):
        raise RuleError(N_("A result is a whole number from -{most} to {most}."), most=MOST)
    if test.raw not in (None, test.value) and test.value != 0:
        raise RuleError(N_("Only a critical failure counts differently from what was thrown."))
    if test.pool and test.pool not in spec.stake.pools:
        raise RuleError(N_("The damage of this challenge can't be borne by that."))
    if test.effort and test.value != 1:
        raise RuleError(N_("A heroic effort gives exactly 1 success."))
    if test.effort and spec.effort_pools and test.effort not in spec.effort_pools:
        raise RuleError(N_("In this challenge that can't pay a heroic effort."))


def _member(state: ChallengeState, who: int) -> Member:
    for member in state.members:
        if member.who == who:
            if who in state.withdrawn:
                raise RuleError(N_("They have withdrawn from this challenge."))
            return member
    raise RuleError(N_("They take no part in this challenge."))


# --- stages and endings -----------------------------------------------------------------------------------------------


def _end_stage(state: ChallengeState, move: EndStage) -> ChallengeState:
    missing = sum(member.who not in state.tested for member in state.active())
    if not state.tested:
        raise RuleError(N_("Nobody has made a test in this stage."))
    if missing and not move.skip:
        words = NP_("{n} participant still has to make a test.", "{n} participants still have to make a test.")
        raise RuleError(words, missing)
    spec, kind = state.spec, kind_of(state.spec.kind)
    ending = kind.after_test(spec, state.tallies[0]) if spec.by_stage else None
    out = frozenset(side for side in range(len(state.tallies)) if not state.active(side))
    tallies, time = kind.after_stage(spec, state.tallies, state.stage, out)
    ending = ending or time
    state = debts.charge_stage(replace(state, tallies=tallies))
    return _ended(state, ending) if ending else _next_stage(state)


def _next_stage(state: ChallengeState) -> ChallengeState:
    tallies = tuple(tally._replace(stage=0) for tally in state.tallies)
    return debts.charge_entry(replace(state, stage=state.stage + 1, tallies=tallies, tested=frozenset()))


def _ended(state: ChallengeState, ending: Ending) -> ChallengeState:
    """At its end nobody owes the entry of a stage that never began."""
    return replace(state, ending=ending, debts=tuple(debt for debt in state.debts if debt.kind != "entry"))


def _withdraw(state: ChallengeState, move: Withdraw) -> ChallengeState:
    """Whoever leaves loses what they have gathered; the others go on [Rezygnacja]."""
    member = _member(state, move.who)
    allowed = state.spec.may_withdraw
    if not (kind_of(state.spec.kind).may_withdraw if allowed is None else allowed):
        raise RuleError(N_("There is no way back from this challenge."))
    state = debts.charge_withdrawal(replace(state, withdrawn=state.withdrawn | {move.who}), member)
    left = {one.side for one in state.active()}
    if 0 not in left:
        return _ended(state, Ending("withdrawn", Text(N_("Everybody has withdrawn: progress and costs are lost."))))
    if state.spec.opposed and len(left) == 1:
        return _ended(state, Ending("won", Text(N_("All others have withdrawn.")), 0))
    return state


def _finish(state: ChallengeState) -> ChallengeState:
    kind = kind_of(state.spec.kind)
    if not kind.finishes:
        raise RuleError(N_("Only an innovation ends when its participants say so."))
    done = debts.charge_stage(state) if state.tested else state
    return _ended(done, kind.finish(state.spec, state.tallies[0]))


def _pause(state: ChallengeState) -> ChallengeState:
    if state.spec.continuous:
        raise RuleError(N_("A continuous challenge can't be paused."))
    return replace(state, paused=True)


def _resume(state: ChallengeState) -> ChallengeState:
    if not state.paused:
        raise RuleError(N_("This challenge is not paused."))
    return replace(state, paused=False)
