"""The worked examples of the d10 pool, by their ids."""

import pytest

from rules.systems.d10_pool.opposed import opposed
from rules.values import CheckRequest, Choice, Modifier, Trait
from tests.rules.cast import refused
from tests.rules.systems.d10_pool.cast import (
    ADAM,
    JOSH,
    POOL,
    again,
    offers,
    pool,
    request,
    roll,
    sheet,
    throw_again,
    thrown,
)


@pytest.mark.parametrize(
    ("face", "successes"), [(8, 1), (9, 1), (10, 2), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (1, 0)]
)
def test_d1_what_a_die_is_worth(face: int, successes: int) -> None:
    assert thrown(face).value == successes


def test_d1_a_one_cancels_a_success() -> None:
    assert (thrown(8, 9).value, thrown(8, 9, 1).value) == (2, 1)


def test_d2_a_skill_and_its_attribute() -> None:
    josh = sheet(acrobatics=1, agility=3)
    assert pool(request("acrobatics"), josh) == 4
    assert pool(request("acrobatics", "agility"), josh) == 4


def test_d3_a_skill_at_0_leaves_the_attribute() -> None:
    assert pool(request("wilderness_survival"), sheet(wilderness_survival=0, willpower=3)) == 3
    assert pool(request("wilderness_survival"), sheet(willpower=3)) == 3


@pytest.mark.parametrize("written", [{}, {"mysticism": 0}])
def test_d3_mysticism_at_0_is_not_tested_at_all(written: dict[str, int]) -> None:
    with refused("can't be tested untrained"):
        pool(request("mysticism"), sheet(willpower=3, **written))
    assert pool(request("mysticism"), sheet(willpower=3, mysticism=1)) == 4


@pytest.mark.parametrize(("level", "count"), [(1, 1), (3, 3), (5, 5)])
def test_d4_an_attribute_alone(level: int, count: int) -> None:
    assert pool(request("agility"), sheet(agility=level)) == count


@pytest.mark.parametrize(("skill", "attribute", "count"), [(0, 1, 1), (1, 3, 4), (5, 5, 10)])
def test_d4_a_skill_and_an_attribute(skill: int, attribute: int, count: int) -> None:
    assert pool(request("fencing"), sheet(fencing=skill, agility=attribute)) == count


def test_d4_powers_and_artefacts_go_beyond_ten() -> None:
    helped = request("fencing", modifiers=(Modifier(2, "chór"), Modifier(3, "miecz ognisty")))
    assert pool(helped, sheet(fencing=5, agility=5)) == 15


EASY, HARD = {"advantage": ("światło",)}, {"disadvantage": ("deszcz",)}


@pytest.mark.parametrize(("how", "count"), [(EASY, 4), ({}, 3), (HARD, 2)])
def test_d5_easy_normal_and_hard(how: dict[str, tuple[str, ...]], count: int) -> None:
    assert pool(request("agility", **how), sheet(agility=3)) == count


def test_d5_a_hard_test_leaves_one_die() -> None:
    assert pool(request("agility", **HARD), sheet(agility=1)) == 1


@pytest.mark.parametrize(
    ("faces", "value", "outcome"),
    [
        ((8, 5, 3), 1, "success"),
        ((8, 8, 1), 1, "success"),
        ((8, 1, 5), 0, "critical_failure"),
        ((1, 4, 6), 0, "critical_failure"),
        ((5, 4, 2), 0, "failure"),
    ],
)
def test_d6_successes_and_ones(faces: tuple[int, ...], value: int, outcome: str) -> None:
    result = thrown(*faces)
    assert (result.value, result.outcome) == (value, outcome)


def test_d7_a_ten_and_a_one_alone_are_thrown_again() -> None:
    result = thrown(10, 1)
    assert (result.value, result.outcome, list(offers(result))) == (None, "pending", ["reroll"])
    assert throw_again("reroll", result, 8, 3).value == 1


@pytest.mark.parametrize(
    ("faces", "value", "outcome"),
    [((10, 1, 8), 1, "success"), ((10, 1, 1), 0, "critical_failure"), ((10, 10, 1), 2, "success")],
)
def test_d8_each_one_first_voids_a_ten(faces: tuple[int, ...], value: int, outcome: str) -> None:
    result = thrown(*faces)
    assert (result.value, result.outcome) == (value, outcome)


def test_d9_a_plain_failure_is_retried_once() -> None:
    failed = thrown(5, 4, 2)
    assert list(offers(failed)) == ["retry"]
    forced = throw_again("retry", failed, 6, 2, 3)
    assert (forced.outcome, list(offers(forced))) == ("failure", [])
    assert forced.name is not None
    assert "worse consequences" in forced.name.id
    with refused("retried once"):
        throw_again("retry", forced, 8, 8, 8)


def test_d9_a_critical_failure_is_never_retried() -> None:
    failed = thrown(1, 4, 6)
    assert offers(failed) == {}
    with refused("critical failure can't be retried"):
        throw_again("retry", failed, 8, 8, 8)


MYSTIC, LAYMAN = sheet(mysticism=2, willpower=3), sheet(willpower=3)


def mystic(kind: str, **more: tuple[str, ...]) -> CheckRequest:
    return request("mysticism", kind=kind, **more)


def test_d10_an_unknown_rite_is_always_hard() -> None:
    assert pool(mystic("rite"), MYSTIC) == 5
    assert pool(mystic("unknown_rite"), MYSTIC) == 4
    assert pool(mystic("unknown_rite", **EASY), MYSTIC) == 4
    assert pool(mystic("unknown_rite", **HARD), MYSTIC) == 4
    feeble = request("mysticism", kind="unknown_rite", modifiers=(Modifier(-9, "rany"),))
    assert pool(feeble, MYSTIC) == 1


def test_d10_without_mysticism_only_passive_powers() -> None:
    assert pool(mystic("power"), MYSTIC) == 5
    with refused("only passive powers"):
        pool(mystic("power"), LAYMAN)
    assert [fact.id for fact in POOL.facts(LAYMAN)] == [
        "Without Mysticism: passive powers alone, and every rite is a critical failure."
    ]
    assert POOL.facts(MYSTIC) == ()


@pytest.mark.parametrize("kind", ["rite", "unknown_rite"])
def test_d10_without_mysticism_a_rite_is_a_critical_failure(kind: str) -> None:
    assert POOL.plan(mystic(kind), {JOSH: LAYMAN}) == ()
    result = roll(mystic(kind), LAYMAN)
    assert (result.dice, result.value, result.outcome) == ((), 0, "critical_failure")
    assert result.name is not None
    assert result.name.id == "critical failure: a rite without Mysticism"
    assert offers(result) == {}


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ((8, 8, 8), (8, 8, 2), JOSH),
        ((10, 2, 3), (8, 8, 2), JOSH),
        ((5, 4), (8, 2), ADAM),
        ((8, 2), (9, 3), None),
        ((5, 4), (3, 2), None),
    ],
)
def test_d11_successes_then_tens(first: tuple[int, ...], second: tuple[int, ...], winner: int | None) -> None:
    assert opposed(thrown(*first), thrown(*second, who=ADAM)).winner == winner


def test_d11_both_failed_and_fewer_ones_win() -> None:
    assert opposed(thrown(1, 1, 4), thrown(1, 3, 4, who=ADAM)).winner == ADAM


def test_d12_a_critical_failure_loses_to_a_plain_one() -> None:
    verdict = opposed(thrown(1, 4), thrown(5, 4, who=ADAM))
    assert (verdict.winner, verdict.why.id) == (ADAM, "a critical failure loses to a plain one")


def test_a_trait_of_one_s_own_is_tested_like_the_others() -> None:
    chess = Trait("own:chess", "knowledge", "knowledge", 2, "szachy")
    asked = request("own:chess", "willpower")
    assert pool(asked, sheet(JOSH, chess, willpower=4)) == 6
    failed = roll(asked, sheet(JOSH, chess, willpower=4), 2, 2, 2, 2, 2, 3)
    done = POOL.follow(failed, Choice("retry", JOSH), {JOSH: sheet()}, again(failed, 8, 2, 2, 2, 2, 2))
    assert done.outcome == "success"
