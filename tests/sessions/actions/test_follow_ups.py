"""After the dice: what is legal is paid on the server, once, at the step at which the button was drawn."""

from dataclasses import replace

import pytest

from caerbannog_site.errors import Conflict, Refused
from rules.errors import RuleError
from rules.values import Choice, Cost
from sessions.actions import follow_ups, roll_undo, scenes, secrecy
from sessions.actions.checks import result_of
from sessions.models import Check, LogEntry, Mode
from sheets.models import Counter
from tests.sessions.actions.test_checks import momentum, roll


def boost(table, check, name="bartek", character=None, expect=0, once=""):
    character = character or table.julio
    choice = Choice("boost", character.pk)
    return follow_ups.follow(actor=table.viewer(name), check=check, choice=choice, expect=expect, once=once)


def pool(character, key):
    return Counter.objects.get(character=character, key=key).current


def test_the_example_of_charisma_is_boosted_to_two(table, charisma):
    assert result_of(charisma).value == -1
    boost(table, charisma)
    charisma.refresh_from_db()
    assert result_of(Check.objects.get(pk=charisma.pk)).value == 2
    assert momentum(table.julio) == 1  # two from the dice, one paid


def test_a_boost_is_a_child_of_the_roll_and_one_entry(table, charisma):
    before = LogEntry.objects.count()
    entry = boost(table, charisma)
    assert LogEntry.objects.count() == before + 1
    assert entry.parent == charisma.root
    assert entry.changes.get().delta == -1


def test_a_second_boost_is_refused_and_takes_nothing(table, charisma):
    boost(table, charisma)
    with pytest.raises(RuleError):
        boost(table, charisma, expect=1)
    assert momentum(table.julio) == 1


def test_a_boost_without_momentum_is_refused(table, failure):
    with pytest.raises(RuleError):
        boost(table, failure)


def test_a_button_drawn_before_the_last_step_moves_nothing(table, charisma):
    boost(table, charisma)
    with pytest.raises(Conflict) as refusal:
        boost(table, charisma, expect=0)
    assert "bartek" in str(refusal.value.who).lower()
    assert momentum(table.julio) == 1


def test_the_same_press_twice_boosts_once(table, charisma):
    first = boost(table, charisma, once="press")
    assert boost(table, charisma, once="press") == first
    assert momentum(table.julio) == 1


def effort(table, check, cost, expect=0, note=""):
    choice = Choice("effort", table.julio.pk, cost=cost, note=note)
    return follow_ups.follow(actor=table.viewer("bartek"), check=check, choice=choice, expect=expect)


def test_an_effort_costs_failures_plus_one_and_gives_one_success(table, failure):
    effort(table, failure, Cost("determination", 5))
    assert result_of(Check.objects.get(pk=failure.pk)).value == 1
    assert pool(table.julio, "determination") == 5


def test_an_effort_at_another_price_is_refused(table, failure):
    with pytest.raises(RuleError):
        effort(table, failure, Cost("determination", 1))


def test_an_effort_that_the_pool_cannot_pay_is_refused(table, failure):
    Counter.objects.create(character=table.julio, key="determination", current=4, maximum=10)
    with pytest.raises(RuleError):
        effort(table, failure, Cost("determination", 5))


def test_a_success_needs_no_effort(table, dice):
    dice.next(5, 7, 4)
    check = roll(table).rolled
    with pytest.raises(RuleError):
        effort(table, check, Cost("determination", 1))


def test_after_an_effort_nothing_is_boosted(table, failure):
    Counter.objects.create(character=table.julio, key="momentum", current=3)
    effort(table, failure, Cost("determination", 5))
    with pytest.raises(RuleError):
        boost(table, failure, expect=1)


def test_a_reroll_of_one_die_keeps_the_boost_and_counts_momentum_by_the_last_dice(table, charisma, dice):
    boost(table, charisma)
    dice.next(3)
    choice = Choice("reroll", table.julio.pk, dice=(0,), note="Inspiring")
    follow_ups.follow(actor=table.viewer("bartek"), check=charisma, choice=choice, expect=1)
    result = result_of(Check.objects.get(pk=charisma.pk))
    assert [die.face for die in result.dice] == [3, 4, 1]
    assert result.value == 1  # 3 - 5 + 3
    assert momentum(table.julio) == 0  # one of the two fours is gone, the boost stays paid


def test_a_reroll_that_cannot_be_paid_throws_no_dice(table, failure):
    choice = Choice("reroll", table.julio.pk, cost=Cost("momentum", 2))
    with pytest.raises(RuleError):
        follow_ups.follow(actor=table.viewer("bartek"), check=failure, choice=choice, expect=0, faces=(6, 6, 6))


def correct(table, check, expect=0, hidden=False, **changes):
    request = replace(result_of(check).request, **changes)
    return follow_ups.correct(
        actor=table.viewer("alicja"), check=check, corrected=request, hidden=hidden, expect=expect, payer=table.julio.pk
    )


def test_a_correction_keeps_dice_and_boost(table, charisma):
    boost(table, charisma)
    correct(table, Check.objects.get(pk=charisma.pk), expect=1, difficulty=3)
    result = result_of(Check.objects.get(pk=charisma.pk))
    assert (result.value, [die.face for die in result.dice]) == (4, [4, 4, 1])


def test_an_effort_no_longer_needed_is_given_back_in_the_same_entry(table, failure):
    effort(table, failure, Cost("determination", 5))
    entry = correct(table, Check.objects.get(pk=failure.pk), expect=1, difficulty=1)
    assert pool(table.julio, "determination") == 10
    assert entry.changes.get().delta == 5


def test_the_gm_tells_an_open_difficulty_afterwards(table, dice):
    dice.next(5, 7, 4)
    check = roll(table, difficulty=None).rolled
    assert result_of(check).outcome == "pending"
    entry = correct(table, check, difficulty=2)
    assert entry.kind == "difficulty"
    assert result_of(Check.objects.get(pk=check.pk)).value == 3


def test_another_cost_is_asked_and_agreed_and_nothing_is_paid_before(table, failure):
    follow_ups.ask_cost(
        actor=table.viewer("bartek"), check=failure, who=table.julio.pk, text="my hat", expect=0
    )  # fmt: skip
    assert result_of(Check.objects.get(pk=failure.pk)).value == -4
    entry = follow_ups.answer_cost(actor=table.viewer("alicja"), check=failure, agreed=True, expect=1)
    assert result_of(Check.objects.get(pk=failure.pk)).value == 1
    assert not entry.changes.exists()


def test_another_cost_is_refused_and_the_failure_stands(table, failure):
    follow_ups.ask_cost(
        actor=table.viewer("bartek"), check=failure, who=table.julio.pk, text="my hat", expect=0
    )  # fmt: skip
    follow_ups.answer_cost(actor=table.viewer("alicja"), check=failure, agreed=False, expect=1)
    check = Check.objects.get(pk=failure.pk)
    assert (result_of(check).value, check.asked) == (-4, None)


def test_two_gms_answer_once(table, failure):
    follow_ups.ask_cost(
        actor=table.viewer("bartek"), check=failure, who=table.julio.pk, text="my hat", expect=0
    )  # fmt: skip
    follow_ups.answer_cost(actor=table.viewer("alicja"), check=failure, agreed=True, expect=1)
    with pytest.raises(Conflict):
        follow_ups.answer_cost(actor=table.viewer("ewa"), check=failure, agreed=False, expect=1)


def test_nobody_asks_for_an_effort_on_a_success(table, dice):
    dice.next(5, 7, 4)
    check = roll(table).rolled
    with pytest.raises(Refused):
        follow_ups.ask_cost(actor=table.viewer("bartek"), check=check, who=table.julio.pk, text="a hat", expect=0)


def test_a_settled_roll_takes_no_more(table, charisma):
    follow_ups.settle(actor=table.viewer("alicja"), check=charisma, expect=0)
    with pytest.raises(Conflict):
        boost(table, charisma, expect=1)


def test_a_new_scene_settles_open_rolls_and_empties_momentum(table, charisma):
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign)
    assert momentum(table.julio) == 0
    assert Check.objects.get(pk=charisma.pk).state == Check.State.SETTLED


def blind(table, dice):
    dice.next(8, 8, 3)
    return roll(table, mode=Mode.BLIND).rolled


def test_a_revealed_blind_roll_pays_what_it_held(table, dice):
    check = blind(table, dice)
    secrecy.reveal(actor=table.viewer("alicja"), check=check, expect=0)
    check.refresh_from_db()
    assert (momentum(table.julio), check.root.mode, check.held) == (2, Mode.PUBLIC, False)


def test_applying_a_blind_roll_keeps_it_secret(table, dice):
    check = blind(table, dice)
    secrecy.apply_held(actor=table.viewer("alicja"), check=check, expect=0)
    check.refresh_from_db()
    assert (momentum(table.julio), check.root.mode) == (2, Mode.BLIND)


def test_what_a_blind_roll_held_is_applied_once(table, dice):
    check = blind(table, dice)
    secrecy.apply_held(actor=table.viewer("alicja"), check=check, expect=0)
    secrecy.reveal(actor=table.viewer("alicja"), check=check, expect=1)
    assert momentum(table.julio) == 2


def test_what_a_blind_roll_held_is_dropped_at_the_scenes_end(table, dice):
    check = blind(table, dice)
    entry = scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign)
    assert entry.payload["dropped"] == 1
    secrecy.reveal(actor=table.viewer("alicja"), check=check, expect=0)
    assert momentum(table.julio) == 0


def test_a_revealed_roll_can_be_hidden_again_and_its_pool_stays(table, dice):
    check = blind(table, dice)
    secrecy.reveal(actor=table.viewer("alicja"), check=check, expect=0)
    secrecy.conceal(actor=table.viewer("alicja"), check=check, expect=1)
    check.refresh_from_db()
    assert (check.root.mode, momentum(table.julio)) == (Mode.BLIND, 2)


def test_a_public_roll_cannot_be_hidden(table, charisma):
    with pytest.raises(Conflict):
        secrecy.conceal(actor=table.viewer("alicja"), check=charisma, expect=0)


def test_a_roll_only_for_oneself_is_never_revealed(table, dice):
    dice.next(8, 8, 3)
    check = roll(table, mode=Mode.SELF).rolled
    with pytest.raises(Refused):
        secrecy.reveal(actor=table.viewer("alicja"), check=check, expect=0)


def test_undo_takes_the_last_step_first_payment_and_result_together(table, charisma):
    boost(table, charisma)
    roll_undo.undo_step(actor=table.viewer("alicja"), check=charisma, expect=1)
    check = Check.objects.get(pk=charisma.pk)
    assert (result_of(check).value, momentum(table.julio), check.state) == (-1, 2, Check.State.OPEN)


def test_undo_of_the_roll_itself_takes_its_momentum_back(table, charisma):
    roll_undo.undo_step(actor=table.viewer("alicja"), check=charisma, expect=0)
    check = Check.objects.get(pk=charisma.pk)
    assert (momentum(table.julio), check.state) == (0, Check.State.UNDONE)


def test_a_roll_is_undone_once(table, charisma):
    roll_undo.undo_step(actor=table.viewer("alicja"), check=charisma, expect=0)
    with pytest.raises(Conflict):
        roll_undo.undo_step(actor=table.viewer("alicja"), check=charisma, expect=1)
    assert momentum(table.julio) == 0


def test_a_boost_undone_may_be_taken_again(table, charisma):
    boost(table, charisma)
    roll_undo.undo_step(actor=table.viewer("alicja"), check=charisma, expect=1)
    boost(table, charisma, expect=2)
    assert result_of(Check.objects.get(pk=charisma.pk)).value == 2


@pytest.mark.parametrize(("agreed", "left"), [(True, 6), (False, 5)])
def test_an_effort_still_needed_is_priced_anew_only_if_the_player_agrees(table, failure, agreed, left):
    effort(table, failure, Cost("determination", 5))
    check = Check.objects.get(pk=failure.pk)
    follow_ups.correct(
        actor=table.viewer("alicja"),
        check=check,
        corrected=replace(result_of(check).request, difficulty=5),
        hidden=False,
        expect=1,
        payer=table.julio.pk,
        reprice=agreed,
    )
    assert pool(table.julio, "determination") == left
    assert result_of(Check.objects.get(pk=failure.pk)).value == 1
