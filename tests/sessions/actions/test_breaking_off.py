"""Tests that wait for somebody who goes away; those of a scene that is over are in test_scenes.py."""

from __future__ import annotations

import pytest

from caerbannog_site.errors import Conflict
from rules.values import Choice, Cost
from sessions import drawings
from sessions.actions import follow_ups, people, secrecy
from sessions.models import Campaign, Change, Check, Mode
from sessions.screens import TABLE, Screen
from sheets.actions import life
from sheets.models import Character, Counter
from tests.sessions.together import again, begin, done, marcus, share, throw, versus, with_momentum


def go_home(table):
    return life.leave_campaign(actor=table.viewer("bartek"), character=table.julio)


def put_away(table):
    return life.archive_character(actor=table.viewer("bartek"), character=table.julio, away=True)


def stand_up(table):
    return people.leave(actor=table.viewer("bartek"), campaign=Campaign.objects.get(), seat=table.seats["bartek"])


def removed(table):
    return people.remove(
        actor=table.viewer("alicja"), campaign=Campaign.objects.get(), seat=table.seats["bartek"], keep_npcs=False
    )  # fmt: skip


gone = pytest.mark.parametrize("go", [go_home, put_away, stand_up, removed])


@gone
@pytest.mark.parametrize("leads", [True, False])
def test_a_test_that_waits_for_somebody_who_is_gone_is_called_off(table, go, leads):
    roles = ("initiator", "helper") if leads else ("helper", "initiator")
    shares = sorted(
        [share(table.julio, roles[0], "guile"), share(table.rosalia, roles[1], "guile")], key=lambda one: one.role,
        reverse=True,
    )  # fmt: skip
    check = begin(table, *shares).rolled
    throw(table, check, table.julio, by="bartek", faces=(4, 4) if leads else (4,))  # such a die brings Momentum
    entry = go(table)
    assert again(check).state == Check.State.UNDONE
    with pytest.raises(Conflict):
        throw(table, check, table.rosalia, by="celina")
    assert not Counter.objects.filter(character=table.julio, key="momentum", current__gt=0).exists()
    told = "".join(drawings.Drawing(entry).parts(table.viewer("celina"), Screen(TABLE)))
    assert 'hx-target="#together"' in told
    assert "Called off" in told


@gone
def test_and_others_go_on(table, dice, go):
    marcus_ = marcus(table)
    check = begin(table, share(table.rosalia, "initiator", "guile"), share(marcus_, "helper", "guile")).rolled
    go(table)
    dice.next(5, 2, 2)
    throw(table, check, table.rosalia, by="celina")
    throw(table, check, marcus_, by="gustaw")
    assert again(check).state == Check.State.OPEN


@gone
def test_an_opponent_who_is_gone_ends_it(table, dice, go):
    dice.next(5, 5, 2)
    check = versus(
        table, share(table.rosalia, "initiator", "guile"), share(table.julio, "opponent", "composure"), by="celina"
    ).rolled  # fmt: skip
    done(table, check, table.rosalia, "celina")
    go(table)
    assert again(check).state == Check.State.SETTLED
    with pytest.raises(Conflict):
        throw(table, check, table.julio)


def test_nothing_is_paid_at_another_table_for_a_test_that_it_helped_in(table, dice):
    check = begin(table, share(table.rosalia, "initiator", "guile"), share(table.julio, "helper", "guile")).rolled
    dice.next(5, 5, 2)
    throw(table, check, table.rosalia, by="celina")
    throw(table, check, table.julio, by="bartek")
    go_home(table)
    with_momentum(table.julio, 3)
    before = Change.objects.count()
    julio = Character.objects.get(pk=table.julio.pk)
    choice = Choice("boost", julio.pk, Cost("momentum", 1))
    with pytest.raises(Conflict):
        follow_ups.follow(actor=table.viewer("alicja"), check=again(check), choice=choice, expect=again(check).step)
    assert Change.objects.count() == before


@pytest.mark.parametrize("step", [secrecy.reveal, secrecy.apply_held])
def test_what_a_blind_test_held_comes_to_those_who_are_still_here(table, step):
    check = begin(
        table, share(table.rosalia, "initiator", "guile"), share(table.julio, "helper", "guile"), mode=Mode.BLIND
    ).rolled  # fmt: skip
    throw(table, check, table.rosalia, by="celina", faces=(8, 2))
    throw(table, check, table.julio, by="bartek", faces=(4,))
    go_home(table)
    entry = step(actor=table.viewer("alicja"), check=again(check), expect=again(check).step)
    assert {change.character for change in entry.changes.all()} == {table.rosalia}
    assert not Counter.objects.filter(character=table.julio, current__gt=0).exists()
