"""What is offered after a roll, and what no follow-up may do."""

import pytest

from rules.values import Choice
from tests.rules.cast import (
    CAERBANNOG,
    JULIO,
    MARCUS,
    again,
    follow,
    group,
    offers,
    people,
    refused,
    request,
    roll,
    sheet,
)

BOOST = Choice("boost", JULIO)
RUNNER = sheet(athletics=1, bonuses={"physical": 3}, momentum=1)
FAILED = roll(request("athletics", difficulty=5), RUNNER, 2, 4, 5)  # -1


@pytest.mark.parametrize("kind", ["", "Boost", "undo"])
def test_an_unknown_follow_up_is_refused(kind: str) -> None:
    with refused("no such follow-up"):
        follow(FAILED, Choice(kind, JULIO), RUNNER)


@pytest.mark.parametrize("kind", ["boost", "effort", "correct"])
def test_only_a_reroll_throws_dice(kind: str) -> None:
    with refused("Only a reroll"):
        follow(FAILED, Choice(kind, JULIO, note="x"), RUNNER, again(FAILED, {0: 6}))


@pytest.mark.parametrize("kind", ["boost", "effort"])
def test_somebody_outside_the_test_neither_boosts_nor_makes_an_effort(kind: str) -> None:
    both = people(RUNNER, sheet(MARCUS, bonuses={"physical": 3}, momentum=3))
    with refused("no part in the test"):
        follow(FAILED, Choice(kind, MARCUS, note="x"), both)


def test_a_note_as_long_as_a_letter_is_refused() -> None:
    with refused("A note has"):
        follow(FAILED, Choice("effort", JULIO, note="x" * 121), RUNNER)
    assert follow(FAILED, Choice("effort", JULIO, note="x" * 120), RUNNER).value == 1


def test_without_sheets_nothing_is_offered() -> None:
    assert CAERBANNOG.follow_ups(FAILED, {}) == ()


def test_boosts_come_first_and_rerolls_last() -> None:
    both = people(sheet(JULIO, bonuses={"social": 1}, momentum=1), sheet(MARCUS, bonuses={"social": 1}, momentum=1))
    result = roll(group((JULIO, "guile"), (MARCUS, "guile")), both, 2, 2, 3)
    assert list(offers(result, both)) == ["boost:1", "boost:2", "effort:1", "reroll:1", "reroll:2"]


def test_the_old_result_is_left_as_it_was() -> None:
    follow(FAILED, BOOST, RUNNER)
    assert (FAILED.value, FAILED.taken, len(FAILED.steps)) == (-1, (), 2)
