"""A roll is one entry with its effects; what it may cost and change is decided by the rules."""

import pytest

from caerbannog_site.errors import Refused
from rules.errors import RuleError
from rules.values import CheckRequest, Modifier, Participant, TraitUse
from sessions.actions import checks
from sessions.actions.checks import result_of
from sessions.models import Check, LogEntry, Mode
from sheets.models import Character, Counter, Item


def request_of(character: Character, *traits: str, **circumstances) -> CheckRequest:
    uses = tuple(TraitUse(trait) for trait in traits)
    return CheckRequest(participants=(Participant(character.pk, "initiator", uses),), **circumstances)


def momentum(character: Character) -> int:
    row = Counter.objects.filter(character=character, key="momentum").first()
    return row.current if row else 0


def roll(table, name="bartek", character=None, trait="inquiry", difficulty=2, **options):
    character = character or table.julio
    request = request_of(character, trait, difficulty=difficulty)
    return checks.roll(actor=table.viewer(name), character=character, request=request, **options)


def test_the_example_of_inquiry_gives_three_successes(table, dice):
    dice.next(5, 7, 4)
    entry = roll(table)
    result = result_of(entry.rolled)
    assert (result.value, result.breakthroughs, result.outcome) == (3, 1, "success")


def test_a_roll_is_one_entry_one_check_one_part(table, dice):
    dice.next(5, 7, 4)
    before = LogEntry.objects.count()
    entry = roll(table)
    assert LogEntry.objects.count() == before + 1
    assert entry.rolled.parts.get().character == table.julio


def test_highest_faces_are_credited_after_the_roll(table, dice):
    dice.next(8, 8, 3)
    entry = roll(table)
    assert momentum(table.julio) == 2
    change = entry.changes.get()
    assert (change.target, change.delta, change.group) == ("counter:momentum", 2, "p")


def test_momentum_stops_at_ten(table, dice):
    Counter.objects.create(character=table.julio, key="momentum", current=9)
    dice.next(8, 8, 8)
    entry = roll(table)
    assert momentum(table.julio) == 10
    assert entry.changes.get().delta == 1


def test_a_repeated_press_rolls_once(table, dice):
    dice.next(5, 7, 4)
    first = roll(table, once="one-press")
    assert roll(table, once="one-press") == first
    assert Check.objects.count() == 1


def test_another_press_rolls_again(table, dice):
    dice.next(5, 7, 4, 1, 2, 3)
    assert roll(table, once="one") != roll(table, once="two")


def test_the_same_key_of_another_person_is_another_press(table, dice):
    dice.next(5, 7, 4, 1, 2, 3)
    first = roll(table, once="same")
    assert roll(table, name="celina", character=table.rosalia, once="same") != first


@pytest.mark.parametrize("mode", [Mode.BLIND, Mode.SELF])
def test_blind_and_own_rolls_change_no_pool(table, dice, mode):
    dice.next(8, 8, 3)
    entry = roll(table, mode=mode)
    assert momentum(table.julio) == 0
    assert not entry.changes.exists()


def test_a_roll_for_the_gm_changes_the_pool_at_once(table, dice):
    dice.next(8, 8, 3)
    roll(table, mode=Mode.GM)
    assert momentum(table.julio) == 2


def test_a_blind_roll_holds_its_effects(table, dice):
    dice.next(8, 8, 3)
    assert roll(table, mode=Mode.BLIND).rolled.held


def test_an_own_roll_is_settled_at_once(table, dice):
    dice.next(8, 8, 3)
    assert roll(table, mode=Mode.SELF).rolled.state == Check.State.SETTLED


def test_dice_thrown_by_hand_are_marked(table):
    entry = roll(table, faces=(5, 7, 4))
    assert entry.payload["by_hand"] is True
    assert result_of(entry.rolled).value == 3


@pytest.mark.parametrize("faces", [(5,), (5, 7, 4, 1)])
def test_dice_by_hand_must_be_as_many_as_the_test_has(table, faces):
    with pytest.raises(Refused):
        roll(table, faces=faces)


@pytest.mark.parametrize("faces", [(9, 1, 1), (0, 1, 1)])
def test_dice_by_hand_show_faces_that_they_have(table, faces):
    with pytest.raises(RuleError):
        roll(table, faces=faces)


def test_a_trait_that_nobody_knows_is_refused_and_nothing_is_written(table):
    before = LogEntry.objects.count()
    with pytest.raises(RuleError):
        roll(table, trait="juggling")
    assert LogEntry.objects.count() == before


def test_armour_on_a_physical_defence_wears_by_it(table, dice):
    kaftan = Item.objects.create(character=table.julio, name="Kaftan", bonus=2, wear_left=3, wear_most=4)
    request = request_of(
        table.julio, "block", difficulty=4, against="attack", modifiers=(Modifier(2, "Kaftan", kaftan.token),)
    )
    dice.next(3, 4, 5)
    entry = checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request)
    kaftan.refresh_from_db()
    assert (result_of(entry.rolled).value, kaftan.wear_left) == (2, 2)


def test_armour_does_not_help_a_skill(table):
    kaftan = Item.objects.create(character=table.julio, name="Kaftan", bonus=2, wear_left=3, wear_most=4)
    request = request_of(table.julio, "inquiry", difficulty=4, modifiers=(Modifier(2, "Kaftan", kaftan.token),))
    with pytest.raises(RuleError):
        checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request)


def test_worn_out_armour_does_not_help(table):
    rag = Item.objects.create(character=table.julio, name="Rag", bonus=2, wear_left=0, wear_most=4)
    request = request_of(table.julio, "block", difficulty=4, modifiers=(Modifier(2, "Rag", rag.token),))
    with pytest.raises(RuleError):
        checks.roll(actor=table.viewer("bartek"), character=table.julio, request=request)


def test_a_stored_roll_is_small(table, dice):
    import json

    dice.next(8, 8, 3)
    entry = roll(table)
    assert len(json.dumps(entry.payload)) < 1500
