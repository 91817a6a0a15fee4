"""Copies of a template come into play: how many, told to whom, and by whom not."""

import pytest
from django.utils import timezone

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions import drawings
from sessions.actions import checks, foes, reactions, roll_undo
from sessions.actions.scene_end import close_scene
from sessions.actions.scene_turn import Now
from sessions.actions.scenes import Joining, Plan
from sessions.models import LogEntry, Mode
from sessions.screens import SHEET, Screen
from sheets.access import rights_on
from sheets.actions import births, life
from sheets.models import Character
from tests.cast import NpcFactory, make_table
from tests.races import at_once
from tests.sessions import scenes
from tests.test_visibility import request_of


@pytest.fixture
def wolf(campaign):
    return NpcFactory(campaign=campaign, name="Wolf", template=True, hidden=True)


@pytest.fixture
def field(table, wolf):
    """field(number, hidden) puts wolves into play."""

    def field(number: int = 1, hidden: bool = False, who: str = "alicja", template=wolf, **more):
        return foes.put_into_play(actor=table.viewer(who), template=template, number=number, hidden=hidden, **more)

    return field


def in_play() -> list[str]:
    return sorted(Character.objects.in_play().filter(name__startswith="Wolf").values_list("name", flat=True))


def test_visible_copies_are_told_to_the_table_in_one_entry(field):
    entry = field(3)
    assert (entry.kind, entry.mode, entry.listed, LogEntry.objects.count()) == ("fielded", Mode.PUBLIC, True, 1)
    assert [change.new for change in entry.told] == in_play() == ["Wolf 1", "Wolf 2", "Wolf 3"]


def test_hidden_copies_are_the_gms_secret(field):
    entry = field(2, hidden=True)
    assert entry.mode == Mode.GM
    assert Character.objects.in_play().filter(name__startswith="Wolf", hidden=True).count() == 2


def test_the_same_press_puts_them_into_play_once(field):
    first = field(2, once="f" * 22)
    assert field(2, once="f" * 22) == first
    assert len(in_play()) == 2


@pytest.mark.parametrize("who", ["bartek", "gustaw", "filip", "iga"])
def test_players_put_nobody_into_play(field, who):
    with pytest.raises(Forbidden):
        field(who=who)
    assert in_play() == []


@pytest.mark.parametrize("number", [0, -1, foes.MOST_AT_ONCE + 1])
def test_so_many_at_once_are_refused(field, number):
    with pytest.raises(Refused):
        field(number)
    assert len(field(foes.MOST_AT_ONCE).told) == foes.MOST_AT_ONCE


def test_there_is_room_for_all_of_them_or_none_comes(field, monkeypatch):
    monkeypatch.setattr(births, "MOST_NPCS", 5)  # two of the cast and the template
    with pytest.raises(Refused):
        field(3)
    assert in_play() == []
    assert len(field(2).told) == 2


def test_an_npc_in_play_is_no_template(field, guard):
    with pytest.raises(Refused):
        field(template=guard)


def test_an_archived_template_waits(table, field, wolf):
    Character.objects.filter(pk=wolf.pk).update(archived_at=timezone.now())
    with pytest.raises(Conflict):
        field()
    life.archive_character(actor=table.viewer("alicja"), character=wolf, away=False)
    assert field()


def test_a_template_is_neither_rolled_for_nor_shown(table, wolf, guard, dice):
    gm = table.viewer("alicja")
    with pytest.raises(Refused):
        checks.roll(actor=gm, character=wolf, request=request_of(wolf, "stealth", difficulty=3))
    with pytest.raises(Refused):
        life.show_npc(actor=gm, character=wolf, hidden=False)
    dice.next(1, 2, 3)
    assert checks.roll(actor=gm, character=guard, request=request_of(guard, "stealth", difficulty=3))


# --- into the scene -----------------------------------------------------------------------------------------------


def places(table) -> list[tuple]:
    found = scenes.running(table).participants.select_related("character").order_by("place")
    return [(one.character.name, one.side, one.hidden) for one in found]


def test_copies_join_the_open_scene_at_the_end_of_its_order(table, field):
    scenes.opened(table)
    entry = field(2, side="enemies")
    assert places(table)[2:] == [("Wolf 1", "enemies", False), ("Wolf 2", "enemies", False)]
    assert (entry.mode, LogEntry.objects.filter(kind="participants").count()) == (Mode.PUBLIC, 0)


def test_hidden_copies_are_hidden_there_and_move_nothing_that_players_see(table, field):
    before = scenes.opened(table)
    entry = field(1, hidden=True, side="enemies")
    after = scenes.running(table)
    assert places(table)[2:] == [("Wolf", "enemies", True)]
    assert (entry.mode, after.seen_step, after.step > before.step) == (Mode.GM, before.seen_step, True)


def test_without_a_scene_there_is_none_to_join(table, field):
    with pytest.raises(Conflict):
        field(side="enemies")
    assert in_play() == []
    scenes.opened(table)
    assert field(side="enemies")


# --- what the enemies share ---------------------------------------------------------------------------------------


@pytest.fixture
def pool(table):
    """pool(typed) moves what the enemies of the open scene share."""

    def pool(typed: str, who: str = "alicja", **more):
        scene = scenes.running(table)
        return foes.change_pool(
            actor=table.viewer(who), campaign=table.campaign, scene=scene, typed=typed, **more
        )  # fmt: skip

    return pool


def test_the_pool_is_begun_moved_and_ended_by_entries_of_the_gms(table, pool):
    scenes.opened(table)
    entries = [pool("4"), pool("+2"), pool("-9"), pool("")]
    assert [(entry.kind, entry.mode) for entry in entries] == [
        ("pool_shared", Mode.GM), ("enemy_pool", Mode.GM), ("enemy_pool", Mode.GM), ("pool_shared", Mode.GM),
    ]  # fmt: skip
    changes = [entry.told[0] for entry in entries]
    assert [(one.old, one.new, one.delta) for one in changes] == [
        (None, 4, None), (4, 6, 2), (6, 0, -6), (0, None, None),
    ]  # fmt: skip
    assert {(one.target, one.field) for one in changes} == {(f"scene:{scenes.running(table).token}", "enemy_pool")}


def test_it_takes_no_step_of_the_scene_so_that_nobody_s_next_turn_is_refused(table, pool):
    before = scenes.opened(table)
    pool("4")
    pool("+1")
    assert scenes.go_on(table, expect=before.step)
    assert scenes.running(table).enemy_pool == 5


def test_nothing_is_written_when_nothing_moves(table, pool):
    scenes.opened(table)
    pool("0")
    assert pool("0") is None
    assert pool("-1") is None


def test_what_is_not_there_does_not_move(table, pool):
    scenes.opened(table)
    with pytest.raises(Conflict):
        pool("+1")
    pool("1")
    assert pool("+1")


@pytest.mark.parametrize("typed", ["many", "100", "1.5", "--1"])
def test_anything_else_typed_is_refused(table, pool, typed):
    scenes.opened(table)
    with pytest.raises(Refused):
        pool(typed)
    assert pool("99")


@pytest.mark.parametrize("who", ["bartek", "filip"])
def test_players_neither_have_nor_move_it(table, pool, who):
    scenes.opened(table)
    with pytest.raises(Forbidden):
        pool("4", who=who)
    assert scenes.running(table).enemy_pool is None


def test_of_a_scene_that_is_over_nothing_moves(table, pool):
    scene = scenes.opened(table)
    pool("4")
    close_scene(actor=table.viewer("alicja"), campaign=table.campaign, scene=scene, won=True, expect=scene.step)
    with pytest.raises(Conflict):
        foes.change_pool(actor=table.viewer("alicja"), campaign=table.campaign, scene=scene, typed="+1")


def test_an_enemy_s_reaction_is_paid_from_it_and_comes_back_with_the_turn(table, pool, guard):
    scenes.opened(table, Plan("combat"), Joining(guard, "enemies"))
    scenes.go_on(table)
    pool("9")
    now = Now(None, table.campaign, scenes.running(table))
    offer = reactions.offers(now, now.one(scenes.one(table, guard).pk))[0]
    reactions.react(
        actor=table.viewer("alicja"), campaign=table.campaign, scene=scenes.running(table),
        participant=scenes.one(table, guard), offer=offer,
    )  # fmt: skip
    assert scenes.running(table).enemy_pool == 9 - offer.cost.amount
    scenes.go_back(table)
    assert scenes.running(table).enemy_pool == 9


def test_a_roll_of_an_enemy_feeds_it_and_its_undo_takes_that_back(table, pool, guard, dice):
    scenes.opened(table, Plan("combat"), Joining(guard, "enemies"))
    pool("0")
    dice.next(6, 6, 2)
    entry = checks.roll(
        actor=table.viewer("alicja"), character=guard, request=request_of(guard, "melee", difficulty=2)
    )  # fmt: skip
    fed = scenes.running(table).enemy_pool
    assert fed > 0
    roll_undo.undo_step(actor=table.viewer("alicja"), check=entry.rolled, expect=0)
    assert scenes.running(table).enemy_pool == 0


def test_an_enemy_s_open_sheet_follows_as_they_begin_and_cease_to_share(table, pool, guard):
    scenes.opened(table, Plan("combat"), Joining(guard, "enemies"))
    panel = f"panel-pools-{guard.token}"
    for typed in ("4", ""):
        drawing = drawings.Drawing(pool(typed))
        told = {
            (name, who.name): panel in "".join(drawing.parts(table.viewer(name), sheet_of(table, name, who)))
            for name, who in [("alicja", guard), ("bartek", guard), ("alicja", table.julio), ("bartek", table.julio)]
        }
        assert [who for who, seen in told.items() if seen] == [("alicja", guard.name)]
        assert drawing.parts(table.viewer("bartek"), sheet_of(table, "bartek", table.julio)) == []


def sheet_of(table, name, character) -> Screen:
    rights = rights_on(character, table.viewer(name))
    return Screen(SHEET, character.pk, rights.groups, rights.edit, rights.owner)


def test_twenty_hands_at_once_move_it_by_twenty(transactional_db):
    table = make_table()
    scenes.opened(table)
    gm = table.viewer("alicja")
    scene = scenes.running(table)
    foes.change_pool(actor=gm, campaign=table.campaign, scene=scene, typed="0")
    at_once(
        20, lambda _number: foes.change_pool(actor=gm, campaign=table.campaign, scene=scene, typed="+1")
    )  # fmt: skip
    assert scenes.running(table).enemy_pool == 20
