"""Who is in a scene, and in which order."""

import pytest

from caerbannog_site.errors import Conflict, Forbidden, Refused
from rules.errors import RuleError
from sessions.actions import participants, people
from sessions.actions.scenes import Joining
from sessions.models import Campaign, LogEntry
from sheets.actions import life
from sheets.models import Character
from tests.cast import NpcFactory
from tests.sessions.scenes import COMBAT, go_on, leave, one, opened, pool, running, set_pool, whose


def act(table, action, name="alicja", **options):
    scene = running(table)
    return action(
        actor=table.viewer(name), campaign=table.campaign, scene=scene, **{"expect": scene.step, **options}
    )  # fmt: skip


def names(table):
    found = running(table).participants.filter(left_at=None).order_by("place")
    return [place.character.name for place in found]


def test_who_comes_is_last_in_the_order(table):
    opened(table)
    entry = act(table, participants.join, joining=Joining(table.guard, "enemies"))
    assert (names(table), entry.mode, entry.listed) == (["Julio", "Rosalia", "Strażnik"], "public", False)


def test_a_hidden_one_comes_and_goes_unseen(table):
    opened(table)
    assert act(table, participants.join, joining=Joining(table.guard, "enemies", hidden=True)).mode == "gm"
    assert leave(table, table.guard).mode == "gm"


def test_nobody_is_in_a_scene_twice(table):
    opened(table)
    with pytest.raises(Conflict):
        act(table, participants.join, joining=Joining(table.julio))


@pytest.mark.parametrize("spoil", [{"archived_at": "2026-01-01T00:00Z"}, {"template": True}, {"campaign": None}])
def test_only_who_is_in_play_here_comes(table, spoil):
    opened(table)
    stranger = NpcFactory(campaign=table.campaign)
    Character.objects.filter(pk=stranger.pk).update(**spoil)
    stranger.refresh_from_db()
    with pytest.raises(Refused):
        act(table, participants.join, joining=Joining(stranger))


@pytest.mark.parametrize("name", ["bartek", "filip"])
def test_only_a_game_master_says_who_is_in_it(table, name):
    opened(table)
    with pytest.raises(Forbidden):
        act(table, participants.join, name, joining=Joining(table.guard))
    with pytest.raises(Forbidden):
        act(table, participants.leave, name, participant=one(table, table.rosalia))
    with pytest.raises(Forbidden):
        act(table, participants.move, name, participant=one(table, table.rosalia), to=0)
    assert names(table) == ["Julio", "Rosalia"]


def test_who_has_left_cannot_leave_again_and_may_come_back(table):
    opened(table)
    leave(table, table.julio)
    with pytest.raises(Conflict):
        leave(table, table.julio)
    act(table, participants.join, joining=Joining(table.julio))
    assert names(table) == ["Rosalia", "Julio"]


def test_a_players_character_is_never_hidden(table):
    opened(table)
    with pytest.raises(Refused):
        act(table, participants.show, participant=one(table, table.julio), hidden=True)
    assert not one(table, table.julio).hidden


# --- away from the table ------------------------------------------------------------------------------------------


def test_an_archived_character_leaves_the_scene_and_the_turn_goes_on(table):
    set_pool(table.rosalia, 1, "experience")
    opened(table)
    go_on(table)
    before = LogEntry.objects.count()
    life.archive_character(actor=table.viewer("bartek"), character=table.julio, away=True)
    assert LogEntry.objects.count() == before + 1
    assert (names(table), whose(table), pool(table.rosalia)) == (["Rosalia"], ("Rosalia", 1), 1)


def test_players_see_an_npc_go_that_is_put_away_unless_it_was_hidden(table):
    opened(table, COMBAT, Joining(table.guard, "enemies"), Joining(table.shade, "enemies", hidden=True))
    gm = table.viewer("alicja")
    modes = [
        life.archive_character(actor=gm, character=character, away=True).mode
        for character in (table.guard, table.shade)
    ]
    assert modes == ["public", "gm"]


def test_a_sheet_that_goes_home_leaves_the_scene(table):
    opened(table)
    go_on(table)
    life.leave_campaign(actor=table.viewer("bartek"), character=table.julio)
    assert (names(table), whose(table)) == (["Rosalia"], ("Rosalia", 1))


def test_whose_seat_is_taken_away_is_in_no_scene(table):
    opened(table)
    people.remove(
        actor=table.viewer("alicja"), campaign=Campaign.objects.get(), seat=table.seats["bartek"], keep_npcs=False
    )  # fmt: skip
    assert names(table) == ["Rosalia"]


# --- the order ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("to", "order"), [(0, "SJR"), (1, "JSR"), (2, "JRS"), (99, "JRS")])
def test_somebody_is_put_at_another_place(table, to, order):
    opened(table, COMBAT, Joining(table.guard, "enemies"))
    go_on(table)
    act(table, participants.move, participant=one(table, table.guard), to=to)
    assert "".join(name[0] for name in names(table)) == order
    assert whose(table) == ("Julio", 1)


def test_typed_scores_sort_the_highest_first_and_ties_stay_as_they_stand(table):
    opened(table, COMBAT, Joining(table.guard, "enemies"))
    scores = {one(table, table.julio).token: 5, one(table, table.rosalia).token: None, one(table, table.guard).token: 5}
    act(table, participants.sort, scores=scores)
    assert names(table) == ["Julio", "Strażnik", "Rosalia"]
    assert [one(table, who).score for who in (table.julio, table.guard, table.rosalia)] == [5, 5, None]


def test_an_order_is_rolled_from_a_trait_by_the_die_that_counts_and_brings_nothing(table, dice):
    opened(table)
    dice.next(10, 10, 3, 4, 4, 1)  # Julio's k10, Rosalia's k4
    act(table, participants.roll_order, trait="perception")
    assert [one(table, who).score for who in (table.julio, table.rosalia)] == [10, 4]
    assert [pool(who) for who in (table.julio, table.rosalia)] == [0, 0]


def test_who_rolls_higher_goes_first(table, dice):
    opened(table)
    dice.next(1, 2, 3, 4, 4, 1)
    act(table, participants.roll_order, trait="perception")
    assert names(table) == ["Rosalia", "Julio"]


def test_a_rolled_order_asks_for_a_trait_that_everybody_has(table):
    opened(table)
    with pytest.raises(RuleError):
        act(table, participants.roll_order, trait="no-such-trait")
