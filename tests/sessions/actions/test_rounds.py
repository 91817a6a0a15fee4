"""Turns: one after the other, Momentum with them, hidden ones between. Back again: test_turn_back.py."""

import pytest

from caerbannog_site.errors import Forbidden, Refused
from sessions.actions import participants, rounds
from sessions.actions.scene_turn import SceneMoved
from sessions.actions.scenes import Joining, Plan
from sessions.models import Change, LogEntry
from sheets.actions import counters
from sheets.models import Condition, Counter
from tests.sessions.scenes import (
    COMBAT,
    end_turn,
    go_back,
    go_on,
    leave,
    lurking,
    one,
    opened,
    pool,
    running,
    set_pool,
    shown,
    whose,
)


def move(table, character, to):
    scene = running(table)
    return participants.move(
        actor=table.viewer("alicja"), campaign=table.campaign, scene=scene, participant=one(table, character), to=to,
        expect=scene.step,
    )  # fmt: skip


# --- on -----------------------------------------------------------------------------------------------------------


def test_the_round_rises_after_the_last_one(table):
    opened(table)
    seen = [whose(table)]
    for _turn in range(4):
        go_on(table)
        seen.append(whose(table))
    assert seen == [("", 1), ("Julio", 1), ("Rosalia", 1), ("Julio", 2), ("Rosalia", 2)]


def test_only_a_round_is_a_row_of_the_log(table):
    opened(table)
    kinds = [(entry.kind, entry.listed) for entry in (go_on(table), go_on(table), go_on(table))]
    assert kinds == [("round", True), ("turn", False), ("round", True)]


def test_momentum_comes_at_the_start_of_ones_own_turn_once_a_round(table, pd):
    opened(table)
    gained = []
    for _turn in range(4):
        go_on(table)
        gained.append((pool(table.julio), pool(table.rosalia)))
    assert gained == [(2, 0), (2, 1), (4, 1), (4, 2)]


def test_a22_the_pool_stops_at_its_limit(table, pd):
    opened(table)
    set_pool(table.julio, 9)
    go_on(table)
    assert pool(table.julio) == 10
    go_back(table)
    assert pool(table.julio) == 9


@pytest.mark.parametrize(
    ("experience", "surprise", "first", "second"),
    [(5, "party", 1, 3), (1, "party", 0, 1), (3, "enemies", 4, 2), (3, "", 2, 2)],
)
def test_a23_surprise_halves_or_doubles_the_gain_of_the_first_round(table, experience, surprise, first, second):
    set_pool(table.julio, experience, "experience")
    opened(table, Plan("combat", surprise=surprise))
    go_on(table)
    assert pool(table.julio) == first
    go_on(table)
    go_on(table)
    assert pool(table.julio) == first + second


def test_enemies_gain_no_momentum(table):
    set_pool(table.guard, 3, "experience")
    opened(table, COMBAT, Joining(table.guard, "enemies"))
    for _turn in range(3):
        go_on(table)
    assert (whose(table)[0], pool(table.guard)) == ("Strażnik", 0)


def test_a_free_scene_has_no_turns(table):
    opened(table, Plan())
    with pytest.raises(Refused):
        go_on(table)
    with pytest.raises(Refused):
        end_turn(table, "bartek")


def test_nobody_has_a_turn_in_an_empty_scene(table):
    opened(table)
    leave(table, table.julio)
    leave(table, table.rosalia)
    with pytest.raises(Refused):
        go_on(table)


def test_whatever_else_begins_with_a_turn_is_in_its_entry_and_taken_back_with_it(table, monkeypatch):
    def bleed(now, who):
        if who.character_id != table.julio.pk:
            return []
        change = counters.add(now.rows[who.character_id], "vitality", -1)
        return [change] if change else []

    Counter.objects.create(character=table.julio, key="vitality", current=5, maximum=8)
    monkeypatch.setattr(rounds, "BEGINS_TURN", [bleed])
    opened(table)
    go_on(table)
    assert pool(table.julio, "vitality") == 4
    go_back(table)
    assert pool(table.julio, "vitality") == 5


# --- the presser --------------------------------------------------------------------------------------------------


def test_a_player_ends_their_own_turn_and_nobody_elses(table):
    opened(table)
    go_on(table)
    with pytest.raises(Forbidden):
        end_turn(table, "celina")
    end_turn(table, "bartek")
    assert whose(table) == ("Rosalia", 1)
    with pytest.raises(Forbidden):
        end_turn(table, "bartek")


@pytest.mark.parametrize("name", ["bartek", "celina", "filip"])
def test_only_a_game_master_turns_the_clock(table, name):
    opened(table)
    go_on(table)
    with pytest.raises(Forbidden):
        go_back(table, name)
    with pytest.raises(Forbidden):
        go_on(table, name)
    assert whose(table) == ("Julio", 1)


def test_who_was_too_slow_is_told_by_whom_and_nothing_happens(table):
    step = opened(table).step
    go_on(table, "ewa")
    with pytest.raises(SceneMoved) as refusal:
        go_on(table, expect=step)
    assert refusal.value.who == "Ewa"
    assert whose(table) == ("Julio", 1)


def test_the_same_press_ends_one_turn(table):
    step = opened(table).step
    assert go_on(table, once="k") == go_on(table, once="k", expect=step)
    assert whose(table) == ("Julio", 1)


# --- leaving ------------------------------------------------------------------------------------------------------


def test_the_turn_of_one_who_leaves_is_that_of_the_next(table, pd):
    opened(table)
    go_on(table)
    leave(table, table.julio)
    assert (whose(table), pool(table.rosalia)) == (("Rosalia", 1), 1)


def test_the_last_one_who_leaves_in_their_turn_ends_the_round(table):
    opened(table)
    go_on(table)
    go_on(table)
    entry = leave(table, table.rosalia)
    assert (whose(table), entry.kind, entry.listed) == (("Julio", 2), "round", True)


def test_one_who_leaves_out_of_turn_leaves_the_turn_alone(table):
    opened(table)
    go_on(table)
    leave(table, table.rosalia)
    assert whose(table) == ("Julio", 1)
    assert [place.place for place in running(table).participants.filter(left_at=None)] == [0]


def test_when_everybody_has_left_it_is_nobodys_turn(table):
    opened(table)
    go_on(table)
    leave(table, table.julio)
    leave(table, table.rosalia)
    assert whose(table) == ("", 1)


def test_the_turn_of_one_who_has_left_is_taken_back_with_the_one_before(table, pd):
    opened(table, COMBAT, Joining(table.guard, "enemies"))
    go_on(table)
    go_on(table)
    leave(table, table.rosalia)
    assert whose(table) == ("Strażnik", 1)
    go_back(table)
    assert (whose(table), pool(table.julio), pool(table.rosalia)) == (("Julio", 1), 2, 0)


def test_who_comes_back_in_the_same_round_gains_nothing_twice(table, pd):
    opened(table)
    go_on(table)
    leave(table, table.julio)
    scene = running(table)
    participants.join(
        actor=table.viewer("alicja"), campaign=table.campaign, scene=scene, joining=Joining(table.julio),
        expect=scene.step,
    )  # fmt: skip
    go_on(table)
    assert (whose(table), pool(table.julio)) == (("Julio", 1), 2)


# --- hidden ones --------------------------------------------------------------------------------------------------


def test_while_a_hidden_one_acts_players_see_the_last_one_whom_they_saw(table):
    opened(table, COMBAT, lurking(table))
    walk = []
    for _turn in range(4):
        entry = go_on(table)
        walk.append((whose(table), shown(table), entry.mode))
    assert walk == [
        (("Julio", 1), ("Julio", 1), "public"),
        (("Rosalia", 1), ("Rosalia", 1), "public"),
        (("Strażnik", 1), ("Rosalia", 1), "gm"),
        (("Julio", 2), ("Julio", 2), "public"),
    ]


def test_a_round_that_a_hidden_one_begins_begins_for_players_with_the_first_one_whom_they_see(table):
    opened(table, COMBAT, lurking(table))
    move(table, table.guard, 0)
    walk = []
    for _turn in range(5):
        entry = go_on(table)
        walk.append((whose(table), shown(table), entry.kind, entry.mode))
    assert walk == [
        (("Strażnik", 1), ("", 1), "turn", "gm"),
        (("Julio", 1), ("Julio", 1), "round", "public"),
        (("Rosalia", 1), ("Rosalia", 1), "turn", "public"),
        (("Strażnik", 2), ("Rosalia", 1), "turn", "gm"),
        (("Julio", 2), ("Julio", 2), "round", "public"),
    ]


def test_a_player_who_ends_their_turn_does_not_wait_for_a_hidden_one(table, pd):
    opened(table, COMBAT, lurking(table))
    move(table, table.guard, 1)
    go_on(table)
    entry = end_turn(table, "bartek")
    assert (whose(table), entry.payload["passed"]) == (("Rosalia", 1), [one(table, table.guard).token])
    assert one(table, table.guard).turn_in == 1
    go_back(table)
    assert whose(table) == ("Julio", 1)


def test_and_not_either_while_it_acts_already(table):
    """The button still stands on their screen, and does what it would do."""
    opened(table, COMBAT, lurking(table))
    move(table, table.guard, 1)
    go_on(table)
    step = running(table).seen_step
    go_on(table)
    assert (whose(table), shown(table), running(table).seen_step) == (("Strażnik", 1), ("Julio", 1), step)
    end_turn(table, "bartek", expect=step)
    assert whose(table) == ("Rosalia", 1)


def test_what_happens_to_a_hidden_one_is_no_step_in_the_players_eyes(table):
    opened(table, COMBAT, lurking(table))
    before = running(table).seen_step
    assert move(table, table.guard, 0).mode == "gm"
    assert leave(table, table.guard).mode == "gm"
    assert running(table).seen_step == before


def test_who_is_shown_in_their_turn_has_it_in_the_players_eyes_too(table):
    opened(table, COMBAT, lurking(table))
    for _turn in range(3):
        go_on(table)
    scene = running(table)
    participants.show(
        actor=table.viewer("alicja"), campaign=table.campaign, scene=scene, participant=one(table, table.guard),
        hidden=False, expect=scene.step,
    )  # fmt: skip
    assert shown(table) == ("Strażnik", 1)
    scene = running(table)
    entry = participants.show(
        actor=table.viewer("alicja"), campaign=table.campaign, scene=scene, participant=one(table, table.guard),
        hidden=True, expect=scene.step,
    )  # fmt: skip
    assert (shown(table), entry.mode) == (("Rosalia", 1), "public")


def test_the_one_whom_players_see_acting_leaves_while_a_hidden_one_acts(table, pd):
    """The next one's turn begins at once, as it would if nobody were hidden: with what it brings."""
    opened(table, COMBAT, lurking(table))
    move(table, table.guard, 1)
    go_on(table)
    go_on(table)
    before = pool(table.rosalia)
    entry = leave(table, table.julio)
    assert (whose(table), shown(table)) == (("Rosalia", 1), ("Rosalia", 1))
    assert (pool(table.rosalia), entry.mode) == (before + 1, "public")
    end_turn(table, "celina")
    assert (whose(table), shown(table)) == (("Rosalia", 2), ("Rosalia", 2))


def test_the_active_one_leaves_and_a_hidden_one_would_be_next(table, pd):
    """Players see what they would see without it: not the turn of somebody before, nor one that brings nothing."""
    opened(table, COMBAT, lurking(table))
    move(table, table.guard, 1)
    go_on(table)
    before = pool(table.rosalia)
    entry = leave(table, table.julio)
    assert (whose(table), shown(table)) == (("Rosalia", 1), ("Rosalia", 1))
    assert pool(table.rosalia) == before + 1
    assert entry.payload["passed"] == [one(table, table.guard).token]
    go_back(table)
    assert (shown(table), pool(table.rosalia)) == (("", 1), before)


def test_and_nobody_else_is_seen(table):
    opened(table, COMBAT, lurking(table))
    move(table, table.guard, 1)
    leave(table, table.rosalia)
    go_on(table)
    go_on(table)
    leave(table, table.julio)
    assert (whose(table), shown(table)) == (("Strażnik", 1), ("", 1))


def test_what_counts_rounds_comes_back_with_a_turn_that_began_as_another_left(table):
    condition = Condition.objects.create(character=table.rosalia, name="Stunned", lasts="rounds", rounds_left=2)
    opened(table)
    go_on(table)
    leave(table, table.julio)
    condition.refresh_from_db()
    assert (whose(table)[0], condition.rounds_left) == ("Rosalia", 1)
    go_back(table)
    condition.refresh_from_db()
    assert condition.rounds_left == 2


def test_every_turn_is_one_entry_and_its_changes_name_no_pk(table):
    opened(table, COMBAT, lurking(table))
    before = LogEntry.objects.count()
    entry = go_on(table)
    assert LogEntry.objects.count() == before + 1
    moved = Change.objects.get(entry=entry, field="active")
    assert moved.new == one(table, table.julio).token
