"""Two throws against each other."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.systems.d10_pool import opposed as duel
from rules.systems.d10_pool.opposed import OpposedOdds, opposed, opposed_odds
from rules.systems.d10_pool.tables import PoolTables
from rules.values import CheckRequest, CheckResult, Modifier, Text
from tests.rules.cast import refused
from tests.rules.systems.d10_pool.cast import ADAM, EVE, JOSH, POOL, dice, request, roll, sheet, thrown


def against(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int | None, Text]:
    """The verdict, which is the same from the other side."""
    one, other = thrown(*mine), thrown(*theirs, who=ADAM)
    verdict = opposed(one, other)
    assert opposed(other, one) == verdict
    return verdict.winner, verdict.why


@pytest.mark.parametrize(
    ("mine", "theirs", "winner", "why"),
    [
        ((8, 8, 8), (8, 8), JOSH, duel.MORE_SUCCESSES),
        ((8, 2), (5, 2), JOSH, duel.MORE_SUCCESSES),
        ((1, 2), (8, 2), ADAM, duel.MORE_SUCCESSES),
        ((10, 2), (8, 8), JOSH, duel.MORE_TENS),
        ((8, 8, 8), (10, 8, 2), ADAM, duel.MORE_TENS),
        ((5, 5), (1, 5), JOSH, duel.NOT_CRITICAL),
        ((1, 5), (1, 1), JOSH, duel.FEWER_ONES),
        ((8, 8), (9, 9), None, duel.DRAW),
        ((5, 2), (7, 3, 4), None, duel.DRAW),
        ((1, 5), (1, 8), None, duel.DRAW),
    ],
)
def test_who_wins_and_why(mine: tuple[int, ...], theirs: tuple[int, ...], winner: int | None, why: Text) -> None:
    assert against(mine, theirs) == (winner, why)


def test_ones_break_no_tie_of_those_who_succeeded() -> None:
    assert against((8, 8, 1), (8, 3)) == (None, duel.DRAW)


def test_void_tens_and_ones_count_for_nobody() -> None:
    assert against((10, 10, 1), (10, 2, 2)) == (None, duel.DRAW)
    assert against((10, 1, 5), (5, 5)) == (None, duel.DRAW)
    assert against((10, 1, 1), (1, 2)) == (None, duel.DRAW)


def test_where_ones_take_one_success_each_nothing_is_void() -> None:
    house = PoolTables(ones_void_tens=False)
    one, other = thrown(10, 10, 1, tables=house), thrown(10, 8, who=ADAM, tables=house)
    assert opposed(one, other).why == duel.MORE_TENS


def test_who_needed_more_and_failed_compares_successes_first() -> None:
    assert opposed(thrown(8, 8, needed=3), thrown(8, 2, who=ADAM)).winner == JOSH


def test_of_two_who_needed_more_and_failed_alike_fewer_ones_win() -> None:
    one, other = thrown(8, 8, 1, needed=3), thrown(8, 2, needed=3, who=ADAM)
    assert opposed(one, other).winner == ADAM


def test_an_open_number_hinders_no_comparison() -> None:
    assert opposed(thrown(8, 8, needed=None), thrown(8, 2, needed=None, who=ADAM)).winner == JOSH


def test_a_rite_without_mysticism_loses_to_a_plain_failure() -> None:
    rite = roll(request("mysticism", kind="rite"), sheet())
    assert opposed(rite, thrown(5, 2, who=ADAM)).winner == ADAM


@pytest.mark.parametrize(("one", "other"), [(thrown(10, 1), thrown(8, who=ADAM)), (thrown(8), thrown(1, 10, who=ADAM))])
def test_what_cancelled_out_is_thrown_again_first(one: CheckResult, other: CheckResult) -> None:
    with refused("throw again"):
        opposed(one, other)


def test_nobody_opposes_themselves() -> None:
    with refused("their own opponent"):
        opposed(thrown(8), thrown(5))


# --- chances ----------------------------------------------------------------------------------------------------------

TABLE = {JOSH: sheet(JOSH, agility=1), ADAM: sheet(ADAM, agility=1)}


def asked(who: int, size: int, needed: int | None, tables: PoolTables) -> CheckRequest:
    return request("agility", who=who, needed=needed, modifiers=(Modifier(size - 1),), tables=tables)


def every_result(one: CheckRequest) -> list[CheckResult]:
    size = sum(part.count for part in POOL.plan(one, TABLE))
    thrown_ = (POOL.check(one, TABLE, dice(one, TABLE, faces)) for faces in product(range(1, 11), repeat=size))
    return [result for result in thrown_ if result.name != Text("tens and ones cancel out, throw again")]


@pytest.mark.parametrize("tables", [PoolTables(), PoolTables(ones_void_tens=False)])
@pytest.mark.parametrize(
    ("sizes", "needs"), [((1, 1), (1, 1)), ((2, 1), (1, 1)), ((2, 2), (None, 1)), ((2, 2), (3, 1)), ((2, 2), (3, 2))]
)
def test_the_chances_are_those_of_every_pair_of_throws(
    sizes: tuple[int, int], needs: tuple[int | None, int], tables: PoolTables
) -> None:
    one, other = asked(JOSH, sizes[0], needs[0], tables), asked(ADAM, sizes[1], needs[1], tables)
    winners = Counter(opposed(mine, theirs).winner for mine, theirs in product(every_result(one), every_result(other)))
    total = winners.total()
    found = opposed_odds(one, other, TABLE)
    assert found == OpposedOdds(*(Fraction(winners[who], total) for who in (JOSH, ADAM, None)))
    assert opposed_odds(other, one, TABLE) == OpposedOdds(found.lose, found.win, found.draw)


def test_the_chances_of_great_pools_sum_to_one() -> None:
    one, other = (asked(who, 12, 1, PoolTables()) for who in (JOSH, ADAM))
    odds = opposed_odds(one, other, TABLE)
    assert odds.win == odds.lose > odds.draw > 0
    assert odds.win + odds.lose + odds.draw == 1


def test_without_two_people_or_their_sheets_there_are_no_chances() -> None:
    mine = asked(JOSH, 2, 1, PoolTables())
    with refused("their own opponent"):
        opposed_odds(mine, mine, TABLE)
    with refused("sheet of this character"):
        opposed_odds(mine, asked(EVE, 2, 1, PoolTables()), TABLE)
