"""Who bears what: prices, damage alone and shared, leaving at a price."""

from dataclasses import replace

import pytest

from rules.challenges.play import record
from rules.challenges.spec import ChallengeSpec, Price, Stake, Thresholds
from rules.challenges.state import Attempt, EndStage, Finish, Settle, Share, Withdraw
from rules.challenges.templates import CLIMB, MOUNT
from tests.rules.cast import refused
from tests.rules.challenges.party import (
    DUEL,
    FOUR,
    GUARD,
    JULIO,
    MARCUS,
    ONE,
    TEKLA,
    TWO,
    attempts,
    go,
    losses,
    outcome,
    play,
    stage,
)

ALONE = replace(CLIMB, stake=Stake("high", pools=("endurance", "determination")))
TOGETHER = replace(ALONE, share_damage=True)
FERRY = replace(CLIMB, prices=(Price("test", ("wealth",), 2),))
INN = replace(CLIMB, prices=(Price("stage", ("wealth", "favours"), 3),))


def pay(*shares: tuple[int, str, int], debt: int = 0) -> Settle:
    return Settle(debt, tuple(Share(*share) for share in shares))


# --- damage -----------------------------------------------------------------------------------------------------------


def test_alone_each_bears_their_own_failures_at_once() -> None:
    after = play(ALONE, FOUR, *attempts(2, -3))
    assert (losses(after), after.debts) == ({(MARCUS, "endurance"): 3}, ())


def test_effects_are_those_of_the_last_move_alone() -> None:
    assert play(ALONE, FOUR, *attempts(-3, 2)).effects == ()


def test_a_low_stake_hurts_nobody() -> None:
    assert play(CLIMB, FOUR, Attempt(JULIO, -9)).effects == ()


def test_a_group_may_share_the_damage_of_a_stage_out() -> None:
    after = play(TOGETHER, FOUR, *stage(-3, 4, -2, 0))
    assert (after.effects, [debt.amount for debt in after.debts]) == ((), [5])
    shared = record(after, pay((JULIO, "endurance", 2), (MARCUS, "endurance", 2), (TEKLA, "determination", 1)))
    assert losses(shared) == {(JULIO, "endurance"): 2, (MARCUS, "endurance"): 2, (TEKLA, "determination"): 1}
    assert shared.debts == ()


def test_before_its_next_stage_damage_must_be_shared_out() -> None:
    after = play(TOGETHER, FOUR, *stage(-3, 4, -2, 0))
    with refused("still owed"):
        record(after, Attempt(JULIO, 1))


def test_within_its_stage_damage_may_wait() -> None:
    assert play(TOGETHER, FOUR, *attempts(-3, -2)).debts[0].amount == 5


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ([(JULIO, "endurance", 4)], "add up to"),
        ([(JULIO, "endurance", 6)], "add up to"),
        ([(JULIO, "endurance", 6), (MARCUS, "endurance", -1)], "add up to"),
        ([(JULIO, "momentum", 5)], "can't be borne"),
        ([(99, "endurance", 5)], "not theirs"),
        ([], "add up to"),
    ],
)  # fmt: skip
def test_the_shares_must_be_the_partys_own_and_the_whole(shares: list[tuple[int, str, int]], words: str) -> None:
    after = play(TOGETHER, FOUR, *stage(-3, 4, -2, 0))
    with refused(words):
        record(after, pay(*shares))


def test_what_is_not_owed_cannot_be_settled() -> None:
    with refused("nothing of that kind"):
        play(TOGETHER, FOUR, pay((JULIO, "endurance", 1)))


def test_what_is_owed_is_owed_after_the_end() -> None:
    over = play(TOGETHER, FOUR, *attempts(-3, 19, 9))
    assert outcome(over) == "won"
    assert record(over, pay((TEKLA, "endurance", 3))).debts == ()


def test_a_stage_cut_short_by_its_end_hurts_as_a_whole_one() -> None:
    burning = replace(CLIMB, stake=Stake("fixed", 2))
    assert sum(losses(play(burning, FOUR, *attempts(19, 1))).values()) == 8


def test_an_innovation_finished_within_a_stage_hurts_as_if_it_had_ended() -> None:
    fumes = replace(MOUNT, prices=(), stake=Stake("fixed", 2))
    assert sum(losses(play(fumes, ONE, Attempt(JULIO, 12), Finish())).values()) == 2
    assert losses(play(fumes, ONE, *stage(12), Finish())) == {}


# --- prices -----------------------------------------------------------------------------------------------------------


def test_a_test_costs_its_maker() -> None:
    assert losses(play(FERRY, FOUR, Attempt(JULIO, 1))) == {(JULIO, "wealth"): 2}


def test_with_a_choice_of_ways_the_maker_chooses() -> None:
    choice = replace(CLIMB, prices=(Price("test", ("wealth", "favours"), 2),))
    after = play(choice, FOUR, Attempt(JULIO, 1))
    assert (after.effects, after.debts[0].who) == ((), JULIO)
    with refused("not theirs"):
        record(after, pay((MARCUS, "wealth", 2)))
    assert losses(record(after, pay((JULIO, "wealth", 1), (JULIO, "favours", 1)))) == {
        (JULIO, "wealth"): 1,
        (JULIO, "favours"): 1,
    }


def test_one_persons_debt_holds_up_nobody_else() -> None:
    choice = replace(CLIMB, prices=(Price("test", ("wealth", "favours"), 2),))
    after = play(choice, TWO, *attempts(1, 1), EndStage(), pay((MARCUS, "wealth", 2), debt=1))
    assert record(after, Attempt(MARCUS, 1)).tallies[0].total == 3
    with refused("still owed"):
        record(after, Attempt(JULIO, 1))


def test_a_stage_is_paid_for_before_it_begins_by_whoever_of_the_party() -> None:
    with refused("still owed"):
        play(INN, FOUR, Attempt(JULIO, 1))
    paid = play(INN, FOUR, pay((JULIO, "wealth", 1), (TEKLA, "favours", 2)))
    assert record(paid, Attempt(JULIO, 1)).tallies[0].total == 1


def test_the_next_stage_costs_again() -> None:
    after = play(INN, FOUR, pay((JULIO, "wealth", 3)), *stage(1, 1, 1, 1))
    assert [(debt.kind, debt.by, debt.amount) for debt in after.debts] == [("entry", 2, 3)]


def test_a_stage_that_never_begins_costs_nothing() -> None:
    paid = [pay((JULIO, "favours", 1))]
    trained = play(MOUNT, ONE, *paid, *stage(13), Finish())
    assert (outcome(trained), trained.debts) == ("won", ())


@pytest.mark.parametrize(("times", "owed"), [("successes", 6), ("failures", 4)])
def test_a_stage_may_cost_by_its_results(times: str, owed: int) -> None:
    by_result = replace(CLIMB, prices=(Price("stage", ("wealth",), 2, times),))
    assert [debt.amount for debt in play(by_result, FOUR, *stage(1, 2, 0, -2)).debts] == [owed]


def test_a_test_may_cost_by_its_result() -> None:
    by_result = replace(CLIMB, prices=(Price("test", ("wealth",), 2, "successes"),))
    assert losses(play(by_result, FOUR, Attempt(JULIO, 3))) == {(JULIO, "wealth"): 6}
    assert losses(play(by_result, FOUR, Attempt(JULIO, -3))) == {}


def test_opponents_pay_no_prices() -> None:
    duel = ChallengeSpec("breach", Thresholds(knockout=5), opposed=True, prices=(*FERRY.prices, *INN.prices))
    begun = play(duel, DUEL)
    assert [debt.side for debt in begun.debts] == [0]
    assert losses(record(begun, Attempt(GUARD, 3))) == {}
    assert losses(go(begun, pay((JULIO, "wealth", 3)), Attempt(JULIO, 3))) == {(JULIO, "wealth"): 2}


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_leaving_may_cost_whoever_leaves() -> None:
    pricey = replace(CLIMB, prices=(Price("withdrawal", ("endurance",), 2),))
    assert losses(play(pricey, FOUR, Withdraw(JULIO))) == {(JULIO, "endurance"): 2}
    assert losses(play(CLIMB, FOUR, Withdraw(JULIO))) == {}


def test_the_last_one_to_leave_still_owes_their_price() -> None:
    pricey = replace(CLIMB, group=False, prices=(Price("withdrawal", ("endurance", "wealth"), 2),))
    left = play(pricey, ONE, Withdraw(JULIO))
    assert outcome(left) == "withdrawn"
    assert losses(go(left, pay((JULIO, "wealth", 2)))) == {(JULIO, "wealth"): 2}
