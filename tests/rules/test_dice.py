import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import MAX_DICE, Formula, Term, parse, parts_of, system_dice, throw
from rules.errors import RuleError
from rules.values import Die, Part


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("3k8", "3k8"),
        ("2k6+1", "2k6+1"),
        ("d20", "1k20"),
        ("K%", "1k100"),
        (" 1D6 + 2k4 - 3 ", "1k6+2k4-3"),
        ("5-1k4", "-1k4+5"),
        ("+2k6", "2k6"),
        ("2k6\N{MINUS SIGN}1", "2k6-1"),
        ("1k6+1+1", "1k6+2"),
    ],
)
def test_free_dice_are_read(typed: str, written: str) -> None:
    assert parse(typed).written() == written


def test_the_letter_is_the_reader_s() -> None:
    assert parse("3k8").written("d") == "3d8"


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "k", "3k", "kk6", "3x6", "abc", "2k6 3k4", "2k6++1", "2k6+", "1.5k6", "k-6", "3k8;", "٣k٦", "²k6"],
)
def test_anything_else_is_refused(typed: str) -> None:
    with pytest.raises(RuleError, match="Write dice like"):
        parse(typed)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("5", "at least one die"),
        ("0k6", "at least one die"),
        ("51k6", "die at once"),
        ("26k6+25k4", "die at once"),
        ("k1", "sides"),
        ("k0", "sides"),
        ("k1001", "sides"),
        ("k6+1001", "modifier"),
        ("k6-1001", "modifier"),
        ("k6+999+2", "modifier"),
        ("+".join(["k6"] * 11), "kind of dice"),
        ("9999999k6", "Write dice like"),
        ("k6" + " " * 200 + "+k6" * 40, "Write dice like"),
    ],
)
def test_too_much_is_refused(typed: str, words: str) -> None:
    with pytest.raises(RuleError, match=words):
        parse(typed)


@pytest.mark.parametrize("typed", ["50k6", "k2", "k1000", "k6+1000", "k6-1000"])
def test_the_limits_themselves_are_allowed(typed: str) -> None:
    parse(typed)


@given(st.text(max_size=30))
def test_no_text_breaks_the_reader(typed: str) -> None:
    try:
        formula = parse(typed)
    except RuleError:
        return
    assert parse(formula.written()) == formula


def test_the_total_counts_signs_and_the_modifier() -> None:
    formula = Formula((Term(2, 6), Term(1, 4, -1)), 3)
    dice = throw(formula.parts(who=1), lambda sides: sides)
    assert formula.total(dice) == 6 + 6 - 4 + 3


def test_the_total_of_other_dice_is_refused() -> None:
    with pytest.raises(RuleError, match="not the ones"):
        parse("2k6").total([Die(1, "", 6, 3), Die(1, "", 8, 3)])


def test_every_planned_die_is_thrown_in_order() -> None:
    faces = iter([5, 7, 1])
    dice = throw([Part(1, "riding", 8, 2), Part(2, "guile", 4, 1)], lambda sides: next(faces))
    assert dice == (Die(1, "riding", 8, 5), Die(1, "riding", 8, 7), Die(2, "guile", 4, 1))


@pytest.mark.parametrize("face", [0, -1, 7])
def test_a_source_with_impossible_faces_is_refused(face: int) -> None:
    with pytest.raises(ValueError, match="source of dice"):
        throw([Part(1, "", 6, 1)], lambda sides: face)


def test_a_reroll_throws_the_named_dice_in_their_order() -> None:
    dice = [Die(1, "a", 4, 1), Die(2, "b", 6, 1), Die(1, "c", 8, 1)]
    assert parts_of(dice, [2, 0]) == (Part(1, "c", 8, 1), Part(1, "a", 4, 1))
    assert parts_of(dice) == (Part(1, "a", 4, 1), Part(2, "b", 6, 1), Part(1, "c", 8, 1))


@pytest.mark.parametrize("places", [[3], [-1], [0, 9]])
def test_a_reroll_of_a_die_that_is_not_there_is_refused(places: list[int]) -> None:
    with pytest.raises(RuleError, match="no such die"):
        parts_of([Die(1, "a", 4, 1)] * 3, places)


# --- the real source ----------------------------------------------------------------------------------------------

FALSE_ALARM = 1e-8  # for each of the seven dice: a fair source fails this test once in 14 million runs


def _chance_of_at_least(chi_square: float, odd_degrees: int) -> float:
    """The upper tail of the chi-square distribution for an odd number of degrees of freedom, in closed form."""
    half = chi_square / 2
    tail: float = sum(half ** (i - 0.5) / math.gamma(i + 0.5) for i in range(1, (odd_degrees - 1) // 2 + 1))
    return math.erfc(math.sqrt(half)) + math.exp(-half) * tail


def test_the_tail_is_the_one_of_the_tables() -> None:
    assert _chance_of_at_least(3.841, 1) == pytest.approx(0.05, abs=1e-4)
    assert _chance_of_at_least(11.070, 5) == pytest.approx(0.05, abs=1e-4)
    assert _chance_of_at_least(43.820, 19) == pytest.approx(0.001, abs=1e-5)


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_the_system_s_dice_are_fair(sides: int) -> None:
    throws = 200 * sides
    faces = [system_dice(sides) for _ in range(throws)]
    assert set(faces) <= set(range(1, sides + 1))
    expected = throws / sides
    chi_square = sum((faces.count(face) - expected) ** 2 / expected for face in range(1, sides + 1))
    assert _chance_of_at_least(chi_square, sides - 1) > FALSE_ALARM


def test_the_limit_of_dice_is_what_the_refusal_says() -> None:
    with pytest.raises(RuleError) as refusal:
        parse("51k6")
    assert refusal.value.text.n == MAX_DICE
