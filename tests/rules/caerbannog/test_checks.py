import pytest

from rules.caerbannog.checks import kept_place, merged
from rules.tables import CaerbannogTables
from rules.values import Die, Effect, Text
from tests.rules.cast import (
    CAERBANNOG,
    JULIO,
    MARCUS,
    amounts,
    group,
    mod,
    people,
    refused,
    request,
    roll,
    sheet,
    table,
)

INVESTIGATOR = sheet(inquiry=2)


def test_the_steps_add_up_to_the_result() -> None:
    result = roll(request("inquiry", difficulty=2, modifiers=(mod(1, "mapa"), mod(-2))), INVESTIGATOR, 5, 7, 4)
    assert [(step.kind, step.value, step.note) for step in result.steps] == [
        ("roll", 5, ""),
        ("difficulty", -2, ""),
        ("modifier", 1, "mapa"),
        ("modifier", -2, ""),
    ]
    assert (result.roll, result.raw, result.value, result.outcome) == (5, 2, 2, "success")


def test_the_steps_name_the_difficulty_and_the_result_has_a_name() -> None:
    result = roll(request("inquiry", difficulty=2), INVESTIGATOR, 5, 7, 4)
    assert result.steps[1].label == Text("easy")
    assert result.name == Text("average success")


def test_exactly_one_die_is_counted_and_tops_are_marked() -> None:
    result = roll(request("inquiry"), INVESTIGATOR, 8, 8, 8)
    assert [die.kept for die in result.dice].count(True) == 1
    assert all(die.top for die in result.dice)


def test_dice_stay_in_the_order_in_which_they_fell() -> None:
    result = roll(request("inquiry"), INVESTIGATOR, 7, 1, 4)
    assert [die.face for die in result.dice] == [7, 1, 4]
    assert [die.kept for die in result.dice] == [False, False, True]


@pytest.mark.parametrize(
    ("ups", "downs", "count", "place"),
    [
        (0, 0, 3, 1),
        (1, 0, 3, 2),
        (0, 1, 3, 0),
        (2, 2, 3, 1),
        (2, 1, 3, 2),
        (1, 2, 3, 0),
        (5, 0, 3, 2),
        (0, 0, 4, 2),
        (1, 0, 4, 3),
        (0, 1, 4, 0),
        (0, 0, 5, 2),
        (0, 0, 6, 3),
        (0, 0, 1, 0),
        (0, 0, 2, 1),
    ],
)
def test_the_counted_die_is_the_middle_the_best_or_the_worst(ups: int, downs: int, count: int, place: int) -> None:
    asked = request("inquiry", advantage=("a",) * ups, disadvantage=("b",) * downs)
    assert kept_place(asked, count) == place


def test_an_open_difficulty_leaves_the_result_pending_and_brings_momentum() -> None:
    result = roll(request("inquiry", difficulty=None), INVESTIGATOR, 8, 8, 4)
    assert (result.roll, result.raw, result.value, result.outcome, result.name) == (8, None, None, "pending", None)
    assert result.breakthroughs == 0
    assert amounts(result) == {(JULIO, "momentum"): 2}


def test_an_open_difficulty_hides_a_critical_failure_s_value_only() -> None:
    result = roll(request("inquiry", difficulty=None), INVESTIGATOR, 1, 1, 1)
    assert result.outcome == "pending"
    assert result.steps[-1].kind == "critical"


@pytest.mark.parametrize("difficulty", [0, 1, 3, 9])
def test_all_ones_are_a_failure_whatever_the_sum(difficulty: int) -> None:
    result = roll(request("inquiry", difficulty=difficulty, modifiers=(mod(5),)), INVESTIGATOR, 1, 1, 1)
    assert (result.outcome, result.value, result.raw) == ("critical_failure", 0, 6 - difficulty)
    assert result.name == Text("critical failure")


def test_two_ones_are_no_critical_failure() -> None:
    assert roll(request("inquiry"), INVESTIGATOR, 1, 1, 2).outcome == "failure"


def test_an_advantage_does_not_save_from_ones() -> None:
    result = roll(request("inquiry", difficulty=0, advantage=("a",)), INVESTIGATOR, 1, 1, 1)
    assert result.outcome == "critical_failure"


def test_dropped_dice_bring_momentum_too() -> None:
    result = roll(request("inquiry", disadvantage=("a",)), INVESTIGATOR, 1, 8, 8)
    assert amounts(result) == {(JULIO, "momentum"): 2}
    assert result.gained == result.effects


def test_in_a_group_momentum_goes_to_the_owner_of_each_die() -> None:
    both = people(sheet(JULIO), sheet(MARCUS))
    result = roll(group((JULIO, "guile"), (MARCUS, "guile")), both, 4, 4, 4)
    assert amounts(result) == {(JULIO, "momentum"): 2, (MARCUS, "momentum"): 1}


@pytest.mark.parametrize(("size", "faces", "through"), [(3, (8, 8, 8), 2), (4, (8, 8, 8), 1), (1, (3, 3, 3), 1)])
def test_the_house_says_how_big_a_breakthrough_is(size: int, faces: tuple[int, ...], through: int) -> None:
    asked = request("inquiry", difficulty=2, tables=CaerbannogTables(breakthrough=size))
    assert roll(asked, INVESTIGATOR, *faces).breakthroughs == through


@pytest.mark.parametrize("difficulty", [2, 8, None])
def test_no_failure_breaks_through_however_small_a_breakthrough_is(difficulty: int | None) -> None:
    asked = request("inquiry", difficulty=difficulty, tables=CaerbannogTables(breakthrough=1))
    assert roll(asked, INVESTIGATOR, 2, 2, 2).breakthroughs == 0


# --- dice that are not the planned ones -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dice",
    [
        [],
        [Die(1, "inquiry", 8, 5)] * 2,
        [Die(1, "inquiry", 8, 5)] * 4,
        [Die(1, "inquiry", 10, 5)] * 3,
        [Die(2, "inquiry", 8, 5)] * 3,
        [Die(1, "stealth", 8, 5)] * 3,
    ],
)
def test_other_dice_are_refused(dice: list[Die]) -> None:
    with refused("not the ones"):
        CAERBANNOG.check(request("inquiry"), people(INVESTIGATOR), dice)


@pytest.mark.parametrize("face", [0, -1, 9])
def test_an_impossible_face_is_refused(face: int) -> None:
    with refused("can't show"):
        roll(request("inquiry"), INVESTIGATOR, 5, face, 4)


def test_dice_may_come_in_any_order() -> None:
    asked = request("inquiry", "stealth", difficulty=2)
    dice = table(asked, people(INVESTIGATOR), (5, 7, 3))
    result = CAERBANNOG.check(asked, people(INVESTIGATOR), dice[::-1])
    assert result.value == 3


def test_marks_that_come_with_thrown_dice_mean_nothing() -> None:
    dice = [Die(1, "inquiry", 8, face, kept=True, top=True) for face in (5, 7, 4)]
    result = CAERBANNOG.check(request("inquiry"), people(INVESTIGATOR), dice)
    assert [(die.kept, die.top) for die in result.dice] == [(True, False), (False, False), (False, False)]
    assert result.effects == ()


def test_effects_on_one_counter_are_one_effect() -> None:
    effects = (Effect(1, "momentum", 2), Effect(2, "momentum", 1), Effect(1, "momentum", -3), Effect(2, "momentum", -1))
    assert merged(effects) == (Effect(1, "momentum", -1),)
