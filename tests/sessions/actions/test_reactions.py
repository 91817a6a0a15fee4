"""Reactions: once a round, outside one's own turn, paid at once."""

import pytest

from caerbannog_site.errors import Conflict
from rules.errors import RuleError
from sessions.actions import reactions, undoing
from sessions.actions.scene_turn import Now
from sessions.actions.scenes import Joining, Plan
from sessions.models import Scene
from tests.sessions.scenes import COMBAT, go_back, go_on, leave, one, opened, pool, running, set_pool

PRICE = 3


def react(table, character, name="alicja", amount=PRICE, **options):
    return reactions.react(
        actor=table.viewer(name), campaign=table.campaign, scene=running(table), participant=one(table, character),
        offer=reactions.offer_of("Reaction", "momentum", amount), **options,
    )  # fmt: skip


@pytest.fixture
def turn(table):
    """Julio's turn; Rosalia has 5 Momentum."""
    opened(table, COMBAT, Joining(table.guard, "enemies"))
    go_on(table)
    set_pool(table.rosalia, 5)
    set_pool(table.julio, 5)
    return table


def test_it_is_paid_and_told_in_one_row(turn):
    entry = react(turn, turn.rosalia, "celina")
    assert (entry.kind, entry.listed, entry.mode, pool(turn.rosalia)) == ("reaction", True, "public", 2)
    assert one(turn, turn.rosalia).reacted_in == 1


def test_once_a_round(turn):
    react(turn, turn.rosalia)
    set_pool(turn.rosalia, 5)
    with pytest.raises(RuleError):
        react(turn, turn.rosalia)
    for _turn in range(3):
        go_on(turn)
    react(turn, turn.rosalia)
    assert pool(turn.rosalia) == 2


def test_not_in_ones_own_turn(turn):
    with pytest.raises(RuleError):
        react(turn, turn.julio)
    assert pool(turn.julio) == 5


@pytest.mark.parametrize("amount", [0, 1, 99])
def test_not_at_another_price(turn, amount):
    with pytest.raises(RuleError):
        react(turn, turn.rosalia, amount=amount)


def test_not_without_the_momentum(turn):
    set_pool(turn.rosalia, 2)
    with pytest.raises(RuleError):
        react(turn, turn.rosalia)


def test_not_in_a_free_scene(table):
    opened(table, Plan())
    set_pool(table.rosalia, 5)
    with pytest.raises(RuleError):
        react(table, table.rosalia)


def test_not_by_who_has_left(turn):
    gone = one(turn, turn.rosalia)
    leave(turn, turn.rosalia)
    with pytest.raises(Conflict):
        react(turn, gone.character)


def test_not_for_somebody_hidden_unless_by_a_game_master(table):
    opened(table, COMBAT, Joining(table.guard, "enemies", hidden=True))
    go_on(table)
    with pytest.raises(Conflict):
        react(table, table.guard, "celina")
    assert react(table, table.guard).mode == "gm"


def test_the_same_press_pays_once(turn):
    assert react(turn, turn.rosalia, once="k") == react(turn, turn.rosalia, once="k")
    assert pool(turn.rosalia) == 2


def test_an_enemy_pays_from_what_they_share_if_they_share_anything(turn):
    react(turn, turn.guard)
    assert one(turn, turn.guard).reacted_in == 1
    go_back(turn)
    Scene.objects.update(enemy_pool=4)
    go_on(turn)
    react(turn, turn.guard)
    assert running(turn).enemy_pool == 1
    go_on(turn)
    assert running(turn).enemy_pool == 1


def test_going_back_gives_the_payment_back(turn):
    react(turn, turn.rosalia)
    go_back(turn)
    assert (pool(turn.rosalia), one(turn, turn.rosalia).reacted_in) == (5, 0)


def test_one_reaction_alone_can_be_undone(turn):
    entry = react(turn, turn.rosalia)
    undoing.undo_entry(actor=turn.viewer("alicja"), entry=entry)
    assert (pool(turn.rosalia), one(turn, turn.rosalia).reacted_in) == (5, 0)
    react(turn, turn.rosalia)


def test_what_is_offered_is_what_can_be_paid(turn):
    def offered(character):
        now = Now(None, turn.campaign, running(turn))
        return [offer.cost.amount for offer in reactions.offers(now, now.one(one(turn, character).pk))]

    assert offered(turn.rosalia) == [3, 2, 2, 4]
    set_pool(turn.rosalia, 2)
    assert offered(turn.rosalia) == [2, 2]
    assert offered(turn.julio) == []
    assert offered(turn.guard) == [3, 2, 2, 4]


def test_who_ends_a_turn_at_that_moment_is_not_too_slow(turn):
    step = running(turn).step
    react(turn, turn.rosalia)
    go_on(turn, expect=step)
    assert running(turn).active.character == turn.rosalia
