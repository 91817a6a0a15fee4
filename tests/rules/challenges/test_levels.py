from dataclasses import replace

import pytest

from rules.challenges.kinds import KINDS
from rules.challenges.levels import LEVELS, per_head, preset
from rules.challenges.play import start
from rules.challenges.spec import Thresholds
from tests.rules.cast import refused
from tests.rules.challenges.party import FOUR


@pytest.mark.parametrize(("level", "difficulty"), [("low", 2), ("medium", 4), ("high", 6)])
def test_each_level_proposes_a_difficulty(level: str, difficulty: int) -> None:
    low, high = LEVELS[level].difficulties
    assert LEVELS[level].difficulty() == difficulty
    assert low <= difficulty <= (high or 99)


@pytest.mark.parametrize("kind", [kind.key for kind in KINDS])
@pytest.mark.parametrize("level", LEVELS)
def test_every_kind_can_be_played_at_every_level(kind: str, level: str) -> None:
    assert start(preset(kind, level, 4), FOUR).ending is None


def test_a_kind_gets_the_thresholds_that_it_knows() -> None:
    assert preset("operation", "medium", 3).thresholds == Thresholds(win=21)
    assert preset("intrigue", "medium", 3).thresholds == Thresholds(win=21, loss=12)
    assert preset("survival", "medium", 3).thresholds == Thresholds(stage=3, loss=12)


def test_one_participant_is_no_group_and_an_innovation_is_secret() -> None:
    alone = preset("innovation", "low", 1)
    assert (alone.group, alone.open_thresholds) == (False, False)
    assert preset("operation", "low", 2).group


def test_a_campaign_may_have_its_own_levels() -> None:
    own = {"grim": replace(LEVELS["high"], win=5)}
    assert per_head("grim", 4, own) == Thresholds(win=20, loss=8)
    with refused("no such level"):
        per_head("low", 4, own)


@pytest.mark.parametrize(("level", "participants", "words"), [("easy", 4, "no such level"), ("low", 0, "participant")])
def test_what_is_refused(level: str, participants: int, words: str) -> None:
    with refused(words):
        preset("operation", level, participants)


def test_an_unknown_kind_is_refused() -> None:
    with refused("no such kind"):
        preset("dance", "low", 4)
