"""Conditions in a scene: they count their owner's turns once a round, go back with the turn, and end with the scene."""

import pytest

from sessions.actions.scene_end import close_scene
from sessions.actions.scenes import Joining, Plan
from sessions.models import Mode
from sheets.models import Condition
from tests.sessions import scenes


@pytest.fixture
def weigh():
    """weigh(character, left, lasts) puts a condition on somebody."""

    def weigh(character, left=None, lasts="rounds"):
        return Condition.objects.create(
            character=character, kind="mental", name="dazed", strength=2, lasts=lasts, rounds_left=left
        )  # fmt: skip

    return weigh


def left(condition) -> int | None:
    condition.refresh_from_db()
    return condition.rounds_left


def test_it_counts_its_owner_s_turns_and_nobody_else_s(table, julio, rosalia, weigh):
    his, hers = weigh(julio, 2), weigh(rosalia, 2)
    scenes.opened(table)
    scenes.go_on(table)
    assert (left(his), left(hers)) == (1, 2)
    scenes.go_on(table)
    assert (left(his), left(hers)) == (1, 1)
    scenes.go_on(table)
    assert (left(his), left(hers)) == (0, 1)


def test_back_is_the_exact_inverse_of_on(table, julio, rosalia, weigh):
    his, hers = weigh(julio, 1), weigh(rosalia, 3)
    scenes.opened(table)
    on = [(left(his), left(hers))]
    for _turn in range(4):
        scenes.go_on(table)
        on.append((left(his), left(hers)))
    for before in reversed(on[:-1]):
        scenes.go_back(table)
        assert (left(his), left(hers)) == before


def test_on_after_back_counts_the_same_turn_once(table, julio, weigh):
    his = weigh(julio, 3)
    scenes.opened(table)
    for _again in range(3):
        scenes.go_on(table)
        assert left(his) == 2
        scenes.go_back(table)
        assert left(his) == 3


def test_what_somebody_changed_meanwhile_stays_when_the_turn_is_taken_back(table, julio, weigh):
    his = weigh(julio, 3)
    scenes.opened(table)
    scenes.go_on(table)
    Condition.objects.update(rounds_left=7)
    scenes.go_back(table)
    assert left(his) == 7


def test_who_is_elsewhere_counts_rounds_and_npcs_elsewhere_wait(table, julio, rosalia, guard, weigh):
    hers, waits = weigh(rosalia, 2), weigh(guard, 2)
    scenes.opened(table)
    scenes.leave(table, rosalia)
    scenes.go_on(table)
    assert left(hers) == 2
    scenes.go_on(table)  # Julio again: the second round
    assert (left(hers), left(waits)) == (1, 2)
    scenes.go_back(table)
    assert left(hers) == 2


def test_a_round_that_begins_unseen_counts_when_players_see_it(table, julio, rosalia, shade, weigh):
    hers = weigh(rosalia, 2)
    scenes.opened(table, Plan("combat"), Joining(shade, "enemies", True))
    scenes.leave(table, rosalia)
    scenes.go_on(table)  # Julio
    assert scenes.go_on(table).mode == Mode.GM  # the shade
    assert left(hers) == 2
    assert scenes.go_on(table).mode == Mode.PUBLIC  # Julio, the second round
    assert left(hers) == 1


def test_the_turn_of_a_hidden_one_is_counted_in_secret(table, shade, weigh):
    unseen = weigh(shade, 2)
    scenes.opened(table, Plan("combat"), Joining(shade, "enemies", True))
    for _turn in range(2):
        scenes.go_on(table)
    entry = scenes.go_on(table)
    assert (left(unseen), entry.mode) == (1, Mode.GM)


def test_where_a_scene_goes_by_stages_everybody_s_turns_are_the_stages(table, julio, guard, weigh):
    his, its = weigh(julio, 2), weigh(guard, 2)
    scenes.opened(table, Plan("challenge", "stages"), Joining(guard, "others"))
    scenes.go_on(table)
    assert (left(his), left(its)) == (1, 1)
    scenes.go_back(table)
    assert (left(his), left(its)) == (2, 2)


@pytest.mark.parametrize("won", [True, False, None])
def test_with_the_scene_goes_what_does_not_outlast_it(table, julio, guard, weigh, won):
    gone = [weigh(julio, 3), weigh(julio, None, "scene"), weigh(guard, 0)]
    stays = weigh(julio, None, "")
    scene = scenes.opened(table, Plan("combat"), Joining(guard, "enemies"))
    entry = close_scene(
        actor=table.viewer("alicja"), campaign=table.campaign, scene=scene, won=won, expect=scene.step
    )  # fmt: skip
    assert list(Condition.objects.filter(deleted=False)) == [stays]
    ended = {change.target for change in entry.told if change.field == "deleted"}
    assert ended == {f"condition:{one.token}" for one in gone}
