"""What a challenge costs its participants: prices, damage, and who bears them.

Where nothing is left to choose, the loss is an effect at once; else it is a debt until a Settle says who bears what.
"""

from __future__ import annotations

from dataclasses import replace

from rules.challenges.breach import lead
from rules.challenges.spec import ChallengeSpec, Price
from rules.challenges.state import Attempt, ChallengeState, Debt, Member, Settle
from rules.errors import RuleError
from rules.values import N_, Effect


def counted(spec: ChallengeSpec, test: Attempt) -> int:
    """What a test counts for totals and stakes: its successes, or its failures as a number of 0 or less.

    A critical failure, whose result is 0, counts as min(raw, 0) unless decided otherwise (decision 1).
    """
    if test.value != 0 or test.raw is None or not spec.critical_counts_raw:
        return test.value
    return min(test.raw, 0)


def damage_of(spec: ChallengeSpec, result: int) -> int:
    """What a test that counts `result` hurts its maker [Stawka wyzwania]."""
    if spec.stake.kind == "high":
        return max(-result, 0)
    return max(spec.stake.amount - result, 0) if spec.stake.kind == "lethal" else 0


# --- charging ---------------------------------------------------------------------------------------------------------


def charge_test(state: ChallengeState, member: Member, test: Attempt, result: int) -> ChallengeState:
    """The damage of one test, and what it costs the party: its own price, and its part of the stage's by results."""
    spec = state.spec
    if not spec.opposed:
        state = _hurt(state, member, damage_of(spec, result), test.pool or spec.stake.pools[0])
    for price in _prices(spec, member.side):
        times = {"": int(price.per == "test"), "successes": max(result, 0), "failures": max(-result, 0)}[price.times]
        who = member.who if price.per == "test" else None
        state = _owe(state, "price", member.side, who, price.amount * times, price.counters)
    return state


def charge_entry(state: ChallengeState) -> ChallengeState:
    """The prices of a stage that is about to begin: the party pays before its first test."""
    entries = (price for price in _prices(state.spec) if price.per == "stage" and not price.times)
    debts = (Debt("entry", 0, None, state.stage, price.amount, price.counters) for price in entries)
    return replace(state, debts=(*state.debts, *debts))


def charge_stage(state: ChallengeState) -> ChallengeState:
    """The damage of a whole stage: the fixed one, and that of the sides which an opposed breach has put behind.

    Of an opposed breach the text says no more than that a stage is one big test: so a side fails by what it is
    behind, and bears that damage together.
    """
    spec = state.spec
    if spec.stake.kind == "fixed":
        for member in state.active():
            state = _hurt(state, member, spec.stake.amount, spec.stake.pools[0])
    elif spec.opposed:
        sides = {member.side for member in state.active()}
        out = frozenset(range(len(state.tallies))) - sides
        for side in sorted(sides):
            state = _hurt_side(state, side, damage_of(spec, lead(state.tallies, side, "stage", out)))
    return state


def charge_withdrawal(state: ChallengeState, member: Member) -> ChallengeState:
    """What leaving costs whoever leaves."""
    for price in _prices(state.spec, member.side):
        if price.per == "withdrawal":
            state = _owe(state, "withdrawal", member.side, member.who, price.amount, price.counters)
    return state


def _prices(spec: ChallengeSpec, side: int = 0) -> tuple[Price, ...]:
    """The prices that a side pays: what its opponents spend is the game master's to know."""
    return () if side else spec.prices


def _hurt(state: ChallengeState, member: Member, damage: int, pool: str) -> ChallengeState:
    if state.spec.share_damage:
        return _owe(state, "damage", member.side, None, damage, state.spec.stake.pools)
    return _owe(state, "damage", member.side, member.who, damage, (pool,))


def _hurt_side(state: ChallengeState, side: int, damage: int) -> ChallengeState:
    members = state.active(side)
    return _owe(state, "damage", side, members[0].who if len(members) == 1 else None, damage, state.spec.stake.pools)


def _owe(
    state: ChallengeState, kind: str, side: int, who: int | None, amount: int, counters: tuple[str, ...]
) -> ChallengeState:
    """With one more loss; like ones of the same stage are one debt."""
    if not amount:
        return state
    if who is not None and len(counters) == 1:
        return replace(state, effects=(*state.effects, Effect(who, counters[0], -amount)))
    debt = Debt(kind, side, who, state.stage + 1, amount, counters)
    for i, old in enumerate(state.debts):
        if replace(old, amount=amount) == debt:
            return with_debt(state, i, replace(old, amount=old.amount + amount))
    return replace(state, debts=(*state.debts, debt))


def with_debt(state: ChallengeState, place: int, *debts: Debt) -> ChallengeState:
    """With the debt at this place replaced, or taken away."""
    return replace(state, debts=(*state.debts[:place], *debts, *state.debts[place + 1 :]))


# --- settling ---------------------------------------------------------------------------------------------------------


def due(state: ChallengeState, member: Member) -> bool:
    """Whether something must be settled before this member's next test; the opponents' debts hold nothing up."""
    return any(
        debt.by <= state.stage and debt.side == member.side == 0 and debt.who in (None, member.who)
        for debt in state.debts
    )


def settle(state: ChallengeState, move: Settle) -> ChallengeState:
    """Without the debt that the shares bear. Raises RuleError where they aren't its parts."""
    if not 0 <= move.debt < len(state.debts):
        raise RuleError(N_("There is nothing of that kind to settle."))
    debt = state.debts[move.debt]
    sides = {member.who: member.side for member in state.members}
    for share in move.shares:
        if sides.get(share.who) != debt.side or debt.who not in (None, share.who):
            raise RuleError(N_("This is not theirs to bear."))
        if share.counter not in debt.counters:
            raise RuleError(N_("It can't be borne by that."))
    if any(share.amount < 1 for share in move.shares) or sum(share.amount for share in move.shares) != debt.amount:
        raise RuleError(N_("The shares must add up to {amount}."), amount=debt.amount)
    effects = tuple(Effect(share.who, share.counter, -share.amount) for share in move.shares)
    return replace(with_debt(state, move.debt), effects=effects)
