"""The worked examples of challenges, by their ids."""

from dataclasses import replace

import pytest

from rules.challenges.levels import LEVELS, per_head
from rules.challenges.play import record, start
from rules.challenges.spec import ChallengeSpec, Stake, Thresholds
from rules.challenges.state import Attempt, EndStage, Finish, Settle, Share
from rules.challenges.templates import CLIMB, EXORCISM, MOUNT, PURSUIT, SNEAKING
from tests.rules.cast import refused
from tests.rules.challenges.party import (
    DUEL,
    FOUR,
    GUARD,
    JULIO,
    ONE,
    attempts,
    go,
    losses,
    outcome,
    play,
    stage,
)


@pytest.mark.parametrize(("value", "damage"), [(-2, 7), (4, 1), (5, 0), (9, 0)])
def test_b9_a_lethal_stake_takes_what_the_result_lacks_to_its_threshold(value: int, damage: int) -> None:
    spec = replace(CLIMB, stake=Stake("lethal", 5))
    state = play(spec, FOUR, Attempt(JULIO, value))
    assert losses(state) == ({(JULIO, "endurance"): damage} if damage else {})


@pytest.mark.parametrize(("value", "damage"), [(-3, 3), (0, 0), (2, 0)])
def test_b10_a_high_stake_takes_the_failures(value: int, damage: int) -> None:
    state = play(replace(CLIMB, stake=Stake("high")), FOUR, Attempt(JULIO, value))
    assert sum(losses(state).values()) == damage


def test_b10_after_a_heroic_effort_nothing_hurts() -> None:
    effort = Attempt(JULIO, 1, effort="endurance")
    assert losses(play(replace(CLIMB, stake=Stake("high")), FOUR, effort)) == {}


@pytest.mark.parametrize(("raw", "damage"), [(1, 0), (-2, 2)])
def test_a36_a_critical_failure_is_a_failure_and_hurts_by_what_was_thrown(raw: int, damage: int) -> None:
    state = play(replace(CLIMB, stake=Stake("high")), FOUR, Attempt(JULIO, 0, raw))
    assert (state.tallies[0].successes, state.tallies[0].failures) == (0, damage)
    assert sum(losses(state).values()) == damage


def test_a36_where_the_campaign_decided_otherwise_it_counts_as_0() -> None:
    spec = replace(CLIMB, stake=Stake("high"), critical_counts_raw=False)
    assert losses(play(spec, FOUR, Attempt(JULIO, 0, -2))) == {}


def test_a35_a_critically_failed_defence_stops_nothing() -> None:
    duel = ChallengeSpec("breach", Thresholds(knockout=9), opposed=True, stake=Stake("high", pools=("endurance",)))
    state = play(duel, DUEL, Attempt(GUARD, 6), Attempt(JULIO, 0, 1), EndStage())
    assert losses(state) == {(JULIO, "endurance"): 6}


def test_b11_a_climb_is_won_at_20() -> None:
    assert (CLIMB.kind, CLIMB.difficulty, CLIMB.thresholds.win, CLIMB.limit) == ("operation", 4, 20, 8)
    assert (CLIMB.group, CLIMB.continuous, CLIMB.stages, CLIMB.stake.kind) == (True, True, "round", "low")
    assert CLIMB.stage_length == "1 h"
    almost = play(CLIMB, FOUR, *stage(5, 5, 5, 4))
    assert outcome(almost) == ""
    assert outcome(record(almost, Attempt(JULIO, 1))) == "won"


def test_b11_a_climb_is_lost_after_eight_rounds() -> None:
    seven = play(CLIMB, FOUR, *(stage(1, 0, 0, 0) * 7))
    assert (seven.stage, outcome(seven)) == (8, "")
    assert outcome(go(seven, *stage(4, 4, 4, 0))) == "lost"


def test_b11_without_its_limit_a_climb_goes_on() -> None:
    assert outcome(play(replace(CLIMB, limit=None), FOUR, *(stage(1, 0, 0, 0) * 9))) == ""


def test_b12_a_mount_is_trained_at_rests_and_each_costs_something_social() -> None:
    assert (MOUNT.kind, MOUNT.difficulty, MOUNT.group, MOUNT.continuous) == ("innovation", 2, False, False)
    assert (MOUNT.stages, MOUNT.open_thresholds, MOUNT.stake.kind) == ("rest", False, "low")
    begun = start(MOUNT, ONE)
    with refused("settle what is still owed"):
        record(begun, Attempt(JULIO, 3))
    paid = record(begun, Settle(0, (Share(JULIO, "favours", 1),)))
    assert losses(paid) == {(JULIO, "favours"): 1}
    assert record(paid, Attempt(JULIO, 3)).tallies[0].total == 3


@pytest.mark.parametrize(
    ("total", "ended", "quality"), [(11, "lost", 0), (12, "won", 0), (19, "won", 0), (20, "won", 1), (30, "won", 1)]
)
def test_b12_a_mount_is_trained_at_12_and_exceptionally_well_at_20(total: int, ended: str, quality: int) -> None:
    assert (MOUNT.thresholds.win, [step.at for step in MOUNT.thresholds.quality]) == (12, [20])
    state = play(MOUNT, ONE, Settle(0, (Share(JULIO, "wealth", 1),)), Attempt(JULIO, total), Finish())
    assert state.ending
    assert (state.ending.outcome, state.ending.quality) == (ended, quality)


def test_b13_a_pursuit_is_won_by_5_1_1_1_in_one_stage() -> None:
    assert (PURSUIT.kind, PURSUIT.difficulty, PURSUIT.thresholds.knockout) == ("breach", 5, 8)
    assert (PURSUIT.opposed, PURSUIT.limit, PURSUIT.stake.kind) == (False, 5, "high")
    assert (PURSUIT.group, PURSUIT.continuous, PURSUIT.stages, PURSUIT.stage_length) == (True, True, "round", "1 min")
    assert outcome(play(PURSUIT, FOUR, *stage(5, 1, 1, 1))) == "won"


def test_b13_eight_over_several_stages_is_not_enough() -> None:
    assert outcome(play(PURSUIT, FOUR, *stage(5, 1, 1, 0), *stage(1, 1, 1, 1))) == ""


def test_b13_after_five_rounds_the_villain_is_gone() -> None:
    assert outcome(play(PURSUIT, FOUR, *(stage(2, 2, 2, 1) * 5))) == "lost"


def test_b14_sneaking_is_won_at_24_and_lost_at_12() -> None:
    thresholds = SNEAKING.thresholds
    assert (SNEAKING.kind, SNEAKING.difficulty, thresholds.win, thresholds.loss) == ("intrigue", 4, 24, 12)
    assert (SNEAKING.stages, SNEAKING.stake.kind, SNEAKING.limit) == ("abstract", "high", 8)
    assert outcome(play(SNEAKING, FOUR, *stage(6, 6, 6, 5), *attempts(1))) == "won"
    assert outcome(play(SNEAKING, FOUR, *stage(-3, -3, -3, -2), *attempts(-1))) == "lost"


def test_b14_only_determination_pays_an_effort() -> None:
    assert play(SNEAKING, FOUR, Attempt(JULIO, 1, effort="determination")).tallies[0].successes == 1
    with refused("can't pay a heroic effort"):
        play(SNEAKING, FOUR, Attempt(JULIO, 1, effort="endurance"))


def test_b15_an_exorcism_is_won_with_the_eighth_stage() -> None:
    assert (EXORCISM.kind, EXORCISM.difficulty, EXORCISM.stake.kind) == ("survival", 4, "high")
    seven = play(EXORCISM, FOUR, *(stage(1, 0, 0, -2) * 7))
    assert (seven.stage, seven.tallies[0].failures, outcome(seven)) == (8, 14, "")
    assert outcome(go(seven, *stage(0, 0, -1, 0))) == "won"


def test_b15_an_exorcism_is_lost_at_16_failures() -> None:
    assert outcome(play(EXORCISM, FOUR, *(stage(-2, -1, -1, -1) * 3), *attempts(-1))) == "lost"


def test_b16_the_thaw_comes_in_five_days() -> None:
    lake = ChallengeSpec("operation", Thresholds(win=20), 4, stage_length="1 d", limit=5)
    assert outcome(play(lake, ONE, *(stage(1) * 4))) == ""
    assert outcome(play(lake, ONE, *(stage(1) * 5))) == "lost"


@pytest.mark.parametrize(("level", "win", "loss"), [("low", 48, 24), ("medium", 28, 16), ("high", 12, 8)])
def test_b17_thresholds_for_four(level: str, win: int, loss: int) -> None:
    assert per_head(level, 4) == Thresholds(win=win, loss=loss)
    assert per_head(level, 1) == Thresholds(win=LEVELS[level].win, loss=LEVELS[level].loss)
