from dataclasses import replace
from fractions import Fraction

import pytest

from rules.challenges.hands import Hand, Result, hand, results, summed, throws
from rules.challenges.spec import ChallengeSpec, Thresholds
from rules.challenges.templates import CLIMB
from rules.values import Modifier, Odds
from tests.rules.cast import CAERBANNOG, JULIO, refused, request, sheet
from tests.rules.systems.caerbannog_earlier.cast import EARLIER

WRESTLE = ChallengeSpec("breach", Thresholds(knockout=3), opposed=True)
HALF = Fraction(1, 2)
COIN = Hand(1, {6: HALF, 2: HALF})


def asked(difficulty: int, modifier: int = 0) -> Odds:
    one = request("athletics", difficulty=difficulty, modifiers=(Modifier(modifier),) if modifier else ())
    return CAERBANNOG.odds(one, {JULIO: sheet(JULIO, athletics=2)})


@pytest.mark.parametrize("difficulty", [0, 1, 4, 9])
def test_a_hand_is_the_same_whatever_difficulty_its_odds_were_asked_for(difficulty: int) -> None:
    assert hand(JULIO, asked(difficulty), difficulty) == hand(JULIO, asked(0), 0)


def test_a_critical_failure_is_kept_apart_with_its_roll() -> None:
    own = hand(JULIO, asked(4), 4)
    assert own.critical == {1: Fraction(1, 512)}
    assert own.rolls[1] == Fraction(21, 512)
    assert hand(JULIO, asked(4, modifier=2), 4).critical == {3: Fraction(1, 512)}


@pytest.mark.parametrize("difficulty", [0, 6, 9, 14])
def test_in_the_earlier_edition_it_is_a_failure_like_others_and_has_its_price(difficulty: int) -> None:
    one = sheet(JULIO, athletics=2, bonuses={"physical": 1})
    own = hand(JULIO, EARLIER.odds(request("athletics", difficulty=difficulty), {JULIO: one}), difficulty)
    assert (own.critical, sorted(own.rolls), sum(own.rolls.values())) == ({}, list(range(2, 10)), 1)
    spec = replace(CLIMB, difficulty=9)
    assert [result.price for result in results(spec, own)] == [8, 7, 6, 5, 4, 3, 2, 1]


def test_odds_without_critical_failures_are_rolls_alone() -> None:
    odds = Odds({-1: HALF, 3: HALF}, HALF, Fraction(0), Fraction(0))
    assert hand(JULIO, odds, 2) == Hand(JULIO, {1: HALF, 5: HALF})


@pytest.mark.parametrize(
    ("difficulty", "found"),
    [
        (1, (Result(1, 0, HALF), Result(5, 0, HALF))),
        (2, (Result(0, 1, HALF), Result(4, 0, HALF))),
        (8, (Result(-6, 7, HALF), Result(-2, 3, HALF))),
    ],
)  # fmt: skip
def test_a_failure_has_the_price_of_its_effort(difficulty: int, found: tuple[Result, ...]) -> None:
    assert results(replace(CLIMB, difficulty=difficulty), COIN) == found


@pytest.mark.parametrize(("difficulty", "counted"), [(0, 0), (1, 0), (3, -2)])
def test_a_critical_failure_never_succeeds_and_has_no_price(difficulty: int, counted: int) -> None:
    doomed = Hand(1, {}, {1: Fraction(1)})
    assert results(replace(CLIMB, difficulty=difficulty), doomed) == (Result(counted, 0, Fraction(1)),)


def test_where_it_counts_as_0_it_does() -> None:
    doomed = Hand(1, {}, {1: Fraction(1)})
    assert results(replace(CLIMB, critical_counts_raw=False), doomed) == (Result(0, 0, Fraction(1)),)


def test_without_a_difficulty_there_is_no_result() -> None:
    with refused("not told yet"):
        results(replace(CLIMB, difficulty=None), COIN)
    assert [one.counted for one in results(WRESTLE, COIN)] == [2, 6]


def test_each_of_the_party_throws_for_themselves() -> None:
    assert throws(CLIMB, [COIN, replace(COIN, who=2)]) == ((0, results(CLIMB, COIN)),) * 2


def test_two_opposed_sides_are_one_throw_of_the_lead() -> None:
    ((side, lead),) = throws(WRESTLE, [COIN, replace(COIN, who=2, side=1)])
    assert side == 0
    assert lead == (Result(-4, 0, HALF / 2), Result(0, 0, HALF), Result(4, 0, HALF / 2))


def test_more_sides_throw_their_sums() -> None:
    people = [replace(COIN, who=who, side=side) for who, side in ((1, 0), (2, 1), (3, 2), (4, 2))]
    assert [(side, len(own)) for side, own in throws(WRESTLE, people)] == [(0, 2), (1, 2), (2, 3)]


def test_a_sum_of_tests() -> None:
    own = results(WRESTLE, COIN)
    assert summed([own, own]) == (Result(4, 0, HALF / 2), Result(8, 0, HALF), Result(12, 0, HALF / 2))
