"""Moves that are allowed and moves that aren't, whatever the kind of challenge."""

from dataclasses import replace

import pytest

from rules.challenges.play import record, replay, start
from rules.challenges.spec import ChallengeSpec, Stake, Thresholds
from rules.challenges.state import Attempt, EndStage, Finish, Pause, Resume, Tally, Withdraw
from rules.challenges.templates import CLIMB, MOUNT
from tests.rules.cast import refused
from tests.rules.challenges.party import FOUR, JULIO, MARCUS, ROSALIA, TEKLA, attempts, go, outcome, play, stage

STUDY = replace(CLIMB, continuous=False, stages="abstract")


def test_a_challenge_starts_at_its_first_stage_with_nothing() -> None:
    begun = start(CLIMB, FOUR)
    assert (begun.stage, begun.tallies, begun.moves, begun.ending) == (1, (Tally(),), (), None)


def test_a_move_leaves_the_state_before_it_as_it_was() -> None:
    begun = start(CLIMB, FOUR)
    record(begun, Attempt(JULIO, 3))
    assert begun == start(CLIMB, FOUR)


def test_an_undo_is_a_replay_without_the_last_move() -> None:
    one = play(CLIMB, FOUR, Attempt(JULIO, 3))
    two = record(one, Attempt(MARCUS, -2))
    assert replay(two.spec, two.members, two.moves[:-1]) == one


# --- tests ------------------------------------------------------------------------------------------------------------


def test_a_test_is_counted_and_remembered() -> None:
    after = play(CLIMB, FOUR, Attempt(JULIO, 3), Attempt(MARCUS, -2))
    assert after.tallies == (Tally(3, 2, 1, 1),)
    assert after.tested == {JULIO, MARCUS}


def test_everybody_makes_one_test_in_a_stage_in_any_order() -> None:
    once = play(CLIMB, FOUR, Attempt(TEKLA, 1), Attempt(JULIO, 1))
    with refused("one test in a stage"):
        record(once, Attempt(TEKLA, 1))


def test_in_the_next_stage_they_make_another() -> None:
    assert play(CLIMB, FOUR, *stage(1, 1, 1, 1), Attempt(JULIO, 1)).tallies[0].total == 5


def test_strangers_make_none() -> None:
    with refused("take no part"):
        play(CLIMB, FOUR, Attempt(99, 1))


@pytest.mark.parametrize("raw", [-4, 0, 2])
def test_a_critical_failure_is_0_whatever_was_thrown(raw: int) -> None:
    assert play(CLIMB, FOUR, Attempt(JULIO, 0, raw)).tallies[0].successes == 0


@pytest.mark.parametrize(("value", "raw"), [(3, 2), (-1, -2), (1, 0)])
def test_any_other_result_counts_as_it_was_thrown(value: int, raw: int) -> None:
    assert play(CLIMB, FOUR, Attempt(JULIO, value, value)).tallies[0].total == value
    with refused("Only a critical failure"):
        play(CLIMB, FOUR, Attempt(JULIO, value, raw))


@pytest.mark.parametrize(("value", "raw"), [(1000, None), (-1000, None), (0, -1000)])
def test_a_result_has_bounds(value: int, raw: int | None) -> None:
    with refused("from -{most} to {most}"):
        play(CLIMB, FOUR, Attempt(JULIO, value, raw))


def test_a_result_is_a_whole_number() -> None:
    with refused("a whole number"):
        play(CLIMB, FOUR, Attempt(JULIO, 1.5))  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [-1, 0, 2])
def test_an_effort_gives_exactly_1(value: int) -> None:
    with refused("exactly 1"):
        play(CLIMB, FOUR, Attempt(JULIO, value, effort="endurance"))


def test_damage_goes_to_a_pool_of_the_stake() -> None:
    chase = replace(CLIMB, stake=Stake("high"))
    assert play(chase, FOUR, Attempt(JULIO, -1, pool="determination")).effects[0].counter == "determination"
    with refused("can't be borne"):
        play(chase, FOUR, Attempt(JULIO, -1, pool="momentum"))


def test_without_a_rule_about_it_any_pool_pays_an_effort() -> None:
    assert play(CLIMB, FOUR, Attempt(JULIO, 1, effort="endurance")).tallies[0].total == 1


# --- stages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "missing"), [(3, 1), (1, 3)])
def test_a_stage_waits_for_everybody(made: int, missing: int) -> None:
    some = play(CLIMB, FOUR, *attempts(*[1] * made))
    with refused("still has to make a test") as refusal:
        record(some, EndStage())
    assert refusal.value.text.n == missing
    assert record(some, EndStage(skip=True)).stage == 2


def test_a_stage_does_not_wait_for_those_who_have_left() -> None:
    assert play(CLIMB, FOUR, Withdraw(TEKLA), *stage(1, 1, 1)).stage == 2


def test_a_stage_without_a_test_does_not_pass() -> None:
    with refused("Nobody has made a test"):
        play(CLIMB, FOUR, EndStage(skip=True))


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_whoever_leaves_makes_no_more_tests_and_the_others_go_on() -> None:
    left = play(CLIMB, FOUR, *stage(1, 1, 1, 1), Withdraw(ROSALIA))
    assert (outcome(left), [member.who for member in left.active()]) == ("", [JULIO, MARCUS, TEKLA])
    assert record(left, Attempt(JULIO, 1)).tallies[0].total == 5
    with refused("have withdrawn"):
        record(left, Attempt(ROSALIA, 1))


def test_one_leaves_once() -> None:
    with refused("have withdrawn"):
        play(CLIMB, FOUR, Withdraw(JULIO), Withdraw(JULIO))


def test_strangers_cannot_leave() -> None:
    with refused("take no part"):
        play(CLIMB, FOUR, Withdraw(99))


def test_when_all_have_left_it_is_over() -> None:
    assert outcome(play(CLIMB, FOUR, *(Withdraw(member.who) for member in FOUR))) == "withdrawn"


# --- pausing ----------------------------------------------------------------------------------------------------------


def test_a_sequential_challenge_may_be_paused_and_keeps_its_progress() -> None:
    paused = play(STUDY, FOUR, *stage(1, 2, 3, 4), Pause())
    with refused("is paused"):
        record(paused, Attempt(JULIO, 1))
    assert go(paused, Resume(), Attempt(JULIO, 1)).tallies[0].total == 11


def test_a_continuous_one_may_not() -> None:
    with refused("can't be paused"):
        play(CLIMB, FOUR, Pause())


@pytest.mark.parametrize("move", [Pause(), EndStage(), Withdraw(JULIO), Finish()])
def test_while_it_is_paused_nothing_else_happens(move: Pause | EndStage | Withdraw | Finish) -> None:
    with refused("is paused"):
        play(STUDY, FOUR, Pause(), move)


def test_what_is_not_paused_cannot_be_resumed() -> None:
    with refused("is not paused"):
        play(STUDY, FOUR, Resume())


@pytest.mark.parametrize("move", [Attempt(JULIO, 1), EndStage(), Withdraw(JULIO), Finish(), Pause(), Resume()])
def test_after_its_end_nothing_happens(move: Attempt | EndStage | Withdraw | Finish | Pause | Resume) -> None:
    with refused("is over"):
        play(replace(STUDY, thresholds=Thresholds(win=1)), FOUR, Attempt(JULIO, 1), move)


# --- Momentum from experience (decision 45) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "when"),
    [(CLIMB, "turn"), (MOUNT, "stage"), (STUDY, "stage"), (replace(MOUNT, momentum="turn"), "turn")],
)  # fmt: skip
def test_experience_helps_each_turn_of_a_round_else_once_a_stage(spec: ChallengeSpec, when: str) -> None:
    assert spec.momentum_at() == when
