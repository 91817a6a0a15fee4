from dataclasses import replace

import pytest

from rules.challenges.spec import ChallengeSpec, Thresholds
from rules.challenges.state import Attempt, EndStage, Finish
from tests.rules.cast import refused
from tests.rules.challenges.party import JULIO, MARCUS, TWO, attempts, outcome, play, stage

SPEC = ChallengeSpec("operation", Thresholds(win=6), 4)


def test_failures_are_taken_from_the_successes() -> None:
    assert play(SPEC, TWO, *stage(5, -2)).tallies[0].total == 3


def test_it_is_won_as_soon_as_the_threshold_is_reached() -> None:
    assert outcome(play(SPEC, TWO, Attempt(JULIO, 6))) == "won"
    assert outcome(play(SPEC, TWO, Attempt(JULIO, 5))) == ""


def test_whoever_is_won_before_their_test_makes_none() -> None:
    with refused("is over"):
        play(SPEC, TWO, Attempt(JULIO, 6), Attempt(MARCUS, -3))


def test_a_total_may_go_below_0() -> None:
    assert play(SPEC, TWO, *stage(-3, 1)).tallies[0].total == -2


def test_where_the_campaign_says_so_a_total_stops_at_0() -> None:
    assert play(replace(SPEC, may_go_negative=False), TWO, *stage(-3, 1)).tallies[0].total == 1


@pytest.mark.parametrize(("second", "end"), [(-3, ""), (0, "won")])
def test_where_stages_are_summed_a_later_failure_still_counts(second: int, end: str) -> None:
    assert outcome(play(replace(SPEC, by_stage=True), TWO, *stage(6, second))) == end


def test_the_last_stage_may_still_win() -> None:
    assert outcome(play(replace(SPEC, limit=1), TWO, *attempts(3, 3))) == "won"
    assert outcome(play(replace(SPEC, limit=1), TWO, *stage(3, 2))) == "lost"


def test_where_stages_are_summed_the_last_one_may_still_win() -> None:
    assert outcome(play(replace(SPEC, limit=1, by_stage=True), TWO, *stage(3, 3))) == "won"


def test_its_participants_do_not_say_when_it_is_done() -> None:
    with refused("Only an innovation"):
        play(SPEC, TWO, Attempt(JULIO, 1), Attempt(MARCUS, 1), EndStage(), Finish())
