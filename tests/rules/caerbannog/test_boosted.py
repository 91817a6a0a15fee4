"""Odds with boosts: every possible throw, boosted by everybody who is offered a boost, and icepool for one person."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from rules.values import Choice, Cost, Sheets
from tests.rules.cast import (
    CAERBANNOG,
    JULIO,
    MARCUS,
    ROSALIA,
    group,
    mod,
    people,
    refused,
    request,
    sheet,
    table,
)
from tests.rules.systems.caerbannog_2026.party import after
from tests.rules.systems.caerbannog_earlier.cast import EARLIER

BONUSES = {"physical": 3, "social": 2}


def party(julio: int, marcus: int, rosalia: int) -> dict[int, Any]:
    """Three people with so much Momentum."""
    return people(
        sheet(JULIO, stealth=1, guile=0, bonuses=BONUSES, momentum=julio),
        sheet(MARCUS, guile=1, bonuses={"social": 1}, momentum=marcus),
        sheet(ROSALIA, guile=2, momentum=rosalia),
    )


def enumerated(asked: Any, sheets: Sheets) -> tuple[dict[int, Fraction], Fraction]:
    """Values and the chance of success, when every boost that is offered is taken."""
    sides = [part.sides for part in CAERBANNOG.plan(asked, sheets) for _ in range(part.count)]
    values: Counter[int] = Counter()
    won = 0
    for faces in product(*(range(1, die + 1) for die in sides)):
        result = CAERBANNOG.check(asked, sheets, table(asked, sheets, faces))
        now = after(sheets, result.effects)
        for offer in CAERBANNOG.follow_ups(result, now):
            if offer.kind == "boost":
                result = CAERBANNOG.follow(result, Choice("boost", offer.payer), now)
        assert result.value is not None
        values[result.value] += 1
        won += result.outcome == "success"
    return {value: Fraction(n, values.total()) for value, n in values.items()}, Fraction(won, values.total())


ALL_GUILE = ((JULIO, "guile"), (MARCUS, "guile"), (ROSALIA, "guile"))
CASES = [
    (request("stealth", difficulty=5), (1, 0, 0)),
    (request("stealth", difficulty=5), (0, 0, 0)),
    (request("stealth", "block", difficulty=5, advantage=("a",)), (0, 0, 0)),
    (request("block", difficulty=3), (5, 0, 0)),
    (request("stealth", difficulty=5, pays=(Cost("momentum", 2),)), (2, 0, 0)),
    (request("stealth", difficulty=5, pays=(Cost("momentum", 2),)), (3, 0, 0)),
    (request("stealth", "guile", difficulty=4, modifiers=(mod(-1),)), (0, 0, 0)),
    (group(*ALL_GUILE, difficulty=4), (0, 0, 0)),
    (group(*ALL_GUILE, difficulty=4), (0, 4, 1)),
    (group((JULIO, "stealth"), (MARCUS, "guile"), difficulty=5), (0, 0, 0)),
]


@pytest.mark.parametrize(("asked", "momentum"), CASES)
def test_they_agree_with_every_possible_throw(asked: Any, momentum: tuple[int, int, int]) -> None:
    sheets = party(*momentum)
    values, success = enumerated(asked, sheets)
    odds = CAERBANNOG.boosted_odds(asked, sheets)
    assert (dict(odds.values), odds.success) == (values, success)
    assert odds.critical == CAERBANNOG.odds(asked, sheets).critical


def test_icepool_agrees_on_somebody_who_must_throw_the_momentum_first() -> None:
    """A bonus of 3 once a die shows its top; all ones never help, for nothing is a top then."""

    def value(*faces: int) -> int:
        return 0 if set(faces) == {1} else sorted(faces)[1] - 6 + 3 * (6 in faces)

    oracle = icepool.map(value, *[icepool.d(6)] * 3)
    odds = CAERBANNOG.boosted_odds(request("stealth", difficulty=6), party(0, 0, 0))
    assert {face: Fraction(n, oracle.denominator()) for face, n in oracle.items()} == dict(odds.values)


def test_without_a_bonus_they_are_the_plain_odds() -> None:
    asked = request("stealth", difficulty=3)
    plain = people(sheet(stealth=2, momentum=3))
    assert CAERBANNOG.boosted_odds(asked, plain) == CAERBANNOG.odds(asked, plain)


def test_where_the_bonus_is_always_added_nobody_boosts() -> None:
    asked = request("stealth", difficulty=3)
    assert EARLIER.boosted_odds(asked, party(5, 5, 5)) == EARLIER.odds(asked, party(5, 5, 5))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (request("stealth", difficulty=None), "not told"),
        (request("stealth", difficulty=None, kind="opposed"), "both sides"),
        (request(), "Choose what to test"),
    ],
)
def test_what_has_no_odds_has_none_with_boosts(asked: Any, words: str) -> None:
    with refused(words):
        CAERBANNOG.boosted_odds(asked, party(1, 1, 1))
