"""What abilities cost: before the roll for what shapes it, after it for what uses its result."""

import json

import pytest

from rules.serialise import from_json, to_json
from rules.values import CheckRequest, Choice, Cost, Participant, Taken
from tests.rules.cast import (
    CAERBANNOG,
    JULIO,
    MARCUS,
    amounts,
    follow,
    group,
    offers,
    people,
    refused,
    request,
    roll,
    sheet,
    side,
    uses,
)

RICH = sheet(melee=2, momentum=3, bonuses={"combat": 1})
HIT = roll(request("melee", difficulty=3), RICH, 6, 6, 2)
DAZE = Choice("ability", JULIO, Cost("momentum", 2), note="Oszołomienie")


# --- before the roll --------------------------------------------------------------------------------------------------


def test_what_is_paid_before_the_roll_and_what_it_brings_are_one_change() -> None:
    paid = roll(request("melee", pays=(Cost("momentum", 3),)), RICH, 8, 2, 2)
    assert (amounts(paid), paid.gained[0].amount) == ({(JULIO, "momentum"): -2}, 1)


def test_everybody_in_a_group_pays_for_their_own() -> None:
    both = people(sheet(JULIO, momentum=1), sheet(MARCUS, momentum=2))
    asked = CheckRequest(
        (
            Participant(JULIO, "initiator", uses("guile"), (Cost("momentum", 1),)),
            Participant(MARCUS, "helper", uses("guile"), (Cost("momentum", 2),)),
        ),
        3,
    )
    assert amounts(roll(asked, both, 2, 2, 2)) == {(JULIO, "momentum"): -1, (MARCUS, "momentum"): -2}
    with refused("enough to pay"):
        CAERBANNOG.plan(asked, people(sheet(JULIO, momentum=3), sheet(MARCUS, momentum=1)))


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ((Cost("momentum", 4),), "enough to pay"),
        ((Cost("momentum", 2), Cost("momentum", 2)), "enough to pay"),
        ((Cost("luck", 1),), "enough to pay"),
        ((Cost("momentum", 0),), "1 or more"),
        ((Cost("momentum", -1),), "1 or more"),
    ],
)
def test_a_price_that_is_not_there_before_the_roll_is_refused(costs: tuple[Cost, ...], words: str) -> None:
    with refused(words):
        CAERBANNOG.plan(request("melee", pays=costs), people(RICH))


def test_what_was_paid_is_not_corrected_away() -> None:
    paid = roll(request("melee", pays=(Cost("momentum", 1),)), RICH, 6, 6, 2)
    with refused("stays paid"):
        follow(paid, Choice("correct", JULIO, request=request("melee")), RICH)
    kept = request("melee", difficulty=1, pays=(Cost("momentum", 1),))
    assert follow(paid, Choice("correct", JULIO, request=kept), RICH).value == 5


# --- after the roll ---------------------------------------------------------------------------------------------------


def test_an_ability_is_paid_and_leaves_the_result_alone() -> None:
    done = follow(HIT, DAZE, RICH)
    assert (done.value, done.steps, amounts(done)) == (HIT.value, HIT.steps, {(JULIO, "momentum"): -2})
    assert done.taken == (Taken("ability", JULIO, DAZE.cost, note="Oszołomienie", before=3),)


def test_abilities_are_not_offered_for_only_the_table_knows_them() -> None:
    assert not any(offer.kind == "ability" for offer in offers(HIT, RICH).values())


def test_a_result_paid_for_by_an_ability_may_still_be_boosted() -> None:
    assert follow(follow(HIT, DAZE, RICH), Choice("boost", JULIO), sheet(momentum=1, bonuses={"combat": 1})).value == 4


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Choice("ability", JULIO, Cost("momentum", 4), note="x"), "enough to pay"),
        (Choice("ability", JULIO, Cost("momentum", 0), note="x"), "1 or more"),
        (Choice("ability", JULIO, note="x"), "which ability"),
        (Choice("ability", JULIO, Cost("momentum", 1), note="  "), "which ability"),
        (Choice("ability", MARCUS, Cost("momentum", 1), note="x"), "no part"),
    ],
)
def test_an_ability_out_of_order_is_refused(choice: Choice, words: str) -> None:
    with refused(words):
        follow(HIT, choice, people(RICH, sheet(MARCUS, momentum=5)))


@pytest.mark.parametrize("asked", [request("melee", difficulty=None), side("melee")])
def test_an_ability_uses_a_result_that_is_known(asked: CheckRequest) -> None:
    with refused("not known yet"):
        follow(roll(asked, RICH, 6, 6, 2), DAZE, RICH)


def test_prices_are_read_back_as_they_were() -> None:
    for value in (
        request("melee", pays=(Cost("momentum", 1),)),
        group((1, "melee"), (2, "melee")),
        follow(HIT, DAZE, RICH),
    ):
        assert from_json(json.loads(json.dumps(to_json(value)))) == value
