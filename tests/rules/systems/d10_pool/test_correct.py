"""The GM tells or mends what a test should have been; the dice stay."""

from dataclasses import replace
from typing import Any

import pytest

from rules.values import CheckRequest, CheckResult, Choice, Modifier, Taken
from tests.rules.cast import refused
from tests.rules.systems.d10_pool.cast import JOSH, POOL, offers, request, roll, sheet, throw_again

MASTER = sheet(fencing=2, hand_to_hand=2, science=2, agility=2, willpower=2)
FENCED = roll(request("fencing"), MASTER, 8, 9, 3, 2)


def corrected(result: CheckResult, new: CheckRequest | None, **more: Any) -> CheckResult:
    return POOL.follow(result, Choice("correct", JOSH, request=new, **more), {JOSH: MASTER})


def test_more_successes_may_have_been_needed() -> None:
    mended = corrected(FENCED, replace(FENCED.request, difficulty=3), note="mgła")
    assert (mended.value, mended.outcome, mended.dice) == (2, "failure", FENCED.dice)
    assert mended.taken == (Taken("correct", JOSH, note="mgła", before=2),)
    assert list(offers(mended)) == ["retry"]


def test_to_tell_an_open_number_is_no_correction() -> None:
    pending = roll(request("fencing", needed=None), MASTER, 8, 9, 3, 2)
    told = corrected(pending, replace(pending.request, difficulty=2))
    assert (told.value, told.outcome, told.taken) == (2, "success", ())


def test_a_retry_that_was_made_stays_made() -> None:
    forced = throw_again("retry", roll(request("fencing", needed=2), MASTER, 8, 2, 2, 2), 8, 3, 3, 3)
    mended = corrected(forced, replace(forced.request, difficulty=3))
    assert [taken.kind for taken in mended.taken] == ["retry", "correct"]
    assert offers(mended) == {}


def test_another_trait_of_as_many_dice_takes_them_over() -> None:
    mended = corrected(FENCED, request("science", "agility"))
    assert [(die.trait, die.face) for die in mended.dice] == [
        ("science", 8),
        ("science", 9),
        ("agility", 3),
        ("agility", 2),
    ]


@pytest.mark.parametrize(
    "more",
    [
        {"advantage": ("a",), "disadvantage": ("b",)},
        {"modifiers": (Modifier(2), Modifier(-2, "błoto"))},
        {"advantage": ("a",), "modifiers": (Modifier(-1),)},
    ],
)
def test_circumstances_that_leave_the_pool_as_it_was_fit(more: dict[str, Any]) -> None:
    assert corrected(FENCED, replace(FENCED.request, **more)).value == 2


@pytest.mark.parametrize("more", [{"advantage": ("a",)}, {"disadvantage": ("a",)}, {"modifiers": (Modifier(1),)}])
def test_another_pool_has_to_be_thrown_anew(more: dict[str, Any]) -> None:
    with refused("thrown anew"):
        corrected(FENCED, replace(FENCED.request, **more))


def test_a_test_of_mysticism_may_have_been_a_rite() -> None:
    adept = {JOSH: sheet(mysticism=1, willpower=2)}
    tested = roll(request("mysticism"), adept[JOSH], 8, 2, 3)
    known, unknown = (Choice("correct", JOSH, request=request("mysticism", kind=k)) for k in ("rite", "unknown_rite"))
    assert POOL.follow(tested, known, adept).request.kind == "rite"
    with refused("thrown anew"):
        POOL.follow(tested, unknown, adept)


def test_a_sheet_that_has_changed_since_changes_no_dice() -> None:
    grown = {JOSH: sheet(fencing=5, agility=5)}
    choice = Choice("correct", JOSH, request=replace(FENCED.request, difficulty=2))
    assert POOL.follow(FENCED, choice, grown).dice == FENCED.dice


def test_somebody_else_s_dice_never_fit() -> None:
    with refused("thrown anew"):
        POOL.follow(
            FENCED, Choice("correct", JOSH, request=request("fencing", who=2)), {2: replace(MASTER, who=2)}
        )  # fmt: skip


@pytest.mark.parametrize(
    ("new", "words"),
    [
        (None, "Say what the test"),
        (request("fencing", needed=None), "can't be untold"),
        (request("fencing", needed=0), "from 1 to"),
        (request("fencing", kind="group"), "no such kind"),
        (request("guile"), "no such trait"),
        (request("fencing", kind="rite"), "test Mysticism"),
    ],
)
def test_a_correction_has_to_be_a_test(new: CheckRequest | None, words: str) -> None:
    with refused(words):
        corrected(FENCED, new)
