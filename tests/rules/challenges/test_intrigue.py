from dataclasses import replace

import pytest

from rules.challenges.spec import ChallengeSpec, Thresholds
from rules.challenges.state import Attempt, Withdraw
from tests.rules.cast import refused
from tests.rules.challenges.party import FOUR, JULIO, TWO, attempts, go, outcome, play, stage

SPEC = ChallengeSpec("intrigue", Thresholds(win=6, loss=4), 4)


def test_successes_and_failures_are_counted_apart() -> None:
    tally = play(SPEC, TWO, *stage(5, -3)).tallies[0]
    assert (tally.successes, tally.failures) == (5, 3)


def test_a_result_of_0_counts_as_neither() -> None:
    tally = play(SPEC, TWO, *stage(0, 0)).tallies[0]
    assert (tally.successes, tally.failures) == (0, 0)


@pytest.mark.parametrize(("values", "end"), [((6, -4), "won"), ((-4, 6), "lost")])
def test_of_both_thresholds_the_first_one_crossed_decides(values: tuple[int, int], end: str) -> None:
    assert outcome(play(SPEC, TWO, Attempt(JULIO, values[0]))) == end
    with refused("is over"):
        play(SPEC, TWO, *attempts(*values))


def test_where_stages_are_summed_the_loss_wins() -> None:
    summed = replace(SPEC, by_stage=True)
    assert outcome(play(summed, TWO, *stage(6, -4))) == "lost"
    assert outcome(play(summed, TWO, *stage(6, -3))) == "won"


def test_time_may_run_out() -> None:
    assert outcome(play(replace(SPEC, limit=2), TWO, *stage(1, 1), *stage(1, 1))) == "lost"


def test_there_is_no_way_back_unless_the_game_master_gives_one() -> None:
    begun = play(SPEC, FOUR, *attempts(1))
    with refused("no way back"):
        go(begun, Withdraw(JULIO))
    allowed = play(replace(SPEC, may_withdraw=True), FOUR, *attempts(1), Withdraw(JULIO))
    assert allowed.withdrawn == {JULIO}
