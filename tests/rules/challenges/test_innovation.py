from dataclasses import replace

import pytest

from rules.challenges.spec import ChallengeSpec, Quality, Thresholds
from rules.challenges.state import Attempt, Finish
from rules.challenges.templates import MOUNT
from rules.values import Text
from tests.rules.cast import refused
from tests.rules.challenges.party import JULIO, ONE, outcome, play, stage

GOOD, BETTER = Text("good"), Text("better")
POTION = ChallengeSpec("innovation", Thresholds(win=5, overshoot=12, quality=(Quality(7, GOOD), Quality(9, BETTER))), 3)
EXACT = replace(POTION, thresholds=Thresholds(5, overshoot=12, mean=8, quality=(Quality(2, GOOD), Quality(0, BETTER))))


def test_reaching_the_threshold_does_not_end_it() -> None:
    assert outcome(play(POTION, ONE, *stage(6))) == ""


def test_it_ends_when_its_participants_are_content() -> None:
    assert outcome(play(POTION, ONE, *stage(6), Finish())) == "won"


def test_stopping_too_early_loses() -> None:
    assert outcome(play(POTION, ONE, *stage(4), Finish())) == "lost"


@pytest.mark.parametrize(("total", "steps"), [(5, 0), (7, 1), (8, 1), (9, 2), (11, 2)])
def test_what_is_over_the_threshold_betters_it(total: int, steps: int) -> None:
    ending = play(POTION, ONE, *stage(total), Finish()).ending
    assert ending
    assert ending.quality == steps


@pytest.mark.parametrize(("total", "steps"), [(5, 0), (6, 1), (7, 1), (8, 2), (10, 1), (11, 0)])
def test_with_a_golden_mean_nearness_betters_it(total: int, steps: int) -> None:
    ending = play(EXACT, ONE, *stage(total), Finish()).ending
    assert ending
    assert ending.quality == steps


def test_overdone_it_is_lost_at_once() -> None:
    assert outcome(play(POTION, ONE, Attempt(JULIO, 12))) == "lost"
    assert outcome(play(POTION, ONE, Attempt(JULIO, 11))) == ""


def test_without_an_overshoot_threshold_nothing_is_too_much() -> None:
    assert outcome(play(replace(MOUNT, prices=()), ONE, *stage(99), Finish())) == "won"


@pytest.mark.parametrize(("total", "end"), [(5, "won"), (4, "lost")])
def test_when_time_is_up_what_there_is_has_to_do(total: int, end: str) -> None:
    assert outcome(play(replace(POTION, limit=1), ONE, *stage(total))) == end


def test_it_is_finished_once() -> None:
    with refused("is over"):
        play(POTION, ONE, *stage(6), Finish(), Finish())
