"""What a breather, a rest and an interlude would change, before anything changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.scenes.values import RestChoice, Rested, Training
from rules.systems.caerbannog_2026.rest import KINDS, preview, take
from rules.tables import CaerbannogTables, Restore
from rules.values import Counter, Sheet
from tests.rules.cast import JULIO, MARCUS, people, refused
from tests.rules.systems.caerbannog_2026.party import hero, total

HOUSE = CaerbannogTables()
WOUNDED: dict[str, Any] = {"endurance": 4, "determination": 7, "vitality": 3}
SWORDS = Training("Walka Bezpośrednia", 4)


def one(kind: str, sheet: Sheet, choice: RestChoice | None = None, house: CaerbannogTables = HOUSE) -> Rested:
    (rested,) = preview(kind, people(sheet), {JULIO: choice} if choice else {}, house)
    return rested


def changed(rested: Rested) -> dict[str, int]:
    return {counter: amount for (_, counter), amount in total(rested.effects).items()}


def test_there_are_three_rests_the_shortest_first() -> None:
    assert [kind.key for kind in KINDS] == ["breather", "rest", "interlude"]


@pytest.mark.parametrize("kind", ["", "Odpoczynek", "long rest"])
def test_an_unknown_rest_is_refused(kind: str) -> None:
    with refused("no such rest"):
        preview(kind, people(hero()), {}, HOUSE)


@pytest.mark.parametrize("kind", ["breather", "rest", "interlude"])
def test_whoever_lacks_nothing_gains_nothing(kind: str) -> None:
    assert one(kind, hero(social=3)) == Rested(JULIO)


def test_a_choice_of_somebody_who_does_not_rest_is_refused() -> None:
    with refused("sheet of this character is missing"):
        preview("breather", people(hero()), {MARCUS: RestChoice(1)}, HOUSE)


# --- breather -------------------------------------------------------------------------------------------------------


def test_a_breather_turns_up_to_three_vitality_into_endurance() -> None:
    assert one("breather", hero(**WOUNDED)).convertible == 3
    chosen = one("breather", hero(**WOUNDED), RestChoice(convert=2))
    assert (changed(chosen), chosen.convertible) == ({"vitality": -2, "endurance": 2}, 3)


def test_nothing_is_turned_that_nobody_chose() -> None:
    assert one("breather", hero(**WOUNDED)).effects == ()


@pytest.mark.parametrize(
    ("pools", "most"), [({"endurance": 9}, 1), ({"endurance": 2, "vitality": 1}, 1), ({"endurance": 10}, 0)]
)
def test_no_more_than_is_missing_and_than_there_is(pools: dict[str, int], most: int) -> None:
    assert one("breather", hero(**pools)).convertible == most
    with refused("can be turned into Endurance"):
        one("breather", hero(**pools), RestChoice(convert=most + 1))


@pytest.mark.parametrize("points", [4, -1])
def test_four_points_are_too_many_for_a_breather(points: int) -> None:
    with refused("can be turned into Endurance"):
        one("breather", hero(endurance=1), RestChoice(convert=points))


def test_a_breather_leaves_experience_and_momentum_alone() -> None:
    pause = one("breather", hero(experience=4, momentum=5, endurance=8))
    assert (pause.effects, pause.unspent) == ((), 0)
    assert take("breather", people(hero(experience=4)), {}, HOUSE) == (Rested(JULIO),)


def test_no_training_begins_in_a_breather() -> None:
    with refused("Trainings begin at a rest"):
        one("breather", hero(experience=4), RestChoice(trainings=(SWORDS,)))


# --- rest -----------------------------------------------------------------------------------------------------------


def test_a_rest_gives_most_things_back() -> None:
    assert changed(one("rest", hero(**WOUNDED))) == {"endurance": 6, "determination": 3, "vitality": 5}


@pytest.mark.parametrize(("value", "maximum", "back"), [(0, 7, 4), (0, 10, 5), (8, 10, 2), (3, 5, 2), (1, 1, 0)])
def test_half_of_the_vitality_is_rounded_up_and_never_too_much(value: int, maximum: int, back: int) -> None:
    tired = hero()
    tired = replace(tired, counters={**tired.counters, "vitality": Counter(value, maximum)})
    assert changed(one("rest", tired)).get("vitality", 0) == back


def test_a_rest_leaves_social_capital_alone() -> None:
    assert changed(one("rest", hero(social=0))) == {}


def test_a30_all_experience_goes_into_training() -> None:
    trained = one("rest", hero(experience=4), RestChoice(trainings=(SWORDS,)))
    assert (changed(trained), trained.unspent, trained.trainings) == ({"experience": -4}, 0, (SWORDS,))


def test_a30_a_rest_waits_while_experience_is_left() -> None:
    party = people(hero(JULIO, experience=4), hero(MARCUS, experience=1))
    choices = {JULIO: RestChoice(trainings=(replace(SWORDS, experience=3),))}
    assert [rested.unspent for rested in preview("rest", party, choices, HOUSE)] == [1, 1]
    with refused("still has to go into training") as refusal:
        take("rest", party, choices, HOUSE)
    assert refusal.value.text.n == 2


def test_a_rest_is_taken_as_it_was_previewed() -> None:
    party = people(hero(JULIO, experience=4, **WOUNDED), hero(MARCUS, momentum=2))
    choices = {JULIO: RestChoice(trainings=(replace(SWORDS, experience=1), Training("Blok", 3)))}
    assert take("rest", party, choices, HOUSE) == preview("rest", party, choices, HOUSE)


def test_with_the_experience_its_momentum_is_gone() -> None:
    assert changed(one("rest", hero(momentum=6))) == {"momentum": -6}


def test_experience_that_is_not_there_trains_nobody() -> None:
    with refused("enough experience"):
        one("rest", hero(experience=3), RestChoice(trainings=(SWORDS,)))
    two = (replace(SWORDS, experience=2), Training("Blok", 2))
    with refused("enough experience"):
        one("rest", hero(experience=3), RestChoice(trainings=two))


@pytest.mark.parametrize("training", [Training("Blok", 0), Training("Blok", -1), Training("Blok", 1, invested=-2)])
def test_a_training_gets_at_least_one_point(training: Training) -> None:
    with refused("at least 1 experience"):
        one("rest", hero(experience=3), RestChoice(trainings=(training,)))


def test_a_training_gets_no_more_than_it_needs() -> None:
    fits = Training("Blok", 2, invested=3, required=5)
    assert one("rest", hero(experience=2), RestChoice(trainings=(fits,))).trainings == (fits,)
    with refused("doesn't need so much"):
        one("rest", hero(experience=3), RestChoice(trainings=(replace(fits, experience=3),)))


def test_a_training_is_named_once() -> None:
    with refused("each training once"):
        one("rest", hero(experience=3), RestChoice(trainings=(Training("Blok", 1), Training("Blok", 2))))


@pytest.mark.parametrize(
    ("training", "paid_up"),
    [
        (Training("Blok", 2, 3, 5), True),
        (Training("Blok", 1, 3, 5), False),
        (Training("Blok", 5, 0, 5), True),
        (Training("Blok", 9, 9), False),
    ],
)
def test_a_training_with_a_price_may_be_paid_up(training: Training, paid_up: bool) -> None:
    assert training.paid_up == paid_up


def test_injuries_wait_for_an_interlude() -> None:
    for kind in ("breather", "rest"):
        with refused("Injuries heal in an interlude"):
            one(kind, hero(), RestChoice(injuries=("złamana ręka",)))
    assert one("interlude", hero(social=3), RestChoice(injuries=("złamana ręka",))).injuries == ("złamana ręka",)


# --- interlude ------------------------------------------------------------------------------------------------------


def test_an_interlude_gives_everything_back() -> None:
    assert changed(one("interlude", hero(social=1, momentum=1, **WOUNDED))) == {
        "endurance": 6,
        "determination": 3,
        "vitality": 7,
        "contacts": 2,
        "favours": 2,
        "wealth": 2,
        "momentum": -1,
    }


def test_an_interlude_spends_experience_as_a_rest_does() -> None:
    assert one("interlude", hero(experience=4, social=3)).unspent == 4
    with refused("still has to go into training"):
        take("interlude", people(hero(experience=1)), {}, HOUSE)


# --- amounts of the house -------------------------------------------------------------------------------------------


def test_a_house_has_its_own_amounts() -> None:
    house = CaerbannogTables(
        breather=(Restore("convert", "half"), Restore("determination", 1)),
        rest=(Restore("endurance", "half"), Restore("vitality", 0)),
        interlude=(Restore("wealth", 1),),
    )
    pause = one("breather", hero(endurance=1, determination=5), house=house)
    assert (changed(pause), pause.convertible) == ({"determination": 1}, 5)
    assert changed(one("rest", hero(**WOUNDED), house=house)) == {"endurance": 5}
    assert changed(one("interlude", hero(**WOUNDED), house=house)) == {"wealth": 1}


def test_what_comes_back_comes_before_what_is_turned() -> None:
    house = CaerbannogTables(rest=(Restore("convert", "all"), Restore("endurance", 4), Restore("vitality", 2)))
    rested = one("rest", hero(endurance=3, vitality=0), RestChoice(convert=2), house)
    assert (changed(rested), rested.convertible) == ({"endurance": 6}, 2)
    with refused("can be turned into Endurance"):
        one("rest", hero(endurance=3, vitality=0), RestChoice(convert=3), house)
