"""An oracle for forecasts: every course of a small challenge, played move by move by the rules of the game itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from rules.challenges.hands import Hand, Result, results
from rules.challenges.kinds import kind_of
from rules.challenges.play import record, start
from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import Attempt, ChallengeState, EndStage, Finish, Member, Settle, Share

Course = tuple[str, int, int, int]  # outcome, stage, damage to the party, spent on efforts


def courses(spec: ChallengeSpec, hands: Sequence[Hand], heroic: bool = False) -> dict[Course, Fraction]:
    """The chance of each course of a challenge that has a last stage."""
    found: defaultdict[Course, Fraction] = defaultdict(Fraction)
    own = {hand.who: results(spec, hand) for hand in hands}
    pools = {hand.who: hand.pool if heroic else 0 for hand in hands}
    begun = start(spec, [Member(hand.who, hand.side) for hand in hands])
    _go_on(begun, [hand.who for hand in hands], own, pools, (0, 0), Fraction(1), found)
    return dict(found)


def _go_on(
    state: ChallengeState,
    order: Sequence[int],
    own: dict[int, tuple[Result, ...]],
    pools: dict[int, int],
    so_far: tuple[int, int],
    chance: Fraction,
    found: defaultdict[Course, Fraction],
) -> None:
    state, damage = _settled(state)
    lost, spent = so_far[0] + damage, so_far[1]
    if state.ending is not None:
        found[state.ending.outcome, _stages(state), lost, spent] += chance
        return
    waiting = [who for who in order if who not in state.tested]
    if not waiting:
        after, hurt = _settled(record(state, EndStage()))
        _go_on(_content(after), order, own, _smoked(pools, state), (lost + hurt, spent), chance, found)
        return
    who = waiting[0]
    for result in own[who]:
        price = result.price if result.price <= pools[who] else 0
        value, raw = (1, 1) if price else (result.counted, result.counted)
        after, hurt = _settled(record(state, Attempt(who, value, raw)))
        one = 0 if state.spec.stake.kind == "fixed" or after.spec.opposed else hurt
        left = {**pools, who: max(pools[who] - price - one, 0)}
        _go_on(after, order, own, left, (lost + hurt, spent + price), chance * result.chance, found)


def _stages(state: ChallengeState) -> int:
    """How many stages were played, the one cut short included."""
    moves = [move for move in state.moves if not isinstance(move, Settle)]
    return sum(isinstance(move, EndStage) for move in moves) + isinstance(moves[-1], Attempt)


def _smoked(pools: dict[int, int], state: ChallengeState) -> dict[int, int]:
    amount = state.spec.stake.amount if state.spec.stake.kind == "fixed" else 0
    return {who: max(pool - amount, 0) for who, pool in pools.items()}


def _content(state: ChallengeState) -> ChallengeState:
    """Finished, if that can be done with success."""
    if state.ending or not kind_of(state.spec.kind).finishes:
        return state
    done = record(state, Finish())
    return done if done.ending and done.ending.outcome == "won" else state


def _settled(state: ChallengeState) -> tuple[ChallengeState, int]:
    """With its debts borne by whoever comes first, and what the last move took from the party's pools."""
    party = {member.who for member in state.members if member.side == 0}
    pools = state.spec.stake.pools
    damage = -sum(e.amount for e in state.effects if e.who in party and e.counter in pools)
    while state.debts:
        debt = state.debts[0]
        who = debt.who or next(member.who for member in state.members if member.side == debt.side)
        if debt.kind == "damage" and debt.side == 0:
            damage += debt.amount
        state = record(state, Settle(0, (Share(who, debt.counters[0], debt.amount),)))
    return replace(state, effects=()), damage


def marginal(found: dict[Course, Fraction], place: int) -> dict[str | int, Fraction]:
    """The distribution of one part of the courses."""
    sums: defaultdict[str | int, Fraction] = defaultdict(Fraction)
    for course, chance in found.items():
        sums[course[place]] += chance
    return dict(sums)
