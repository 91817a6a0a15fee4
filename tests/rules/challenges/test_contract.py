"""What kind.py and play.py promise, held against every kind of challenge and any moves."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.challenges.kind import Kind
from rules.challenges.kinds import KINDS, kind_of
from rules.challenges.play import record, replay, start
from rules.challenges.public import public
from rules.challenges.serialise import from_json, to_json
from rules.challenges.spec import STAGES, THRESHOLDS, ChallengeSpec, Price, Quality, Stake, Thresholds
from rules.challenges.state import (
    Attempt,
    ChallengeState,
    EndStage,
    Finish,
    Member,
    Pause,
    Resume,
    Settle,
    Share,
    Tally,
    Withdraw,
)
from rules.errors import RuleError
from rules.values import Text
from tests.rules.cast import assert_fit_for_a_player
from tests.rules.challenges.party import DUEL, FOUR

each = pytest.mark.parametrize("kind", KINDS, ids=[kind.key for kind in KINDS])
WHOS = [member.who for member in FOUR] + [11, 99]
PURSES = ("wealth", "favours")
POOLS = ("endurance", "determination")


@st.composite
def thresholds(draw: st.DrawFn, kind: Kind) -> Thresholds:
    """Those that the kind takes, in a fitting order."""
    low, mean, high = draw(st.tuples(st.integers(3, 9), st.integers(10, 12), st.integers(13, 30)))
    quality = (Quality(high - 3, Text("good")), Quality(high, Text("better")))
    every = {"win": low, "loss": low + 1, "overshoot": high, "mean": mean, "knockout": low, "lead": 2, "stage": 3}
    chosen = {
        name: n for name, n in every.items() if name in kind.needs or (name in kind.takes and draw(st.booleans()))
    }
    graded = "quality" in kind.takes and "mean" not in chosen and draw(st.booleans())
    return Thresholds(**chosen, quality=quality if graded else ())


prices = st.builds(
    Price,
    st.sampled_from(["test", "stage"]),
    st.sampled_from([PURSES, PURSES[:1]]),
    st.integers(1, 3),
    st.sampled_from(["", "successes", "failures"]),
) | st.builds(Price, st.just("withdrawal"), st.just(PURSES), st.integers(1, 3))

stakes = st.builds(Stake, st.sampled_from(["low", "high", "lethal", "fixed"]), st.integers(1, 4), st.just(POOLS))


@st.composite
def specs(draw: st.DrawFn, kind: Kind | None = None) -> ChallengeSpec:
    kind = kind or draw(st.sampled_from(KINDS))
    numbers = draw(thresholds(kind))
    breach = kind.key == "breach"
    group, opposed = draw(st.booleans()), breach and draw(st.booleans())
    on_time = breach and (numbers.knockout is None or draw(st.booleans()))
    limit = None if kind.key == "survival" else 4 if on_time else draw(st.none() | st.integers(1, 4))
    continuous = draw(st.booleans())
    return ChallengeSpec(
        kind.key,
        numbers,
        draw(st.integers(0, 9)),
        group=group and not opposed,
        continuous=continuous,
        stages=draw(st.sampled_from([one for one in STAGES if not continuous or one not in ("rest", "breather")])),
        limit=limit,
        on_time=on_time,
        opposed=opposed,
        stake=draw(stakes),
        share_damage=group and not opposed and draw(st.booleans()),
        prices=tuple(draw(st.lists(prices, max_size=2))),
        effort_pools=draw(st.sampled_from([(), POOLS[:1]])),
        may_withdraw=draw(st.sampled_from([None, True])),
        open_thresholds=draw(st.booleans()),
        may_go_negative=not kind.one_total or draw(st.booleans()),
        by_stage=draw(st.booleans()),
        critical_counts_raw=draw(st.booleans()),
    )


results = st.integers(-4, 6)
moves = st.one_of(
    st.builds(Attempt, st.sampled_from(WHOS), results, st.none(), st.sampled_from(["", *POOLS])),
    st.builds(Attempt, st.sampled_from(WHOS), st.just(0), results),
    st.builds(Attempt, st.sampled_from(WHOS), st.integers(0, 1), effort=st.sampled_from(POOLS)),
    st.builds(EndStage, st.booleans()),
    st.builds(EndStage, st.just(True)),
    st.builds(Withdraw, st.sampled_from(WHOS)),
    st.sampled_from([Finish(), Pause(), Resume()]),
    st.builds(
        Settle,
        st.integers(0, 1),
        st.lists(
            st.builds(Share, st.sampled_from(WHOS), st.sampled_from([*PURSES, *POOLS]), st.integers(0, 3)), max_size=2
        ).map(tuple),
    ),
)


def members(spec: ChallengeSpec) -> tuple[Member, ...]:
    return DUEL if spec.opposed else FOUR


def settled(state: ChallengeState) -> ChallengeState:
    """With every debt borne by somebody of its side, so that random play gets on."""
    while state.debts:
        debt = state.debts[0]
        who = debt.who or next(member.who for member in state.members if member.side == debt.side)
        state = record(state, Settle(0, (Share(who, debt.counters[0], debt.amount),)))
    return state


def any_play(data: st.DataObject, spec: ChallengeSpec) -> ChallengeState:
    """A challenge after moves of which some were refused, each refusal in words."""
    state = start(spec, members(spec))
    for move in data.draw(st.lists(moves, max_size=25)):
        state = settled(state)
        try:
            state = record(state, move)
        except RuleError as refusal:
            assert_fit_for_a_player(refusal.text)
    return state


@each
def test_a_kind_knows_its_own_thresholds(kind: Kind) -> None:
    assert kind_of(kind.key) is kind
    assert kind.needs <= kind.takes <= set(THRESHOLDS)
    assert kind.name.id


@each
@given(st.data())
@settings(max_examples=40, deadline=None)
def test_the_same_moves_give_the_same_state_and_its_json_gives_it_back(kind: Kind, data: st.DataObject) -> None:
    state = any_play(data, data.draw(specs(kind)))
    assert replay(state.spec, state.members, state.moves) == state
    assert from_json(json.loads(json.dumps(to_json(state)))) == state
    assert from_json(json.loads(json.dumps(to_json(state.spec)))) == state.spec


def counted(spec: ChallengeSpec, test: Attempt) -> int:
    if test.value == 0 and test.raw is not None and spec.critical_counts_raw:
        return min(test.raw, 0)
    return test.value


@each
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_totals_never_disagree_with_their_moves(kind: Kind, data: st.DataObject) -> None:
    state = any_play(data, data.draw(specs(kind)))
    sides = {member.who: member.side for member in state.members}
    for side, tally in enumerate(state.tallies):
        own = [counted(state.spec, m) for m in state.moves if isinstance(m, Attempt) and sides[m.who] == side]
        assert tally.successes == sum(value for value in own if value > 0)
        assert tally.failures == -sum(value for value in own if value < 0)
        if state.spec.may_go_negative and not state.spec.opposed:
            assert tally.total == sum(own)
        assert tally.total >= 0 or state.spec.may_go_negative
    ended_stages = sum(isinstance(move, EndStage) for move in state.moves)
    assert state.stage in (ended_stages, ended_stages + 1)


@given(st.data(), specs())
@settings(max_examples=150, deadline=None)
def test_what_is_lost_is_what_stakes_and_prices_say(data: st.DataObject, spec: ChallengeSpec) -> None:
    """Every loss is an effect once: replayed step by step they add up, and none is a gain."""
    state = any_play(data, spec)
    lost = 0
    now = start(spec, state.members)
    for move in state.moves:
        now = record(now, move)
        assert all(effect.amount < 0 and effect.counter in (*PURSES, *POOLS) for effect in now.effects)
        lost -= sum(effect.amount for effect in now.effects if effect.counter in POOLS)
    owed = sum(debt.amount for debt in now.debts if debt.kind == "damage")
    if spec.stake.kind == "low":
        assert lost + owed == 0
    if spec.stake.kind == "high" and not spec.opposed:
        assert lost + owed == now.tallies[0].failures


@given(st.data(), specs())
@settings(max_examples=150, deadline=None)
def test_a_decided_challenge_is_really_decided(data: st.DataObject, spec: ChallengeSpec) -> None:
    state = any_play(data, spec)
    if state.ending is None:
        assert spec.limit is None or state.stage <= spec.limit
        return
    assert state.ending.outcome in {"won", "lost", "draw", "withdrawn"}
    assert (state.ending.outcome == "won") == (state.ending.winner == 0)
    assert state.ending.outcome != "draw" or spec.on_time
    assert all(debt.kind != "entry" for debt in state.debts)
    for move in (Attempt(1, 1), EndStage(), Withdraw(1), Finish(), Pause(), Resume()):
        with pytest.raises(RuleError):
            record(state, move)


@given(st.data(), specs())
@settings(max_examples=60, deadline=None)
def test_nothing_secret_is_public(data: st.DataObject, spec: ChallengeSpec) -> None:
    shown = public(any_play(data, spec))
    assert shown.thresholds == (spec.thresholds if spec.open_thresholds else None)


def test_a_tally_keeps_its_parts_together() -> None:
    assert Tally().plus(3).plus(-5) == Tally(3, 5, -2, -2)
    assert Tally().plus(-5, negative=False).plus(3, negative=False) == Tally(3, 5, 3, -2)
