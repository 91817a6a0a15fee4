"""Forecasts against every course played out, against icepool, and against each other."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import icepool
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.challenges import lattice
from rules.challenges.chances import OUTCOMES, Forecast, mean
from rules.challenges.forecast import forecast
from rules.challenges.hands import Hand, hand
from rules.challenges.spec import ChallengeSpec, Stake, Thresholds
from rules.challenges.templates import CLIMB, EXORCISM, MOUNT, PURSUIT, SNEAKING, TEMPLATES
from tests.rules.cast import CAERBANNOG, refused, request, sheet
from tests.rules.challenges.enumerated import courses, marginal
from tests.rules.challenges.party import FOUR
from tests.rules.challenges.test_contract import specs


def never() -> float:
    raise AssertionError("an exact forecast asks for no randomness")


def hands(*levels: int, pool: int = 0) -> list[Hand]:
    """People who test athletics at these levels; the faces of their dice are the rolls."""
    found = []
    for who, level in enumerate(levels, 1):
        odds = CAERBANNOG.odds(request("athletics", difficulty=0, who=who), {who: sheet(who, athletics=level)})
        found.append(hand(who, odds, 0, pool))
    return found


def middle(sides: int) -> icepool.Die[int]:
    """The middle one of three dice; three ones are a critical failure, of which the raw roll counts here."""
    return icepool.d(sides).keep(3, [0, 1, 0])


def exactly(chances: dict[object, Fraction]) -> dict[object, Fraction]:
    return {key: chance for key, chance in chances.items() if chance}


# --- icepool as an oracle ---------------------------------------------------------------------------------------------


def test_a_survival_is_lost_when_all_failures_together_reach_the_threshold() -> None:
    """Failures never go back, so the chance is that of one sum of 32 tests."""
    failures = 32 @ (4 - middle(8)).map(lambda value: max(value, 0))
    exact = forecast(EXORCISM, hands(2, 2, 2, 2), never)
    assert exact.win == failures.probability("<", 16)
    assert exact.lose == failures.probability(">=", 16)


def test_a_pursuit_is_five_tries_at_one_sum() -> None:
    stage = 4 @ (middle(10) - 5)
    exact = forecast(PURSUIT, hands(3, 3, 3, 3), never)
    assert exact.win == 1 - stage.probability("<", 8) ** 5
    assert exact.stages[1] == stage.probability(">=", 8)
    assert exact.stages[2] == stage.probability("<", 8) * stage.probability(">=", 8)


def test_a_race_is_decided_by_the_sum_of_all_stages() -> None:
    race = ChallengeSpec("breach", Thresholds(lead=3), 4, limit=3, on_time=True)
    total = 6 @ (middle(8) - 4)
    exact = forecast(race, hands(2, 2), never)
    assert exact.win == total.probability(">=", 3)
    assert exact.lose == total.probability("<=", -3)
    assert exact.outcomes["draw"] == total.probability("<", 3) - total.probability("<=", -3)


def test_an_opposed_knockout_is_the_difference_of_two_sums() -> None:
    wrestle = ChallengeSpec("breach", Thresholds(knockout=3), opposed=True, limit=1)
    roll = middle(8)
    party, guards = hands(2, 2), [replace(one, who=one.who + 10, side=1) for one in hands(2, 2)]
    # With a critical failure a roll counts as 0, not as 1 (A35).
    faces = {face: roll.quantity(face) for face in roll.outcomes()}
    faces[1] -= 1
    counts = icepool.Die({**faces, 0: 1})
    exact = forecast(wrestle, [*party, *guards], never)
    assert exact.win == ((2 @ counts) - (2 @ counts)).probability(">=", 3)


# --- every course played out ------------------------------------------------------------------------------------------

HAND = {6: Fraction(1, 2), 4: Fraction(1, 4), 1: Fraction(1, 8)}
SMALL = [
    Hand(1, HAND, {1: Fraction(1, 8)}, pool=4),
    Hand(2, {7: Fraction(1, 3), 3: Fraction(2, 3)}, pool=3),
]


def small(spec: ChallengeSpec) -> list[Hand]:
    return [SMALL[0], replace(SMALL[1], side=1)] if spec.opposed else SMALL


def short(spec: ChallengeSpec) -> ChallengeSpec:
    """At most two stages, that every course can be played, and of a middling difficulty."""
    spec = replace(spec, difficulty=4)
    if spec.kind == "survival":
        return replace(spec, thresholds=replace(spec.thresholds, stage=2))
    return replace(spec, limit=2)


@given(specs())
@settings(max_examples=100, deadline=None)
def test_exact_forecasts_are_those_of_every_course(spec: ChallengeSpec) -> None:
    spec = short(spec)
    found = courses(spec, small(spec))
    exact = forecast(spec, small(spec), never)
    assert exactly(dict(exact.outcomes)) == marginal(found, 0)
    assert dict(exact.stages) == marginal(found, 1)
    assert dict(exact.damage) == marginal(found, 2)
    assert (exact.spent, exact.runs) == ({0: 1}, 0)


@given(specs(), st.integers(0, 99))
@settings(max_examples=12, deadline=None)
def test_sampled_efforts_are_near_those_of_every_course(spec: ChallengeSpec, seed: int) -> None:
    assume(not spec.opposed)
    spec = short(spec)
    found = courses(spec, SMALL, heroic=True)
    seen = forecast(spec, SMALL, Random(seed).random, heroic=True)
    assert seen.runs >= 5000
    for outcome in OUTCOMES:
        assert near(seen, seen.outcomes[outcome], marginal(found, 0).get(outcome, Fraction(0)))
    for place, distribution in ((1, seen.stages), (2, seen.damage), (3, seen.spent)):
        for value, chance in marginal(found, place).items():
            assert near(seen, distribution.get(int(value), Fraction(0)), chance)


def near(seen: Forecast, chance: Fraction, truth: Fraction) -> bool:
    """Within five standard deviations and ten runs: a wrong rule is further off, chance hardly ever."""
    spread = math.sqrt(truth * (1 - truth) / seen.runs)
    return abs(float(chance - truth)) <= 5 * spread + 10 / seen.runs


# --- exact and sampled ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", [one.spec for one in TEMPLATES], ids=[one.key for one in TEMPLATES])
def test_a_sample_says_what_the_lattice_says(spec: ChallengeSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    people = hands(*[2, 3, 2, 1][: 1 if spec is MOUNT else 4])
    exact = forecast(spec, people, never)
    monkeypatch.setattr(lattice, "WORK", 0)
    seen = forecast(spec, people, Random(5).random)
    assert (exact.runs, seen.runs) == (0, 5000)
    assert all(near(seen, seen.outcomes[one], exact.outcomes[one]) for one in OUTCOMES)
    assert abs(mean(seen.damage) - mean(exact.damage)) < Fraction(1, 2)


def test_the_same_seed_gives_the_same_sample() -> None:
    people = hands(1, 1, 2, 0, pool=10)
    one, two = (forecast(SNEAKING, people, Random(7).random, heroic=True) for _ in range(2))
    assert one == two
    assert one != forecast(SNEAKING, people, Random(8).random, heroic=True)


def test_efforts_help_and_cost() -> None:
    people = hands(1, 1, 2, 0, pool=10)
    meek = forecast(SNEAKING, people, never)
    bold = forecast(SNEAKING, people, Random(7).random, heroic=True)
    assert bold.win > meek.win
    assert mean(bold.damage) < mean(meek.damage)
    assert mean(bold.spent) > 0 == mean(meek.spent)
    assert max(bold.spent) <= 40


def test_whoever_has_nothing_to_spend_makes_no_effort() -> None:
    assert forecast(SNEAKING, hands(1, 1, 2, 0), never, heroic=True) == forecast(SNEAKING, hands(1, 1, 2, 0), never)


def test_a_critical_failure_is_past_an_efforts_help() -> None:
    """Of one hopeless throw nothing is spent; of a plain failure the whole price."""
    once = ChallengeSpec("survival", Thresholds(stage=1), 3, stake=Stake("high"))
    critical = Hand(1, {}, {1: Fraction(1)}, pool=9)
    plain = Hand(1, {1: Fraction(1)}, pool=9)
    assert dict(forecast(once, [critical], Random(1).random, heroic=True).spent) == {0: 1}
    seen = forecast(once, [plain], Random(1).random, heroic=True)
    assert (dict(seen.spent), dict(seen.damage)) == ({3: 1}, {0: 1})


def test_the_higher_the_difficulty_the_smaller_the_chance() -> None:
    chances = [forecast(replace(CLIMB, difficulty=d), hands(3, 3, 2, 2), never).win for d in range(1, 8)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > Fraction(99, 100) > Fraction(1, 100) > chances[-1]


def test_what_is_not_over_within_the_tests_looked_at_is_undecided() -> None:
    endless = forecast(replace(CLIMB, limit=None, difficulty=9), hands(0, 0, 0, 0), never)
    assert (endless.outcomes["undecided"], dict(endless.stages)) == (1, {10: 1})


def test_a_very_late_end_is_undecided_too() -> None:
    siege = ChallengeSpec("survival", Thresholds(stage=999), 4, stake=Stake("high"))
    assert forecast(siege, hands(1, 1, 1, 1), never).outcomes["undecided"] == 1
    short = replace(siege, thresholds=Thresholds(stage=3))
    assert forecast(short, hands(1, 1, 1, 1), never).win == 1


def test_an_innovation_is_taken_to_be_finished_once_it_is_good_enough() -> None:
    exact = forecast(replace(MOUNT, limit=3), hands(2), never)
    assert (
        exact.win == forecast(replace(MOUNT, kind="operation", limit=3, thresholds=Thresholds(12)), hands(2), never).win
    )


# --- what is refused --------------------------------------------------------------------------------------------------


def test_an_open_difficulty_has_no_forecast() -> None:
    with refused("not told yet"):
        forecast(replace(CLIMB, difficulty=None), hands(1, 1), never)


def test_an_opposed_breach_needs_no_difficulty() -> None:
    duel = ChallengeSpec("breach", Thresholds(knockout=3), opposed=True, limit=1)
    one, other = hands(1, 1)
    assert forecast(duel, [one, replace(other, side=1)], never).runs == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda spec: replace(spec, thresholds=Thresholds()), "needs this"),
        (lambda spec: replace(spec, kind="dance"), "no such kind"),
        (lambda spec: replace(spec, opposed=True), "Only in a breach"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_has_no_forecast(change: Callable[[ChallengeSpec], ChallengeSpec], words: str) -> None:
    with refused(words):
        forecast(change(CLIMB), hands(1, 1), never)


def test_a_group_of_one_has_no_forecast() -> None:
    with refused("two participants"):
        forecast(CLIMB, hands(1), never)


@pytest.mark.parametrize("chance", [Fraction(1, 2), Fraction(3, 2)])
def test_chances_that_are_not_1_are_a_mistake(chance: Fraction) -> None:
    with pytest.raises(ValueError, match="add up to"):
        forecast(replace(CLIMB, group=False), [Hand(FOUR[0].who, {3: chance})], never)
