import json
from dataclasses import asdict, fields, replace

import pytest

from rules.challenges.public import public
from rules.challenges.spec import ChallengeSpec, Price, Quality, Thresholds
from rules.challenges.state import ChallengeState, Finish, Settle, Share
from rules.challenges.templates import CLIMB, MOUNT, SNEAKING
from rules.values import Text
from tests.rules.challenges.party import FOUR, JULIO, ONE, attempts, play, stage

CANARY = 777
SECRET = replace(
    MOUNT,
    prices=(),
    thresholds=Thresholds(CANARY, overshoot=CANARY + 9, mean=CANARY + 3, quality=(Quality(CANARY, Text("x")),)),
)


def test_open_thresholds_are_shown() -> None:
    assert public(play(CLIMB, FOUR)).thresholds == Thresholds(win=20)


@pytest.mark.parametrize(
    "state",
    [play(SECRET, ONE), play(SECRET, ONE, *stage(5)), play(SECRET, ONE, *stage(5), Finish())],
    ids=["begun", "under way", "over"],
)
def test_secret_ones_are_in_no_byte(state: ChallengeState) -> None:
    shown = json.dumps(asdict(public(state)), default=str)
    assert public(state).thresholds is None
    assert str(CANARY)[:2] not in shown


@pytest.mark.parametrize("spec", [CLIMB, replace(SNEAKING, open_thresholds=False)])
def test_progress_is_shown_either_way(spec: ChallengeSpec) -> None:
    shown = public(play(spec, FOUR, *attempts(3, -1)))
    assert (shown.tallies[0].successes, shown.tallies[0].failures, shown.stage) == (3, 1, 1)


def test_what_is_owed_and_how_it_ended_are_shown() -> None:
    begun = play(MOUNT, ONE)
    assert public(begun).debts == begun.debts
    ended = play(MOUNT, ONE, Settle(0, (Share(JULIO, "wealth", 1),)), *stage(1), Finish()).ending
    assert ended
    assert ended.outcome == "lost"


def test_what_it_costs_to_go_on_and_to_leave_is_shown() -> None:
    prices = (*MOUNT.prices, Price("withdrawal", ("favours",), 2))
    assert public(play(replace(MOUNT, prices=prices), ONE)).prices == prices
    assert public(play(SNEAKING, FOUR)).effort_pools == ("determination",)
    assert public(play(replace(SNEAKING, share_damage=True), FOUR)).share_damage


def test_moves_and_the_spec_itself_stay_behind() -> None:
    names = {field.name for field in fields(public(play(CLIMB, FOUR)))}
    assert not names & {"spec", "moves", "difficulty"}
