"""A test of several people: each throws their own dice, the last ones bring the result."""

from __future__ import annotations

import pytest

from caerbannog_site.errors import Conflict, Refused
from rules import serialise
from rules.errors import RuleError
from rules.values import CheckRequest, Choice, Cost
from sessions.actions import beginning, follow_ups, following, gathering, roll_undo, secrecy
from sessions.actions.checks import result_of
from sessions.models import Change, Check, CheckPart, LogEntry, Mode
from sheets.models import Counter, Trait
from tests.sessions.together import again, begin, marcus, share, throw, with_momentum


def states(check):
    return {part.character.name: part.state for part in check.parts.select_related("character")}


def momentum(character):
    found = Counter.objects.filter(character=character, key="momentum").first()
    return found.current if found else 0


@pytest.fixture
def guile(table) -> Check:
    """Rosalia's Guile with Marcus and Julio helping: one die each (RULES A12)."""
    table.marcus = marcus(table)
    return begin(
        table, share(table.rosalia, "initiator", "guile"), share(table.marcus, "helper", "guile"),
        share(table.julio, "helper", "guile"),
    ).rolled  # fmt: skip


@pytest.fixture
def thrown(table, guile, dice) -> Check:
    """9, 2, 1 in the example; here the dice are k8, k6, k4."""
    dice.next(8, 2, 1)
    throw(table, guile, table.rosalia, by="celina")
    throw(table, guile, table.marcus, by="gustaw")
    throw(table, guile, table.julio, by="bartek")
    return again(guile)


def boost(table, check, character, by):
    choice = Choice("boost", character.pk)
    return follow_ups.follow(actor=table.viewer(by), check=check, choice=choice, expect=again(check).step)


# --- dice come one by one -----------------------------------------------------------------------------------------


def test_until_the_last_dice_there_is_no_result_and_nothing_is_gained(table, guile, dice):
    dice.next(8)
    throw(table, guile, table.rosalia, by="celina")
    check = again(guile)
    assert check.state == Check.State.GATHERING
    assert "result" not in check.newest.payload
    assert states(check) == {"Rosalia": "thrown", "Marcus": "waiting", "Julio": "waiting"}
    assert momentum(table.rosalia) == 0


def test_with_the_last_dice_the_result_is_there_at_once(table, thrown):
    result = result_of(thrown)
    assert thrown.state == Check.State.OPEN
    assert [die.face for die in result.dice] == [8, 2, 1]
    assert result.value == -3
    assert momentum(table.rosalia) == 1  # its own die at its top


def test_each_throw_is_one_entry_of_the_test(table, guile, dice):
    dice.next(8, 2)
    before = LogEntry.objects.count()
    entry = throw(table, guile, table.rosalia, by="celina")
    assert LogEntry.objects.count() == before + 1
    assert entry.parent == guile.root
    assert not entry.changes.exists()
    throw(table, guile, table.marcus, by="gustaw")
    assert LogEntry.objects.count() == before + 2


def test_everybody_boosts_once_on_their_own(table, thrown):
    """RULES A12: -3, then +3 (here +2 for Rosalia and +3 for Julio)."""
    for character in (table.rosalia, table.julio):
        with_momentum(character)
    boost(table, thrown, table.julio, "bartek")
    assert result_of(again(thrown)).value == 0
    boost(table, thrown, table.rosalia, "celina")
    assert result_of(again(thrown)).value == 2
    with_momentum(table.julio)
    with pytest.raises(RuleError):
        boost(table, thrown, table.julio, "bartek")


def test_one_pays_for_another_s_die_and_the_other_gains(table, thrown, dice):
    """RULES A13: Marcus pays, Julio's die is thrown again, its Momentum is Julio's."""
    with_momentum(table.marcus)
    dice.next(4)
    choice = Choice("reroll", table.marcus.pk, Cost("momentum", 1), dice=(2,))
    follow_ups.follow(actor=table.viewer("gustaw"), check=thrown, choice=choice, expect=thrown.step)
    assert [die.face for die in result_of(again(thrown)).dice] == [8, 2, 4]
    assert (momentum(table.marcus), momentum(table.julio)) == (0, 1)


def test_only_the_initiator_makes_an_effort(table, thrown):
    Counter.objects.create(character=table.julio, key="determination", current=9, maximum=10)
    choice = Choice("effort", table.julio.pk, Cost("determination", 4))
    with pytest.raises(RuleError):
        follow_ups.follow(actor=table.viewer("bartek"), check=thrown, choice=choice, expect=thrown.step)
    Counter.objects.create(character=table.rosalia, key="determination", current=9, maximum=10)
    choice = Choice("effort", table.rosalia.pk, Cost("determination", 4))
    follow_ups.follow(actor=table.viewer("celina"), check=thrown, choice=choice, expect=thrown.step)
    assert result_of(again(thrown)).value == 1


# --- guards -------------------------------------------------------------------------------------------------------


def test_a_share_is_thrown_once(table, guile, dice):
    dice.next(5)
    throw(table, guile, table.rosalia, by="celina")
    with pytest.raises(Conflict):
        throw(table, guile, table.rosalia, by="celina")
    with pytest.raises(Conflict):
        throw(table, guile, table.rosalia, by="celina", thrown=1)


def test_a_press_sent_twice_throws_once(table, guile, dice):
    dice.next(5)
    first = throw(table, guile, table.rosalia, by="celina", once="a")
    assert throw(table, guile, table.rosalia, by="celina", once="a") == first


def test_who_is_not_in_it_throws_nothing(table, guile):
    with pytest.raises(Conflict):
        throw(table, guile, table.guard)


def test_a_choice_left_open_must_be_made_and_is_made_once(table, dice):
    check = begin(table, share(table.rosalia, "initiator", "guile"), share(table.julio)).rolled
    with pytest.raises(RuleError):
        throw(table, check, table.julio, by="bartek")
    dice.next(3)
    throw(table, check, table.julio, "stealth", by="bartek")
    part = check.parts.get(character=table.julio)
    assert part.uses == [["stealth"]]
    assert part.dice == [["stealth", 8, 3]]


def test_a_share_settled_by_its_starter_is_not_changed_by_its_thrower(table, guile, dice):
    dice.next(3)
    throw(table, guile, table.julio, "stealth", by="bartek")
    assert guile.parts.get(character=table.julio).uses == [["guile"]]


def test_too_few_conditions_refuse_a_group_test(table):
    with pytest.raises(RuleError):
        request_options(table, 1)
    assert request_options(table, 2).rolled.state == Check.State.GATHERING


def request_options(table, met):
    plan = beginning.Plan(
        (share(table.rosalia, "initiator", "guile"), share(table.julio, "helper", "guile")),
        CheckRequest((), 5, options={"conditions_met": met}),
    )
    return beginning.begin(actor=table.viewer("alicja"), channel_id=table.campaign.channel_id, plan=plan)


@pytest.mark.parametrize("system", ["caerbannog_earlier", "cairn", "d10_pool"])
def test_a_game_without_group_tests_refuses_them(table, system):
    for one in (table.rosalia, table.julio):
        one.system = system
        one.save()
    with pytest.raises(RuleError):
        begin(table, share(table.rosalia, "initiator"), share(table.julio))
    assert not Check.objects.exists()


def test_nobody_practises_together(table):
    with pytest.raises(Refused):
        begin(table, share(table.rosalia, "initiator", "guile"), share(table.julio), mode=Mode.SELF)


def test_who_left_the_table_is_not_in_a_test(table):
    table.julio.campaign = None
    table.julio.channel = table.julio.channel.__class__.objects.create()
    table.julio.save()
    with pytest.raises(Conflict):
        begin(table, share(table.rosalia, "initiator", "guile"), share(table.julio))


def test_combined_traits_fit_the_dice(table, dice):
    """Of two people the initiator throws two dice, so may combine two traits; the helper has one."""
    check = begin(table, share(table.julio, "initiator", "guile", "stealth"), share(table.rosalia)).rolled
    assert check.parts.get(character=table.julio).dice == [["guile", 4, 0], ["stealth", 8, 0]]
    with pytest.raises(RuleError):
        throw(table, check, table.rosalia, "guile", "inquiry", by="celina")
    dice.next(3, 7)
    throw(table, check, table.julio, by="bartek")


def test_the_npc_of_the_game_master_throws_at_once(table, dice):
    dice.next(2)
    check = begin(table, share(table.rosalia, "initiator", "guile"), share(table.guard, "helper", "melee")).rolled
    assert states(check) == {"Rosalia": "waiting", "Strażnik": "thrown"}


def test_dice_thrown_by_hand_are_taken_as_they_lie(table, guile):
    with pytest.raises(RuleError):
        throw(table, guile, table.rosalia, by="celina", faces=(9,))
    with pytest.raises(Refused):
        throw(table, guile, table.rosalia, by="celina", faces=(5, 5))
    throw(table, guile, table.rosalia, by="celina", faces=(5,))
    assert guile.parts.get(character=table.rosalia).dice == [["guile", 8, 5]]
    assert again(guile).request["by_hand"]


def test_a_level_gained_meanwhile_changes_no_die_on_the_table(table, guile, dice):
    dice.next(4, 2, 1)
    throw(table, guile, table.rosalia, by="celina")
    Trait.objects.filter(character=table.rosalia, key="guile").update(level=4)
    throw(table, guile, table.marcus, by="gustaw")
    throw(table, guile, table.julio, by="bartek")
    assert [(die.sides, die.face) for die in result_of(again(guile)).dice] == [(8, 4), (6, 2), (4, 1)]


# --- not waiting --------------------------------------------------------------------------------------------------


def leave_out(table, check, character, by="alicja"):
    return gathering.leave_out(
        actor=table.viewer(by), check=check, who=character, expect=again(check).step
    )  # fmt: skip


def test_before_any_die_the_rest_split_them_anew(table, guile):
    leave_out(table, guile, table.marcus)
    assert states(guile)["Marcus"] == "declined"
    assert len(guile.parts.get(character=table.rosalia).dice) == 2


def test_dice_on_the_table_stay_and_the_missing_ones_are_thrown_by_who_owes_them(table, guile, dice):
    dice.next(8, 2, 5)
    throw(table, guile, table.rosalia, by="celina")
    throw(table, guile, table.marcus, by="gustaw")
    leave_out(table, guile, table.julio, by="celina")
    assert states(guile) == {"Rosalia": "waiting", "Marcus": "thrown", "Julio": "declined"}
    throw(table, guile, table.rosalia, by="celina", thrown=1)
    result = result_of(again(guile))
    assert sorted((die.who, die.face) for die in result.dice) == sorted(
        [(table.rosalia.pk, 8), (table.rosalia.pk, 5), (table.marcus.pk, 2)]
    )


def test_a_button_from_before_throws_none_of_the_dice_that_came_to_it(table, guile, dice):
    dice.next(8)
    throw(table, guile, table.rosalia, by="celina")
    leave_out(table, guile, table.julio)
    with pytest.raises(Conflict):
        throw(table, guile, table.rosalia, by="celina", thrown=0)


def test_of_four_the_result_comes_when_the_missing_one_is_left_out(table, guile, dice):
    check = begin(
        table, share(table.rosalia, "initiator", "guile"), share(table.marcus, "helper", "guile"),
        share(table.julio, "helper", "guile"), share(table.guard, "helper"),
    ).rolled  # fmt: skip
    dice.next(5, 4, 1)
    for character in (table.rosalia, table.marcus, table.julio):
        throw(table, check, character)
    entry = leave_out(table, check, table.guard)
    assert entry.kind == "gathered"
    assert result_of(again(check)).roll == 4


def test_whose_dice_lie_is_not_left_out_and_neither_is_the_initiator(table, guile, dice):
    dice.next(2)
    throw(table, guile, table.marcus, by="gustaw")
    for character in (table.marcus, table.rosalia):
        with pytest.raises(Conflict):
            leave_out(table, guile, character)


def test_a_cancelled_test_takes_no_dice(table, guile, dice):
    dice.next(8)
    throw(table, guile, table.rosalia, by="celina")
    gathering.cancel(actor=table.viewer("celina"), check=guile, expect=1)
    assert again(guile).state == Check.State.UNDONE
    with pytest.raises(Conflict):
        throw(table, guile, table.julio, by="bartek")
    assert not Change.objects.exists()


def test_a_test_with_a_result_is_not_cancelled(table, thrown):
    with pytest.raises(Conflict):
        gathering.cancel(actor=table.viewer("alicja"), check=thrown, expect=thrown.step)


def test_nothing_is_boosted_corrected_or_settled_while_dice_are_missing(table, guile):
    with pytest.raises(Conflict):
        boost(table, guile, table.rosalia, "celina")
    for action in (follow_ups.settle, roll_undo.undo_step, secrecy.reveal):
        with pytest.raises(Conflict):
            action(actor=table.viewer("alicja"), check=guile, expect=0)


# --- the difficulty -----------------------------------------------------------------------------------------------


def tell(table, check, difficulty, by="alicja", hidden=False, expect=None, once=""):
    expect = again(check).step if expect is None else expect
    return gathering.tell_difficulty(
        actor=table.viewer(by), check=check, difficulty=difficulty, hidden=hidden, expect=expect, once=once
    )  # fmt: skip


def test_the_difficulty_is_told_while_dice_are_missing_and_counts_for_all(table, guile, dice):
    dice.next(8, 2, 1)
    throw(table, guile, table.rosalia, by="celina")
    entry = tell(table, guile, 1, hidden=True)
    assert entry.parent == guile.root
    assert not entry.changes.exists()
    throw(table, guile, table.marcus, by="gustaw")
    throw(table, guile, table.julio, by="bartek")
    check = again(guile)
    assert (result_of(check).value, check.hidden) == (1, True)  # -3 against 5


def test_two_game_masters_do_not_tell_it_twice(table, guile):
    tell(table, guile, 3)
    with pytest.raises(following.Moved):
        tell(table, guile, 7, by="ewa", expect=0)
    assert serialise.request_from_json(again(guile).request).difficulty == 3


def test_it_makes_no_throw_too_late_and_a_result_is_corrected_instead(table, guile, dice, thrown):
    with pytest.raises(Conflict):
        tell(table, thrown, 3)


def test_an_opposed_test_has_none(table):
    check = begin(table, share(table.rosalia, "initiator"), share(table.julio, "opponent"), kind="opposed",
                  difficulty=None).rolled  # fmt: skip
    with pytest.raises(Refused):
        tell(table, check, 3)


def test_it_is_no_step_that_an_undo_takes_back_alone(table, guile, dice):
    dice.next(8, 2, 1)
    tell(table, guile, 4)
    for character in (table.rosalia, table.marcus, table.julio):
        throw(table, guile, character)
    roll_undo.undo_step(actor=table.viewer("alicja"), check=guile, expect=again(guile).step)
    assert again(guile).state == Check.State.UNDONE
    with pytest.raises(Conflict):
        roll_undo.undo_step(actor=table.viewer("alicja"), check=guile, expect=again(guile).step)


# --- undo, secrets ------------------------------------------------------------------------------------------------


def test_undone_as_a_whole_it_gives_back_what_the_dice_brought(table, thrown):
    roll_undo.undo_step(actor=table.viewer("alicja"), check=thrown, expect=thrown.step)
    check = again(thrown)
    assert check.state == Check.State.UNDONE
    assert momentum(table.rosalia) == 0
    assert [die.face for die in result_of(check).dice] == [8, 2, 1]
    with pytest.raises(Conflict):
        roll_undo.undo_step(actor=table.viewer("alicja"), check=check, expect=check.step)


def test_the_last_boost_is_undone_first(table, thrown):
    with_momentum(table.julio)
    boost(table, thrown, table.julio, "bartek")
    roll_undo.undo_step(actor=table.viewer("alicja"), check=thrown, expect=again(thrown).step)
    assert result_of(again(thrown)).value == -3
    assert momentum(table.julio) == 1


def test_a_blind_test_holds_everybody_s_momentum_until_a_game_master_lets_it_go(table, dice):
    check = begin(
        table, share(table.rosalia, "initiator", "guile"), share(table.julio, "helper", "guile"), mode=Mode.BLIND
    ).rolled  # fmt: skip
    dice.next(8, 3, 4)
    throw(table, check, table.rosalia, by="celina")
    throw(table, check, table.julio, by="bartek")
    assert momentum(table.rosalia) == momentum(table.julio) == 0
    secrecy.apply_held(actor=table.viewer("alicja"), check=check, expect=again(check).step)
    assert momentum(table.rosalia) == momentum(table.julio) == 1


@pytest.mark.parametrize(
    ("mode", "sees"),
    [(Mode.PUBLIC, {"alicja", "ewa", "bartek", "celina", "gustaw", "filip"}),
     (Mode.GM, {"alicja", "ewa", "bartek", "celina"}), (Mode.BLIND, {"alicja", "ewa", "bartek", "celina"})],
)  # fmt: skip
def test_who_sees_its_entries(table, dice, mode, sees):
    check = begin(
        table, share(table.rosalia, "initiator", "guile"), share(table.julio, "helper", "guile"), mode=mode
    ).rolled  # fmt: skip
    dice.next(3)
    entry = throw(table, check, table.julio, by="bartek")
    for name in ("alicja", "ewa", "bartek", "celina", "gustaw", "filip"):
        viewer = table.viewer(name)
        for one in (check.root, entry):
            assert one.is_visible_to(viewer) == (name in sees)
            assert LogEntry.objects.visible_to(viewer).filter(pk=one.pk).exists() == (name in sees)
    assert CheckPart.objects.get(check_of=check, character=table.julio).state == "thrown"
