from dataclasses import replace

import pytest

from rules.challenges.spec import ChallengeSpec, Stake, Thresholds
from rules.challenges.state import Attempt, ChallengeState, EndStage, Member, Withdraw
from rules.challenges.templates import PURSUIT
from tests.rules.cast import refused
from tests.rules.challenges.party import DUEL, FOUR, GUARD, JULIO, MARCUS, TWO, losses, outcome, play, stage

RACE = ChallengeSpec("breach", Thresholds(lead=3), 5, limit=2, on_time=True)
WRESTLE = ChallengeSpec("breach", Thresholds(knockout=5), opposed=True, limit=3, on_time=True)
THREE = (*DUEL, Member(21, 2))


def duel(spec: ChallengeSpec, *stages: tuple[int, ...]) -> ChallengeState:
    """Stages in which Julio, the guard and a third side throw these."""
    whos = (JULIO, GUARD, 21)
    moves = [[*(Attempt(w, v) for w, v in zip(whos, values, strict=False)), EndStage()] for values in stages]
    return play(spec, THREE[: len(stages[0])], *(move for one in moves for move in one))


# --- simplified -------------------------------------------------------------------------------------------------------


def test_failures_lessen_the_sum_of_a_stage() -> None:
    assert outcome(play(PURSUIT, FOUR, *stage(6, 2, 1, -2))) == ""
    assert outcome(play(PURSUIT, FOUR, *stage(6, 2, 2, -2))) == "won"


def test_a_stage_decides_when_it_is_over() -> None:
    assert outcome(play(PURSUIT, FOUR, Attempt(JULIO, 9))) == ""


def test_each_stage_begins_at_0_and_the_running_total_is_kept() -> None:
    tally = play(PURSUIT, FOUR, *stage(2, 2, 2, -1)).tallies[0]
    assert (tally.stage, tally.total) == (0, 5)


@pytest.mark.parametrize(
    ("second", "end"), [(3, "won"), (2, "draw"), (-2, "draw"), (-3, "lost")]
)  # fmt: skip
def test_on_time_the_sum_of_all_stages_is_the_lead(second: int, end: str) -> None:
    assert outcome(play(RACE, TWO, *stage(2, -2), *stage(0, second))) == end


def test_without_a_least_lead_only_a_tie_is_a_draw() -> None:
    any_lead = replace(RACE, thresholds=Thresholds())
    assert outcome(play(any_lead, TWO, *stage(0, 0), *stage(0, 1))) == "won"
    assert outcome(play(any_lead, TWO, *stage(0, 0), *stage(0, 0))) == "draw"


# --- opposed ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("julio", "guard", "end"), [(9, 4, "won"), (8, 4, ""), (4, 9, "lost"), (7, 7, "")])
def test_a_knockout_is_a_lead_within_one_stage(julio: int, guard: int, end: str) -> None:
    assert outcome(duel(WRESTLE, (julio, guard))) == end


def test_a_knockout_must_stand_out_from_all_other_sides() -> None:
    assert outcome(duel(WRESTLE, (9, 4, 5))) == ""
    assert outcome(duel(WRESTLE, (10, 4, 5))) == "won"


def test_the_best_side_of_a_stage_keeps_its_lead() -> None:
    after = duel(WRESTLE, (9, 6), (4, 6))
    assert [tally.total for tally in after.tallies] == [3, 2]
    assert after.ending is None


def test_a_stage_that_nobody_leads_brings_nobody_anything() -> None:
    assert [tally.total for tally in duel(WRESTLE, (6, 6)).tallies] == [0, 0]


@pytest.mark.parametrize(
    ("last", "end", "winner"), [((5, 4), "won", 0), ((4, 5), "lost", 1), ((5, 5), "draw", None)]
)  # fmt: skip
def test_on_time_the_greatest_total_of_leads_wins(last: tuple[int, int], end: str, winner: int | None) -> None:
    ending = duel(WRESTLE, (6, 4), (4, 6), last).ending
    assert ending
    assert (ending.outcome, ending.winner) == (end, winner)


def test_a_knockout_alone_has_no_winner_when_time_is_up() -> None:
    assert outcome(duel(replace(WRESTLE, on_time=False, limit=1), (6, 4))) == "lost"


def test_a_side_that_has_left_neither_leads_nor_is_waited_for() -> None:
    moves = (Attempt(21, 12), Withdraw(21), Attempt(JULIO, 9), Attempt(GUARD, 4), EndStage())
    assert outcome(play(WRESTLE, THREE, *moves)) == "won"


def test_the_last_side_left_wins() -> None:
    assert outcome(play(WRESTLE, DUEL, Withdraw(GUARD))) == "won"
    assert outcome(play(WRESTLE, THREE, Withdraw(GUARD))) == ""


def test_the_side_behind_is_hurt_by_what_it_lacks() -> None:
    spec = replace(WRESTLE, stake=Stake("high", pools=("endurance",)))
    assert losses(duel(spec, (4, 7))) == {(JULIO, "endurance"): 3}
    assert losses(duel(spec, (7, 4))) == {(GUARD, "endurance"): 3}
    assert losses(duel(spec, (7, 7))) == {}


def test_a_side_of_several_bears_it_together() -> None:
    members = (*TWO, Member(GUARD, 1))
    hurt = replace(WRESTLE, stake=Stake("high"))
    after = play(hurt, members, Attempt(JULIO, 2), Attempt(MARCUS, 1), Attempt(GUARD, 7), EndStage())
    assert [(debt.kind, debt.side, debt.who, debt.amount) for debt in after.debts] == [("damage", 0, None, 4)]


def test_opponents_debts_hold_nothing_up() -> None:
    hurt = replace(WRESTLE, stake=Stake("high"))
    after = duel(hurt, (7, 4), (7, 4))
    assert [(debt.side, debt.amount) for debt in after.debts] == [(1, 3), (1, 3)]


def test_a_breach_needs_a_way_to_win() -> None:
    with refused("a knockout, on time, or both"):
        play(replace(PURSUIT, thresholds=Thresholds()), FOUR)
