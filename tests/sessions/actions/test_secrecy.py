"""Secrets that come back with their step, and effects that are paid once and only while they are owed."""

from dataclasses import replace

import pytest

from caerbannog_site.errors import Conflict, Refused
from rules.values import CheckRequest, Choice, Modifier, Participant, TraitUse
from sessions.actions import checks, follow_ups, roll_undo, secrecy
from sessions.actions.checks import result_of
from sessions.models import Check, Mode
from sheets.models import Counter, Item
from tests.sessions.actions.test_checks import momentum, roll


def fresh(check):
    return Check.objects.select_related("newest", "root").get(pk=check.pk)


def reveal(table, check):
    secrecy.reveal(actor=table.viewer("alicja"), check=check, expect=fresh(check).step)


def undo(table, check):
    return roll_undo.undo_step(actor=table.viewer("alicja"), check=check, expect=fresh(check).step)


@pytest.fixture
def blind(table, dice):
    dice.next(8, 8, 3)
    return roll(table, mode=Mode.BLIND).rolled


@pytest.fixture
def hidden(table, dice):
    dice.next(5, 7, 4)
    return roll(table, name="alicja", hidden=True).rolled


def test_what_a_reveal_paid_is_undone_with_it(table, blind):
    reveal(table, blind)
    undo(table, blind)
    assert momentum(table.julio) == 0


def test_an_undone_blind_roll_owes_nothing_any_more(table, blind):
    undo(table, blind)
    assert not fresh(blind).held
    with pytest.raises(Conflict):
        secrecy.apply_held(actor=table.viewer("alicja"), check=blind, expect=fresh(blind).step)
    assert momentum(table.julio) == 0


def test_nothing_is_paid_on_a_roll_that_is_held(table, blind):
    Counter.objects.create(character=table.julio, key="momentum", current=3)
    with pytest.raises(Refused):
        follow_ups.follow(
            actor=table.viewer("alicja"), check=blind, choice=Choice("boost", table.julio.pk), expect=0
        )  # fmt: skip
    assert momentum(table.julio) == 3


def test_a_revealed_one_can_be_boosted(table, blind):
    reveal(table, blind)
    follow_ups.follow(
        actor=table.viewer("alicja"), check=blind, choice=Choice("boost", table.julio.pk), expect=1
    )  # fmt: skip
    assert momentum(table.julio) == 1


def test_a_blind_defence_wears_its_armour_when_it_is_applied(table, dice):
    kaftan = Item.objects.create(character=table.julio, name="Kaftan", bonus=2, wear_left=3, wear_most=4)
    request = CheckRequest(
        participants=(Participant(table.julio.pk, "initiator", (TraitUse("block"),)),),
        difficulty=4,
        against="attack",
        modifiers=(Modifier(2, "Kaftan", kaftan.token),),
    )
    dice.next(3, 4, 5)
    check = checks.roll(
        actor=table.viewer("bartek"), character=table.julio, request=request, mode=Mode.BLIND
    ).rolled  # fmt: skip
    kaftan.refresh_from_db()
    assert kaftan.wear_left == 3
    secrecy.apply_held(actor=table.viewer("alicja"), check=check, expect=0)
    kaftan.refresh_from_db()
    assert kaftan.wear_left == 2


def test_undoing_a_correction_that_told_the_difficulty_hides_it_again(table, hidden):
    corrected = replace(result_of(hidden).request, difficulty=3)
    follow_ups.correct(
        actor=table.viewer("alicja"), check=hidden, corrected=corrected, hidden=False, expect=0, payer=table.julio.pk
    )
    assert not fresh(hidden).hidden
    undo(table, hidden)
    assert fresh(hidden).hidden


def test_hiding_a_roll_again_hides_its_difficulty_too(table, dice):
    dice.next(5, 7, 4)
    check = roll(table, name="alicja", hidden=True, mode=Mode.GM).rolled
    reveal(table, check)
    assert not fresh(check).hidden
    secrecy.conceal(actor=table.viewer("alicja"), check=check, expect=1)
    assert fresh(check).hidden


def test_a_roll_can_be_undone_when_its_momentum_is_spent(table, dice):
    dice.next(8, 7, 4)
    check = roll(table).rolled
    Counter.objects.filter(character=table.julio, key="momentum").update(current=0)
    undo(table, check)
    assert momentum(table.julio) == 0
    assert fresh(check).state == Check.State.UNDONE


def test_a_difficulty_still_open_is_told_after_the_scene(table, dice):
    dice.next(5, 7, 4)
    check = roll(table, difficulty=None).rolled
    Check.objects.filter(pk=check.pk).update(state=Check.State.SETTLED)
    told = replace(result_of(check).request, difficulty=2)
    follow_ups.correct(
        actor=table.viewer("alicja"), check=check, corrected=told, hidden=False, expect=0, payer=table.julio.pk
    )
    assert result_of(fresh(check)).value == 3


def test_one_that_was_told_is_not_corrected_then(table, dice):
    dice.next(5, 7, 4)
    check = roll(table).rolled
    Check.objects.filter(pk=check.pk).update(state=Check.State.SETTLED)
    wanted = replace(result_of(check).request, difficulty=1)
    with pytest.raises(Conflict):
        follow_ups.correct(
            actor=table.viewer("alicja"), check=check, corrected=wanted, hidden=False, expect=0, payer=table.julio.pk
        )
