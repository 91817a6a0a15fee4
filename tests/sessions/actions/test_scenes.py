"""The life of a scene."""

import pytest

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions import drawings
from sessions.actions import scene_end, scene_hooks, scenes
from sessions.actions.scenes import Joining, Plan
from sessions.models import Change, Check, LogEntry, Mode, Participant, Scene
from sessions.screens import TABLE, Screen
from sheets.models import Counter
from tests.sessions import scenes as steps
from tests.sessions.actions.test_checks import roll
from tests.sessions.scenes import opened, pool, running, set_pool
from tests.sessions.together import again, begin, share, throw


def open_scene(table, name="alicja", **options):
    return scenes.open_scene(actor=table.viewer(name), campaign=table.campaign, **options)


def turn_into(table, plan, name="alicja"):
    scene = running(table)
    return scenes.turn_into(
        actor=table.viewer(name), campaign=table.campaign, scene=scene, plan=plan, expect=scene.step
    )  # fmt: skip


def close(table, won=None, name="alicja", **options):
    scene = running(table)
    return scene_end.close_scene(
        actor=table.viewer(name), campaign=table.campaign, scene=scene, won=won, expect=scene.step, **options
    )  # fmt: skip


# --- opening ------------------------------------------------------------------------------------------------------


def test_one_press_opens_a_free_scene_with_all_players_characters_and_no_npc(table):
    before = LogEntry.objects.count()
    entry = open_scene(table, title="  The gate  ")
    assert LogEntry.objects.count() == before + 1
    scene = running(table)
    assert (scene.kind, scene.title, entry.payload["title"]) == ("free", "The gate", "The gate")
    assert {(one.character.name, one.side) for one in scene.participants.all()} == {
        ("Julio", "party"),
        ("Rosalia", "party"),
    }


@pytest.mark.parametrize("name", ["bartek", "filip"])
def test_only_a_game_master_opens_a_scene(table, name):
    with pytest.raises(Forbidden):
        open_scene(table, name)
    assert not Scene.objects.exists()


def test_the_same_press_opens_it_once(table):
    assert open_scene(table, once="k") == open_scene(table, once="k")
    assert Scene.objects.count() == 1


def test_a_new_scene_closes_the_open_one_in_the_same_entry(table):
    open_scene(table)
    first = running(table)
    entry = open_scene(table, instead=first.token)
    first.refresh_from_db()
    assert first.closed_at
    assert running(table) != first
    assert Change.objects.filter(entry=entry, target=f"scene:{first.token}", field="closed_at").exists()


@pytest.mark.parametrize("seen", ["", "another"])
def test_two_game_masters_who_open_a_scene_at_once_do_not_close_each_others(table, seen):
    open_scene(table)
    with pytest.raises(Conflict):
        open_scene(table, "ewa", instead=seen)
    assert Scene.objects.count() == 1


def test_a_scene_gathers_momentum_of_those_in_it_and_leaves_none_to_others(table):
    set_pool(table.julio, 3, "experience")
    for character in (table.julio, table.rosalia, table.guard):
        set_pool(character, 4)
    Counter.objects.create(character=table.julio, key="endurance", current=4, maximum=10)
    entry = open_scene(table, people=[Joining(table.julio)])
    assert [pool(one) for one in (table.julio, table.rosalia, table.guard)] == [2, 0, 0]
    assert {change.target for change in entry.changes.all() if change.character_id} == {"counter:momentum"}


def test_it_settles_open_checks_and_drops_what_blind_rolls_still_hold(table, dice):
    dice.next(8, 8, 3, 8, 8, 3)
    check, blind = roll(table).rolled, roll(table, mode=Mode.BLIND).rolled
    entry = open_scene(table)
    check.refresh_from_db()
    blind.refresh_from_db()
    assert (check.state, blind.state, blind.held) == (Check.State.SETTLED, Check.State.SETTLED, False)
    assert entry.payload["dropped"] == 1


@pytest.mark.parametrize("end", [open_scene, close])
def test_a_test_that_still_waits_for_dice_is_called_off_with_its_scene(table, dice, end):
    open_scene(table)
    people = share(table.rosalia, "initiator", "guile"), share(table.julio, "helper", "guile")
    check, blind = begin(table, *people).rolled, begin(table, *people, mode=Mode.BLIND).rolled
    dice.next(5, 5)
    throw(table, check, table.rosalia, by="celina")
    entry = end(table)
    assert (again(check).state, again(blind).state, again(blind).held) == ("undone", "undone", False)
    assert entry.payload["dropped"] == 0
    with pytest.raises(Conflict):
        throw(table, check, table.julio, by="bartek")
    for name in ("alicja", "bartek", "gustaw"):
        told = "".join(drawings.Drawing(entry).parts(table.viewer(name), Screen(TABLE)))
        assert 'hx-target="#together"' in told
        assert f'id="row-{check.root.token}"' in told
        assert "Called off" in told
        assert f"together-{check.token}" not in told


def test_only_an_npc_can_be_hidden(table):
    with pytest.raises(Refused):
        open_scene(table, people=[Joining(table.julio, hidden=True)])
    open_scene(table, people=[Joining(table.guard, "enemies", hidden=True)])
    assert Participant.objects.get().hidden


# --- turning ------------------------------------------------------------------------------------------------------


def test_a_free_scene_turns_into_a_combat_in_which_momentum_is_gathered_anew(table):
    set_pool(table.julio, 3, "experience")
    open_scene(table)
    assert pool(table.julio) == 2
    entry = turn_into(table, Plan("combat", surprise="party"))
    scene = running(table)
    assert (scene.kind, scene.surprise, entry.kind, entry.mode) == ("combat", "party", "situation", "public")
    assert pool(table.julio) == 0  # the first gain comes with the own turn


def test_the_house_may_let_a_situation_keep_momentum(table):
    table.campaign.house = {"situation_keeps_momentum": True}
    table.campaign.save()
    open_scene(table)
    set_pool(table.julio, 2)
    turn_into(table, Plan("combat"))
    assert pool(table.julio) == 2


def test_a_challenge_of_stages_gives_as_each_begins(table):
    set_pool(table.julio, 3, "experience")
    open_scene(table)
    turn_into(table, Plan("challenge", "stages"))
    assert pool(table.julio) == 2
    steps.go_on(table)
    assert (pool(table.julio), running(table).round) == (4, 2)
    steps.go_back(table)
    assert (pool(table.julio), running(table).round) == (2, 1)


@pytest.mark.parametrize("plan", [Plan("free"), Plan("combat")])
def test_only_a_free_scene_turns_and_only_into_a_situation(table, plan):
    opened(table, Plan("combat") if plan.is_situation else Plan())
    with pytest.raises(Refused):
        turn_into(table, plan)


def test_a_free_scene_has_no_surprise(table):
    open_scene(table, plan=Plan("free", surprise="party"))
    assert running(table).surprise == ""


# --- closing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "granted", "house", "earned"),
    [
        (True, None, {}, 1),
        (False, None, {}, 1),
        (False, None, {"losses_give_experience": False}, 0),
        (False, True, {"losses_give_experience": False}, 1),
        (None, None, {}, 0),
        (None, True, {}, 1),
        (True, False, {}, 0),
    ],
)
def test_a_finished_situation_brings_the_party_experience_unless_somebody_says_otherwise(
    table, won, granted, house, earned
):
    table.campaign.house = house
    table.campaign.save()
    opened(table, steps.COMBAT, Joining(table.guard, "enemies"))
    for character in (table.julio, table.guard):
        set_pool(character, 3)
    entry = close(table, won, granted=granted)
    assert [pool(one, "experience") for one in (table.julio, table.rosalia, table.guard)] == [earned, earned, 0]
    assert pool(table.julio) == 0
    assert Scene.objects.get().won is won
    assert entry.payload["earned"] is bool(earned)


def test_a_free_scene_brings_no_experience_but_empties_the_pool(table):
    open_scene(table)
    set_pool(table.julio, 3)
    close(table, True)
    assert (pool(table.julio), pool(table.julio, "experience")) == (0, 0)


def test_it_closes_in_the_middle_of_a_round(table):
    opened(table)
    steps.go_on(table)
    close(table, True)
    scene = Scene.objects.get()
    assert (scene.active, scene.seen_active, scene.closed_at is None) == (None, None, False)


def test_who_has_left_earns_nothing_and_keeps_no_momentum(table):
    opened(table)
    set_pool(table.julio, 3)
    steps.leave(table, table.julio)
    close(table, True)
    assert (pool(table.julio), pool(table.julio, "experience"), pool(table.rosalia, "experience")) == (0, 0, 1)


def test_what_ends_with_the_scene_is_in_the_same_entry(table, monkeypatch):
    def limp(now):
        return [Change(character=table.julio, target="character", field="concept", old="", new="limps", group="a")]

    monkeypatch.setattr(scene_hooks, "ENDS_WITH_SCENE", [limp])
    monkeypatch.setattr(scene_end, "ENDS_WITH_SCENE", [limp])
    opened(table)
    entry = close(table)
    assert entry.changes.filter(new="limps").exists()


@pytest.mark.parametrize("name", ["bartek", "filip"])
def test_only_a_game_master_closes_it(table, name):
    opened(table)
    with pytest.raises(Forbidden):
        close(table, True, name)
    assert running(table)


def test_a_scene_is_closed_once(table):
    scene = opened(table)
    close(table, True)
    with pytest.raises(Conflict):
        scene_end.close_scene(
            actor=table.viewer("ewa"), campaign=table.campaign, scene=scene, won=True, expect=scene.step
        )  # fmt: skip
    assert pool(table.julio, "experience") == 1


# --- the secret note ----------------------------------------------------------------------------------------------


def note(table, text, was="", name="alicja"):
    return scenes.write_note(
        actor=table.viewer(name), campaign=table.campaign, scene=running(table), text=text, was=was
    )


def test_the_note_is_the_game_masters_own(table):
    opened(table)
    entry = note(table, "The abbot pays them")
    assert (entry.mode, entry.listed, running(table).note) == ("gm", False, "The abbot pays them")
    assert note(table, "The abbot pays them") is None
    with pytest.raises(Forbidden):
        note(table, "Ha", name="bartek")


def test_a_note_that_somebody_else_has_changed_is_not_written_over(table):
    opened(table)
    note(table, "One")
    with pytest.raises(Conflict):
        note(table, "Two", was="0" * 16)
    assert running(table).note == "One"
