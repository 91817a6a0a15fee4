"""Which challenges can be set up, and what a game master is told about odd ones."""

from dataclasses import replace
from typing import Any

import pytest

from rules.challenges.levels import preset
from rules.challenges.setup import advice, check_members, check_spec
from rules.challenges.spec import ChallengeSpec, Price, Quality, Stake, Thresholds
from rules.challenges.state import Member
from rules.challenges.templates import CLIMB, EXORCISM, MOUNT, PURSUIT, SNEAKING, TEMPLATES
from rules.values import Text
from tests.rules.cast import refused
from tests.rules.challenges.party import DUEL, FOUR, ONE, TWO

GOOD, BETTER = Text("good"), Text("better")
WRESTLE = ChallengeSpec("breach", Thresholds(knockout=5), opposed=True)


@pytest.mark.parametrize("spec", [one.spec for one in TEMPLATES], ids=[one.key for one in TEMPLATES])
def test_the_printed_examples_are_in_order(spec: ChallengeSpec) -> None:
    check_spec(spec)
    assert advice(spec) == ()


@pytest.mark.parametrize(
    ("spec", "changes", "words"),
    [
        (CLIMB, {"kind": "dance"}, "no such kind"),
        (CLIMB, {"thresholds": Thresholds()}, "needs this"),
        (SNEAKING, {"thresholds": Thresholds(win=24)}, "needs this"),
        (EXORCISM, {"thresholds": Thresholds(loss=4)}, "needs this"),
        (CLIMB, {"thresholds": Thresholds(win=20, loss=5)}, "does not know this"),
        (CLIMB, {"thresholds": Thresholds(win=20, quality=(Quality(1, GOOD),))}, "does not know this"),
        (PURSUIT, {"thresholds": Thresholds(win=20, knockout=3)}, "does not know this"),
        (CLIMB, {"thresholds": Thresholds(win=0)}, "whole number"),
        (CLIMB, {"thresholds": Thresholds(win=1000)}, "whole number"),
        (CLIMB, {"thresholds": Thresholds(win=True)}, "whole number"),
        (MOUNT, {"thresholds": Thresholds(12, quality=(Quality(-1, GOOD),))}, "whole number"),
        (MOUNT, {"thresholds": Thresholds(12, overshoot=12)}, "golden mean"),
        (MOUNT, {"thresholds": Thresholds(12, overshoot=20, mean=20)}, "golden mean"),
        (MOUNT, {"thresholds": Thresholds(12, overshoot=20, mean=12)}, "golden mean"),
        (MOUNT, {"thresholds": Thresholds(12, quality=(Quality(20, GOOD), Quality(20, BETTER)))}, "harder"),
        (MOUNT, {"thresholds": Thresholds(12, mean=16, quality=(Quality(1, GOOD), Quality(2, BETTER)))}, "harder"),
        (CLIMB, {"stages": "week"}, "no such stages"),
        (MOUNT, {"continuous": True}, "may be paused"),
        (MOUNT, {"continuous": True, "stages": "breather"}, "may be paused"),
        (CLIMB, {"limit": 0}, "last stage"),
        (EXORCISM, {"limit": 5}, "last stage"),
        (CLIMB, {"on_time": True}, "on time belongs"),
        (PURSUIT, {"on_time": True, "limit": None}, "on time belongs"),
        (PURSUIT, {"thresholds": Thresholds()}, "on time, or both"),
        (CLIMB, {"momentum": "day"}, "each turn or each stage"),
        (CLIMB, {"opposed": True}, "Only in a breach"),
        (CLIMB, {"group": False, "share_damage": True}, "Only a group"),
        (CLIMB, {"stake": Stake("deadly")}, "no such stake"),
        (CLIMB, {"stake": Stake("high", pools=())}, "no such stake"),
        (CLIMB, {"stake": Stake("lethal")}, "a number of damage"),
        (CLIMB, {"stake": Stake("fixed")}, "a number of damage"),
        (CLIMB, {"prices": (Price("year", ("wealth",)),)}, "no such price"),
        (CLIMB, {"prices": (Price("test", ("wealth",), times="dice"),)}, "no such price"),
        (CLIMB, {"prices": (Price("withdrawal", ("wealth",), times="failures"),)}, "no such price"),
        (CLIMB, {"prices": (Price("test", ()),)}, "1 or more of something"),
        (CLIMB, {"prices": (Price("test", ("wealth",), 0),)}, "1 or more of something"),
        (CLIMB, {"may_withdraw": False}, "always withdraw"),
        (SNEAKING, {"may_go_negative": False}, "below 0"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(spec: ChallengeSpec, changes: dict[str, Any], words: str) -> None:
    with refused(words):
        check_spec(replace(spec, **changes))


@pytest.mark.parametrize(
    ("spec", "changes"),
    [
        (MOUNT, {"thresholds": Thresholds(12, overshoot=20, mean=16)}),
        (MOUNT, {"thresholds": Thresholds(12, mean=16, quality=(Quality(2, GOOD), Quality(0, BETTER)))}),
        (MOUNT, {"stages": "abstract", "continuous": True}),
        (PURSUIT, {"on_time": True, "thresholds": Thresholds(lead=3)}),
        (SNEAKING, {"may_withdraw": False}),
        (SNEAKING, {"may_withdraw": True}),
        (CLIMB, {"may_go_negative": False}),
        (CLIMB, {"difficulty": None}),
        (CLIMB, {"share_damage": True}),
    ],
)  # fmt: skip
def test_what_can_be_played_is_not(spec: ChallengeSpec, changes: dict[str, Any]) -> None:
    check_spec(replace(spec, **changes))


@pytest.mark.parametrize(
    ("spec", "members", "words"),
    [
        (CLIMB, (), "needs a participant"),
        (CLIMB, (*FOUR, FOUR[0]), "listed twice"),
        (CLIMB, ONE, "two participants"),
        (CLIMB, DUEL, "two sides or more"),
        (WRESTLE, ONE, "two sides or more"),
        (WRESTLE, (Member(1), Member(2, 2)), "needs a participant"),
        (WRESTLE, (Member(1, 1), Member(2, 2)), "needs a participant"),
    ],
)  # fmt: skip
def test_who_cannot_take_part(spec: ChallengeSpec, members: tuple[Member, ...], words: str) -> None:
    with refused(words):
        check_members(spec, members)


def test_who_can() -> None:
    check_members(CLIMB, TWO)
    check_members(MOUNT, ONE)
    check_members(replace(CLIMB, group=False), FOUR)
    check_members(WRESTLE, DUEL)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (replace(CLIMB, limit=None, stage_length=""), "Nothing is at risk"),
        (replace(EXORCISM, stake=Stake()), "Nothing is at risk"),
        (replace(SNEAKING, difficulty=3), "failures are rare"),
        (replace(MOUNT, open_thresholds=True), "secret thresholds"),
    ],
)  # fmt: skip
def test_odd_setups_are_spoken_of_not_refused(spec: ChallengeSpec, words: str) -> None:
    check_spec(spec)
    assert [words in text.id for text in advice(spec)] == [True]


def test_a_breach_or_an_intrigue_needs_no_complication() -> None:
    assert advice(replace(PURSUIT, limit=None, stage_length="", stake=Stake())) == ()
    assert advice(replace(SNEAKING, limit=None, stake=Stake())) == ()


def test_a_preset_wants_its_complication() -> None:
    assert [text.id for text in advice(preset("operation", "medium", 4))] == [
        "Nothing is at risk here: give it a limit, a price or a stake."
    ]
