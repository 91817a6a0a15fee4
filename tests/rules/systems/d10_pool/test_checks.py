"""From dice to a result: what is needed, what is open, how it is told."""

import pytest

from rules.values import Die, Step, Text
from tests.rules.cast import refused
from tests.rules.systems.d10_pool.cast import JOSH, POOL, again, request, roll, sheet, throw_again, thrown

RUNNER = sheet(agility=3)


@pytest.mark.parametrize(("needed", "outcome"), [(1, "success"), (2, "success"), (3, "failure"), (9, "failure")])
def test_the_gm_may_ask_for_more_successes(needed: int, outcome: str) -> None:
    result = thrown(8, 9, 2, needed=needed)
    assert (result.value, result.outcome) == (2, outcome)


def test_an_open_number_leaves_successes_open() -> None:
    result = thrown(8, 9, 2, needed=None)
    assert (result.roll, result.raw, result.value, result.outcome, result.name) == (2, None, None, "pending", None)


@pytest.mark.parametrize(("faces", "outcome"), [((5, 2), "failure"), ((8, 1), "critical_failure")])
def test_without_a_success_it_has_failed_whatever_is_needed(faces: tuple[int, ...], outcome: str) -> None:
    result = thrown(*faces, needed=None)
    assert (result.value, result.outcome) == (0, outcome)


def test_the_arithmetic_is_told_step_by_step() -> None:
    result = thrown(10, 9, 8, 1, 1)
    ones = Step("ones", -3, label=Text("cancelled by ones"))
    assert (result.roll, result.steps, result.value) == (4, (Step("roll", 4), ones), 1)
    assert thrown(9, 2).steps == (Step("roll", 1),)


def test_successes_and_ones_are_counted_and_tens_are_tops() -> None:
    result = thrown(10, 9, 5, 2, 1)
    assert [die.kept for die in result.dice] == [True, True, False, False, True]
    assert [die.top for die in result.dice] == [True, False, False, False, False]


@pytest.mark.parametrize(
    ("faces", "needed", "name"),
    [
        ((8, 2), 1, Text("{n} success", 1)),
        ((10, 8), 1, Text("{n} success", 3)),
        ((8, 2), 2, Text("{n} success, too few", 1)),
        ((5, 2), 1, Text("plain failure")),
        ((1, 2), 1, Text("critical failure")),
        ((10, 1), 1, Text("tens and ones cancel out, throw again")),
    ],
)
def test_a_result_has_a_name(faces: tuple[int, ...], needed: int, name: Text) -> None:
    assert thrown(*faces, needed=needed).name == name


def test_a_success_of_a_retry_is_a_success_like_any_other() -> None:
    assert throw_again("retry", thrown(5, 2), 8, 2).name == Text("{n} success", 1)


@pytest.mark.parametrize(("value", "name"), [(0, "plain failure"), (1, "{n} success, too few"), (2, "{n} success")])
def test_a_value_has_a_name_before_the_throw(value: int, name: str) -> None:
    assert POOL.result_name(request("agility", needed=2), value).id == name


def test_the_common_numbers_of_successes_are_named() -> None:
    assert POOL.difficulties(POOL.tables({}))[:2] == ((1, Text("{n} success", 1)), (2, Text("{n} success", 2)))


def test_nothing_else_changes() -> None:
    result = thrown(10, 10, 10)
    assert (result.effects, result.gained, result.breakthroughs) == ((), (), 0)


GOOD = again(roll(request("agility"), RUNNER, 8, 2, 3), 8, 2, 3)


@pytest.mark.parametrize(
    "dice",
    [
        (),
        GOOD[:2],
        (*GOOD, GOOD[0]),
        (*GOOD[:2], Die(JOSH, "agility", 12, 3)),
        (*GOOD[:2], Die(JOSH, "fencing", 10, 3)),
        (*GOOD[:2], Die(9, "agility", 10, 3)),
    ],
)
def test_other_dice_are_refused(dice: tuple[Die, ...]) -> None:
    with refused("not the ones"):
        POOL.check(request("agility"), {JOSH: RUNNER}, dice)


@pytest.mark.parametrize("face", [0, 11, -1])
def test_faces_that_a_die_lacks_are_refused(face: int) -> None:
    with refused("can't show"):
        POOL.check(request("agility"), {JOSH: RUNNER}, (*GOOD[:2], Die(JOSH, "agility", 10, face)))


def test_the_order_of_the_dice_is_theirs() -> None:
    asked, jumper = request("acrobatics"), sheet(acrobatics=1, agility=1)
    skill, attribute = Die(JOSH, "acrobatics", 10, 8), Die(JOSH, "agility", 10, 2)
    result = POOL.check(asked, {JOSH: jumper}, (attribute, skill))
    assert [die.trait for die in result.dice] == ["agility", "acrobatics"]
