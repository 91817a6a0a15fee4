"""When one may react, and for how much."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.house import typed
from rules.scenes.values import ReactionOffer, Scene
from rules.systems.caerbannog_2026.reaction import offers, prices, react
from rules.tables import CaerbannogTables, Reaction
from rules.values import Cost, Text
from tests.rules.cast import JULIO, MARCUS, refused
from tests.rules.systems.caerbannog_2026.party import hero, total

HOUSE = CaerbannogTables()
ENEMY_TURN = Scene("combat", turn_of=None)
REACTION = prices(HOUSE)[0]


def test_the_list_is_the_house_s() -> None:
    assert [(offer.name.id, offer.cost.amount) for offer in prices(HOUSE)] == [
        ("Reaction", 3),
        ("Reaction: join an ally's group test", 2),
        ("Reaction: a move or a manoeuvre", 2),
        ("Reaction: a full action", 4),
    ]
    own = CaerbannogTables(reactions=(Reaction(typed("Skok w bok"), 1),))
    assert prices(own) == (ReactionOffer(Text("{name}", params={"name": "Skok w bok"}), Cost("momentum", 1)),)


@pytest.mark.parametrize("scene", [ENEMY_TURN, Scene("challenge"), Scene("combat", turn_of=MARCUS)])
def test_one_reacts_in_another_s_turn_and_pays(scene: Scene) -> None:
    assert total(react(scene, hero(momentum=3), REACTION, HOUSE)) == {(JULIO, "momentum"): -3}


def test_nobody_reacts_in_their_own_turn() -> None:
    with refused("outside one's own turn"):
        react(replace(ENEMY_TURN, turn_of=JULIO), hero(momentum=9), REACTION, HOUSE)


def test_nobody_reacts_twice_in_a_round() -> None:
    with refused("once a round"):
        react(replace(ENEMY_TURN, reacted=frozenset({JULIO})), hero(momentum=9), REACTION, HOUSE)
    assert react(replace(ENEMY_TURN, reacted=frozenset({MARCUS})), hero(momentum=9), REACTION, HOUSE)


def test_nobody_reacts_in_a_free_scene() -> None:
    with refused("challenges and combats"):
        react(Scene("free"), hero(momentum=9), REACTION, HOUSE)


def test_a24_nothing_replaces_momentum_as_the_price() -> None:
    with refused("enough Momentum"):
        react(ENEMY_TURN, hero(momentum=0, determination=10), REACTION, HOUSE)
    with refused("enough Momentum"):
        react(ENEMY_TURN, hero(momentum=2, determination=10), REACTION, HOUSE)


@pytest.mark.parametrize(
    "offer",
    [
        replace(REACTION, cost=Cost("momentum", 1)),
        replace(REACTION, cost=Cost("determination", 3)),
        replace(REACTION, name=Text("Reaction: a full action")),
    ],
)
def test_a_reaction_that_is_not_on_the_list_is_refused(offer: ReactionOffer) -> None:
    with refused("isn't on the table's list"):
        react(ENEMY_TURN, hero(momentum=9), offer, HOUSE)


def test_a_scene_out_of_order_is_refused() -> None:
    with refused("counted from 1"):
        react(replace(ENEMY_TURN, round=0), hero(momentum=9), REACTION, HOUSE)


@pytest.mark.parametrize(("momentum", "costs"), [(10, [3, 2, 2, 4]), (3, [3, 2, 2]), (2, [2, 2]), (1, [])])
def test_what_can_be_paid_is_offered(momentum: int, costs: list[int]) -> None:
    assert [offer.cost.amount for offer in offers(ENEMY_TURN, hero(momentum=momentum), HOUSE)] == costs


@pytest.mark.parametrize(
    "scene", [Scene("free"), replace(ENEMY_TURN, turn_of=JULIO), replace(ENEMY_TURN, reacted=frozenset({JULIO}))]
)
def test_nothing_is_offered_where_nobody_reacts(scene: Scene) -> None:
    assert offers(scene, hero(momentum=10), HOUSE) == ()


def test_a_house_may_give_reactions_away() -> None:
    free = CaerbannogTables(reactions=(Reaction(typed("Gest"), 0),))
    assert react(ENEMY_TURN, hero(momentum=0), prices(free)[0], free) == ()
