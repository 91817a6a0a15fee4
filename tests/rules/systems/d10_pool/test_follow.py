"""Throwing again: what cancelled out as often as it happens, a failure once."""

import pytest

from rules.values import CheckResult, Choice, Cost, FollowUp, Taken
from tests.rules.cast import refused
from tests.rules.systems.d10_pool.cast import ADAM, JOSH, POOL, again, offers, sheet, throw_again, thrown

VOID, FAILED, TOO_FEW = thrown(10, 1), thrown(5, 2), thrown(8, 2, needed=2)
CRITICAL, SUCCESS, OPEN = thrown(1, 2), thrown(8, 2), thrown(8, 2, needed=None)


@pytest.mark.parametrize(
    ("result", "kinds"),
    [(VOID, ["reroll"]), (FAILED, ["retry"]), (TOO_FEW, ["retry"]), (CRITICAL, []), (SUCCESS, []), (OPEN, [])],
)
def test_what_is_open_after_a_throw(result: CheckResult, kinds: list[str]) -> None:
    assert list(offers(result)) == kinds


def test_an_offer_asks_for_the_whole_pool_and_costs_nothing() -> None:
    offer = offers(FAILED)["retry"]
    assert offer == FollowUp("retry:1", "retry", JOSH, dice_needed=offer.dice_needed)
    assert [(part.who, part.trait, part.sides, part.count) for part in offer.dice_needed] == [
        (JOSH, "own:luck", 10, 1),
        (JOSH, "own:luck", 10, 1),
    ]


# --- what cancelled out -----------------------------------------------------------------------------------------------


def test_a_void_throw_is_thrown_again_until_something_lies_there() -> None:
    twice = throw_again("reroll", VOID, 1, 10)
    assert (twice.outcome, list(offers(twice))) == ("pending", ["reroll"])
    assert throw_again("reroll", twice, 9, 3).value == 1


def test_a_reroll_is_told_and_is_no_retry() -> None:
    settled = throw_again("reroll", VOID, 5, 3, note="od nowa")
    assert settled.taken == (Taken("reroll", JOSH, note="od nowa", faces=(10, 1)),)
    assert list(offers(settled)) == ["retry"]


@pytest.mark.parametrize("result", [FAILED, TOO_FEW, CRITICAL, SUCCESS, OPEN, thrown(10, 1, 5)])
def test_what_settled_something_is_not_thrown_again(result: CheckResult) -> None:
    with refused("cancel out"):
        throw_again("reroll", result, *(8 for _ in result.dice))


# --- the one retry ----------------------------------------------------------------------------------------------------


def test_a_retry_is_a_whole_new_throw() -> None:
    done = throw_again("retry", TOO_FEW, 10, 3)
    assert (done.value, done.outcome) == (2, "success")
    assert done.taken == (Taken("retry", JOSH, before=1, faces=(8, 2)),)


@pytest.mark.parametrize("faces", [(5, 2), (1, 2), (8, 2)])
def test_there_is_no_second_retry(faces: tuple[int, int]) -> None:
    done = throw_again("retry", TOO_FEW, *faces)
    assert offers(done) == {}
    with refused("retried once"):
        throw_again("retry", done, 8, 8)


def test_a_retry_that_cancels_out_is_thrown_again_but_not_retried() -> None:
    void = throw_again("retry", FAILED, 1, 10)
    assert list(offers(void)) == ["reroll"]
    assert offers(throw_again("reroll", void, 5, 3)) == {}


def test_a_retry_may_fail_critically() -> None:
    done = throw_again("retry", FAILED, 1, 5)
    assert done.outcome == "critical_failure"
    assert done.name is not None
    assert done.name.id == "critical failure"


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (CRITICAL, "critical failure can't"),
        (SUCCESS, "Only a failure"),
        (OPEN, "Only a failure"),
        (VOID, "Only a failure"),
    ],
)
def test_nothing_else_is_retried(result: CheckResult, words: str) -> None:
    with refused(words):
        throw_again("retry", result, 8, 8)


# --- what isn't followed ----------------------------------------------------------------------------------------------

SHEETS = {JOSH: sheet(), ADAM: sheet(ADAM)}
NEW = again(FAILED, 8, 8)


@pytest.mark.parametrize("kind", ["boost", "effort", "", "opposed"])
def test_this_game_has_no_other_follow_up(kind: str) -> None:
    with refused("no such follow-up"):
        POOL.follow(FAILED, Choice(kind, JOSH), SHEETS)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Choice("retry", ADAM), "takes no part"),
        (Choice("retry", JOSH, Cost("luck", 1)), "costs nothing"),
        (Choice("retry", JOSH, dice=(0,)), "whole pool"),
        (Choice("retry", JOSH, dice=(0, 0)), "whole pool"),
        (Choice("retry", JOSH, dice=(0, 7)), "whole pool"),
        (Choice("retry", JOSH, note="x" * 121), "A note has"),
        (Choice("correct", JOSH, request=FAILED.request), "A correction throws no dice"),
    ],
)
def test_a_choice_has_to_be_whole(choice: Choice, words: str) -> None:
    with refused(words):
        POOL.follow(FAILED, choice, SHEETS, NEW)


@pytest.mark.parametrize("choice", [Choice("retry", JOSH, dice=(1, 0)), Choice("retry", JOSH, note="x" * 120)])
def test_such_a_choice_is_followed(choice: Choice) -> None:
    assert POOL.follow(FAILED, choice, SHEETS, NEW).value == 2


@pytest.mark.parametrize("count", [0, 1, 3])
def test_the_dice_have_to_be_the_pool(count: int) -> None:
    with refused("not the ones"):
        POOL.follow(FAILED, Choice("retry", JOSH), SHEETS, (NEW * 2)[:count])


def test_a_sheet_has_to_be_at_hand() -> None:
    assert POOL.follow_ups(FAILED, {}) == ()
    with refused("sheet of this character is missing"):
        POOL.follow(FAILED, Choice("retry", JOSH), {}, NEW)
