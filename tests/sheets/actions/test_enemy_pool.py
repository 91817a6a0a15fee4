"""The Momentum that enemies share: one pool for all of them, spent and gained by any, and by nobody else."""

import pytest

from caerbannog_site.errors import Conflict
from rules.values import Effect
from sessions import log
from sessions.models import Participant, Scene
from sheets import panels, snapshot
from sheets.access import Rights
from sheets.actions import counters, enemy_pool, use
from sheets.actions.undo import take_back, undo
from sheets.models import Ability, Counter
from tests.cast import NpcFactory


@pytest.fixture
def scene(campaign, guard, shade, julio):
    """A combat: the guard and the shade against Julio, with 4 Momentum in common."""
    scene = Scene.objects.create(campaign=campaign, kind="combat", enemy_pool=4)
    for place, (one, side) in enumerate([(guard, "enemies"), (shade, "enemies"), (julio, "party")]):
        Participant.objects.create(scene=scene, character=one, side=side, place=place)
    return scene


def momentum(character) -> int:
    return snapshot.load_one(character).counter("momentum").value


def pool(scene) -> int:
    scene.refresh_from_db()
    return scene.enemy_pool


def test_every_enemy_holds_the_pool_and_nobody_else_does(scene, guard, shade, julio, campaign):
    outside = NpcFactory(campaign=campaign)
    assert [momentum(one) for one in (guard, shade, julio, outside)] == [4, 4, 0, 0]


@pytest.mark.parametrize(
    "ended",
    [
        lambda scene: Scene.objects.update(enemy_pool=None),
        lambda scene: Scene.objects.update(closed_at="2026-01-01T00:00Z"),
        lambda scene: Participant.objects.update(left_at="2026-01-01T00:00Z"),
        lambda scene: Participant.objects.update(side="others"),
    ],
    ids=["no pool", "closed", "left", "another side"],
)
def test_without_it_each_has_their_own_again(scene, guard, ended):
    Counter.objects.create(character=guard, key="momentum", current=2, maximum=10)
    assert momentum(guard) == 4
    ended(scene)
    assert momentum(guard) == 2


def test_a_player_who_stands_with_the_enemies_keeps_a_pool_of_their_own(scene, julio):
    Participant.objects.filter(character=julio).update(side="enemies")
    assert momentum(julio) == 0


def test_what_one_gains_another_spends(scene, guard, shade):
    rows = snapshot.load([guard, shade])
    gained, spent = counters.apply_effects(
        rows, [Effect(guard.pk, "momentum", 3), Effect(shade.pk, "momentum", -5)]
    )  # fmt: skip
    assert (gained.character, gained.target, gained.field) == (guard, f"scene:{scene.token}", "enemy_pool")
    assert [(change.old, change.new, change.delta, change.group) for change in (gained, spent)] == [
        (4, 7, 3, "p"), (7, 2, -5, "p"),
    ]  # fmt: skip
    assert pool(scene) == 2
    assert not Counter.objects.filter(key="momentum").exists()


def test_it_is_no_more_than_there_is_and_not_limited_like_one_person_s(scene, guard):
    rows = snapshot.load_one(guard)
    assert counters.add(rows, "momentum", 20).new == 24
    assert counters.add(rows, "momentum", -50).delta == -24
    assert counters.add(rows, "momentum", -1) is None


def test_other_pools_of_an_enemy_stay_their_own(scene, guard):
    rows = snapshot.load_one(guard)
    assert counters.add(rows, "endurance", -2).target == "counter:endurance"


def test_an_enemy_s_ability_is_paid_from_it_and_given_back(table, scene, guard):
    ability = Ability.objects.create(character=guard, name="Shield wall", cost=3)
    entry = use.use_ability(actor=table.viewer("alicja"), character=guard, token=ability.token)
    assert pool(scene) == 1
    undo(actor=table.viewer("alicja"), character=guard, token=entry.token)
    assert pool(scene) == 4


def test_a_deed_is_given_back_whatever_came_later(table, scene, guard, shade):
    (spent,) = counters.apply_effects(snapshot.load([guard]), [Effect(guard.pk, "momentum", -3)])
    counters.apply_effects(snapshot.load([shade]), [Effect(shade.pk, "momentum", 5)])
    assert take_back(guard, spent).new == 9


def test_of_a_scene_that_is_over_nothing_comes_back(scene, guard):
    (spent,) = counters.apply_effects(snapshot.load([guard]), [Effect(guard.pk, "momentum", -3)])
    Scene.objects.update(closed_at="2026-01-01T00:00Z")
    with pytest.raises(Conflict):
        take_back(guard, spent)
    assert take_back(guard, spent, clamped=True) is None


def test_a_setting_is_taken_back_while_it_stands(table, scene):
    with log.turn(table.viewer("alicja"), table.campaign.channel_id) as turn:
        change = enemy_pool.moved(scene, 9)
        turn.record("enemy_pool", changes=[change])
    assert enemy_pool.take_back(None, change).new == 4
    enemy_pool.add(scene, 1)
    with pytest.raises(Conflict):
        enemy_pool.take_back(None, change)


def test_an_enemy_s_sheet_shows_no_pool_of_its_own(scene, guard, julio):
    def drawn(character) -> str:
        return panels.draw(panels.BY_NAME["pools"], snapshot.load_one(character), Rights("apbce", edit=True))

    assert "/counter/momentum/" in drawn(julio)
    assert "/counter/momentum/" not in drawn(guard)
