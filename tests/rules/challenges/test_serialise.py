"""Stored challenges: there and back, and what can't be read."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.challenges.serialise import from_json, to_json
from rules.challenges.spec import ChallengeSpec, Quality, Thresholds
from rules.challenges.state import Attempt, ChallengeState, EndStage, Member, Pause, Resume, Settle, Share, Withdraw
from rules.challenges.templates import MOUNT, TEMPLATES
from rules.errors import UnreadableValue
from rules.values import Text
from tests.rules.challenges.party import FOUR, GUARD, JULIO, ONE, play, stage

SAMPLES = Path(__file__).parent.parent / "samples"
WRESTLE = ChallengeSpec("breach", Thresholds(knockout=5), opposed=True)
TRAINING = play(
    MOUNT, ONE, Settle(0, (Share(JULIO, "favours", 1),)), Attempt(JULIO, 0, -1), EndStage(), Pause(), Resume()
)  # fmt: skip
DUEL = play(WRESTLE, (Member(JULIO), Member(GUARD, 1)), Attempt(JULIO, 2), Withdraw(GUARD))


def again(value: ChallengeSpec | ChallengeState) -> ChallengeSpec | ChallengeState:
    return from_json(json.loads(json.dumps(to_json(value))))


@pytest.mark.parametrize("spec", [one.spec for one in TEMPLATES], ids=[one.key for one in TEMPLATES])
def test_a_spec_comes_back(spec: ChallengeSpec) -> None:
    assert again(spec) == spec


@pytest.mark.parametrize("state", [TRAINING, DUEL, play(MOUNT, ONE)])
def test_a_state_comes_back_whole(state: ChallengeState) -> None:
    assert again(state) == state


def test_names_that_people_typed_come_back() -> None:
    typed = Quality(14, Text("{name}", params={"name": "koń bojowy {x}"}))
    spec = replace(MOUNT, thresholds=Thresholds(12, quality=(typed,)))
    assert again(spec) == spec


def test_only_what_differs_is_stored() -> None:
    assert to_json(ChallengeSpec("operation", Thresholds(win=7))) == {
        "v": 1,
        "kind": "challenge",
        "spec": {"kind": "operation", "thresholds": {"win": 7}},
    }


def test_a_long_challenge_is_small() -> None:
    long = play(replace(TEMPLATES[0].spec, limit=None), FOUR, *(stage(1, -1, 1, -1) * 20))
    assert len(json.dumps(to_json(long), separators=(",", ":"))) < 4500


STORED = json.loads((SAMPLES / "challenges_v1.json").read_text("utf-8"))


@pytest.mark.parametrize("name", STORED)
def test_what_was_stored_by_version_1_is_read_as_it_was(name: str) -> None:
    assert to_json(from_json(STORED[name])) == STORED[name]


def test_a_stored_state_stands_where_it_stood() -> None:
    state = from_json(STORED["state"])
    assert isinstance(state, ChallengeState)
    assert (state.stage, state.tallies[0], state.paused) == (2, (0, 1, -1, 0), False)


GOOD = to_json(TRAINING)


@pytest.mark.parametrize(
    "damage",
    [
        {"v": 2},
        {"v": None},
        {"kind": "result"},
        {"spec": {"kind": "operation"}},
        {"spec": {"kind": "dance"}},
        {"spec": {**GOOD["spec"], "colour": "red"}},
        {"spec": {**GOOD["spec"], "thresholds": {"win": 12, "quality": [{"at": 20, "name": None}]}}},
        {"spec": {**GOOD["spec"], "prices": [{"per": "stage"}]}},
        {"members": []},
        {"members": [[]]},
        {"moves": [["dance", {}]]},
        {"moves": [["test", {"who": 99, "value": 1}]]},
        {"moves": [["test", {}]]},
        {"moves": [["resume", {}]]},
        {"moves": [["settle", {"debt": 0, "shares": [{}]}]]},
        {"moves": None},
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(damage: dict[str, Any]) -> None:
    with pytest.raises(UnreadableValue):
        from_json({**GOOD, **damage})


@pytest.mark.parametrize("data", [None, [], "challenge", {}, {"v": 1}])
def test_what_is_no_challenge_is_refused(data: object) -> None:
    with pytest.raises(UnreadableValue):
        from_json(data)
