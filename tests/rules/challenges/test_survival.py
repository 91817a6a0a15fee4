from dataclasses import replace

from rules.challenges.spec import ChallengeSpec, Stake, Thresholds
from rules.challenges.state import Attempt, EndStage, Withdraw
from tests.rules.cast import refused
from tests.rules.challenges.party import FOUR, JULIO, MARCUS, TWO, losses, outcome, play, stage

SIEGE = ChallengeSpec("survival", Thresholds(stage=2), 4, stake=Stake("high"))


def test_it_is_won_when_its_stage_is_over() -> None:
    assert outcome(play(SIEGE, TWO, *stage(-5, -5))) == ""
    assert outcome(play(SIEGE, TWO, *stage(-5, -5), *stage(-9, -9))) == "won"


def test_a_stage_passes_without_those_who_are_skipped() -> None:
    assert outcome(play(SIEGE, TWO, *stage(0, 0), Attempt(JULIO, 0), EndStage(skip=True))) == "won"


def test_but_not_without_anybody() -> None:
    with refused("Nobody has made a test"):
        play(SIEGE, TWO, EndStage(skip=True))


def test_a_loss_threshold_is_the_game_masters_to_set() -> None:
    assert outcome(play(replace(SIEGE, thresholds=Thresholds(stage=2, loss=6)), TWO, *stage(-3, -2))) == ""
    assert outcome(play(replace(SIEGE, thresholds=Thresholds(stage=2, loss=5)), TWO, Attempt(JULIO, -5))) == "lost"


def test_where_stages_are_summed_the_loss_comes_before_the_winning_stage() -> None:
    spec = replace(SIEGE, thresholds=Thresholds(stage=1, loss=5), by_stage=True)
    assert outcome(play(spec, TWO, *stage(-3, -2))) == "lost"


def test_smoke_hurts_everybody_in_each_stage() -> None:
    burning = replace(SIEGE, stake=Stake("fixed", 2))
    after = play(burning, TWO, *stage(3, 0))
    assert losses(after) == {(JULIO, "endurance"): 2, (MARCUS, "endurance"): 2}
    assert losses(play(burning, TWO, Attempt(JULIO, -9))) == {}


def test_there_is_no_way_back_unless_the_game_master_gives_one() -> None:
    with refused("no way back"):
        play(SIEGE, FOUR, Withdraw(JULIO))
    assert play(replace(SIEGE, may_withdraw=True), FOUR, Withdraw(JULIO)).withdrawn == {JULIO}
