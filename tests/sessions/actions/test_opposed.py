"""One side against another: first the initiator's final sum, then the opponent's throw."""

from __future__ import annotations

import pytest

from caerbannog_site.errors import Conflict, Refused
from rules.errors import RuleError
from rules.values import Choice, Cost
from sessions.actions import follow_ups, opposed, roll_undo
from sessions.actions.checks import result_of
from sessions.models import Check, LogEntry, Mode
from sheets.models import Counter
from tests.sessions.actions.test_gathering import momentum, states
from tests.sessions.together import again, begin, done, share, throw, versus, with_momentum


@pytest.fixture
def chase(table, dice) -> Check:
    """Julio's Riding, 5 on k8, against Rosalia, who chooses what she answers with."""
    dice.next(5, 8, 3)
    return versus(table, share(table.julio, "initiator", "riding"), share(table.rosalia, "opponent")).rolled


@pytest.fixture
def answered(table, chase, dice) -> Check:
    """Rosalia dodges: 2 on k8."""
    done(table, chase, table.julio, "bartek")
    dice.next(2, 1, 8)
    throw(table, chase, table.rosalia, "dodge", by="celina")
    return again(chase)


def follow(table, check, character, by, kind="boost", **more):
    choice = Choice(kind, character.pk, **more)
    return follow_ups.follow(actor=table.viewer(by), check=check, choice=choice, expect=again(check).step)


def undo(table, check):
    return roll_undo.undo_step(actor=table.viewer("alicja"), check=check, expect=again(check).step)


# --- two players --------------------------------------------------------------------------------------------------


def test_whoever_begins_it_has_thrown_with_the_same_press(table, chase):
    result = result_of(chase)
    assert (result.value, result.outcome) == (5, "pending")
    assert states(chase) == {"Julio": "thrown", "Rosalia": "waiting"}
    assert momentum(table.julio) == 1


def test_the_opponent_waits_until_the_initiator_is_done(table, chase, dice):
    with pytest.raises(Conflict):
        throw(table, chase, table.rosalia, "dodge", by="celina")
    done(table, chase, table.julio, "bartek")
    dice.next(4, 4, 4)
    throw(table, chase, table.rosalia, "dodge", by="celina")
    assert again(chase).newest.payload["answer"]


def test_the_second_done_settles_it(table, answered):
    assert result_of(answered).outcome == "pending"
    before = LogEntry.objects.count()
    done(table, answered, table.rosalia, "celina")
    result = result_of(again(answered))
    assert (result.value, result.outcome, result.request.difficulty) == (3, "success", 2)
    assert LogEntry.objects.count() == before + 1
    assert momentum(table.rosalia) == 1


def test_each_side_boosts_in_its_time(table, chase, dice):
    follow(table, chase, table.julio, "bartek")  # riding is physical: +3
    assert result_of(again(chase)).value == 8
    done(table, chase, table.julio, "bartek")
    with_momentum(table.julio)
    with pytest.raises(Conflict):
        follow(table, chase, table.julio, "bartek", kind="reroll")
    dice.next(2, 2, 3)
    throw(table, chase, table.rosalia, "guile", by="celina")
    with_momentum(table.rosalia)
    follow(table, chase, table.rosalia, "celina")
    done(table, chase, table.rosalia, "celina")
    assert result_of(again(chase)).value == 8 - 4
    with pytest.raises(Conflict):
        follow(table, chase, table.rosalia, "celina", kind="reroll")


def test_after_it_only_the_initiator_makes_an_effort(table, chase, dice):
    done(table, chase, table.julio, "bartek")
    dice.next(8, 8, 8)
    throw(table, chase, table.rosalia, "dodge", by="celina")
    done(table, chase, table.rosalia, "celina")
    for one in (table.julio, table.rosalia):
        Counter.objects.update_or_create(character=one, key="endurance", defaults={"current": 9, "maximum": 10})
    with pytest.raises(Conflict):
        follow(table, chase, table.rosalia, "celina", kind="effort", cost=Cost("endurance", 4))
    with pytest.raises(RuleError):
        follow(table, chase, table.julio, "bartek")
    follow(table, chase, table.julio, "bartek", kind="effort", cost=Cost("endurance", 4))
    assert result_of(again(chase)).value == 1


def test_critically_failed_resistance_counts_as_nothing(table, chase, dice):
    """RULES 7, row 2."""
    done(table, chase, table.julio, "bartek")
    dice.next(1, 1, 1)
    throw(table, chase, table.rosalia, "dodge", by="celina")
    done(table, chase, table.rosalia, "celina")
    assert result_of(again(chase)).value == 5


def test_a_step_seen_too_early_moves_nothing(table, answered):
    with pytest.raises(Conflict):
        done(table, answered, table.rosalia, "celina", expect=0)
    with pytest.raises(Conflict):
        done(table, answered, table.julio, "bartek")


# --- nobody on the other side -------------------------------------------------------------------------------------


def test_an_npc_answers_with_its_best_defence_as_soon_as_the_initiator_is_done(table, dice):
    dice.next(5, 5, 5)
    check = versus(table, share(table.julio, "initiator", "riding"), share(table.guard, "opponent")).rolled
    dice.next(2, 3, 6)
    entry = done(table, check, table.julio, "bartek")
    assert entry.kind == "opposed"
    assert check.parts.get(character=table.guard).uses == [["block"]]
    assert result_of(again(check)).value == 2


def test_or_with_what_was_named_when_the_test_began(table, dice):
    dice.next(5, 5, 5)
    check = versus(table, share(table.julio, "initiator", "riding"), share(table.shade, "opponent", "stealth")).rolled
    dice.next(10, 10, 3)
    done(table, check, table.julio, "bartek")
    assert result_of(again(check)).value == -5


def test_a_fixed_value_settles_it_too(table, dice):
    dice.next(5, 5, 5)
    check = versus(table, share(table.julio, "initiator", "riding"), value=6).rolled
    done(table, check, table.julio, "bartek")
    assert result_of(again(check)).value == -1


def test_whoever_does_not_resist_takes_nothing_from_the_sum(table, chase):
    opposed.unopposed(actor=table.viewer("celina"), check=chase, who=table.rosalia, expect=0)
    assert result_of(again(chase)).outcome == "pending"
    done(table, chase, table.julio, "bartek")
    assert result_of(again(chase)).value == 5


def test_said_after_the_initiator_is_done_it_settles_at_once(table, chase):
    done(table, chase, table.julio, "bartek")
    entry = opposed.unopposed(actor=table.viewer("alicja"), check=chase, who=table.rosalia, expect=1)
    assert entry.kind == "opposed"
    assert result_of(again(chase)).value == 5


def test_an_answer_given_is_not_withdrawn(table, answered):
    with pytest.raises(Conflict):
        opposed.unopposed(actor=table.viewer("celina"), check=answered, who=table.rosalia, expect=answered.step)


# --- undo ---------------------------------------------------------------------------------------------------------


def test_steps_are_undone_from_the_last_one_and_dice_once_shown_come_back(table, answered, dice):
    done(table, answered, table.rosalia, "celina")
    undo(table, answered)
    assert result_of(again(answered)).outcome == "pending"
    assert states(answered) == {"Julio": "done", "Rosalia": "thrown"}
    undo(table, answered)  # the answer, with its Momentum
    assert states(answered)["Rosalia"] == "waiting"
    assert momentum(table.rosalia) == 0
    throw(table, answered, table.rosalia, by="celina", thrown=3)
    assert again(answered).newest.payload["answer"]["dice"] == [[table.rosalia.pk, "dodge", 8, [2, 1, 8]]]
    assert momentum(table.rosalia) == 1


def test_an_npc_s_answer_undone_is_the_same_when_the_initiator_is_done_again(table, dice):
    dice.next(5, 5, 8)
    check = versus(table, share(table.julio, "initiator", "riding"), share(table.guard, "opponent")).rolled
    dice.next(2, 3, 6)
    done(table, check, table.julio, "bartek")
    undo(table, check)
    follow(table, check, table.julio, "bartek")
    done(table, check, table.julio, "bartek")
    assert result_of(again(check)).value == 5


def test_at_last_the_test_itself_is_undone(table, chase):
    done(table, chase, table.julio, "bartek")
    undo(table, chase)
    assert states(chase)["Julio"] == "thrown"
    undo(table, chase)
    assert again(chase).state == Check.State.UNDONE
    assert momentum(table.julio) == 0


# --- what is refused ----------------------------------------------------------------------------------------------


def test_nobody_opposes_themselves(table, dice):
    with pytest.raises(RuleError):
        versus(table, share(table.julio, "initiator", "riding"), share(table.julio, "opponent", "stealth"))
    assert not Check.objects.exists()


@pytest.mark.parametrize("mode", [Mode.BLIND, Mode.SELF])
def test_what_its_own_thrower_may_not_see_is_not_opposed(table, mode):
    with pytest.raises(Refused):
        versus(table, share(table.julio, "initiator", "riding"), share(table.rosalia, "opponent"), mode=mode)


def test_a_difficulty_is_not_told_to_an_opposed_test(table, chase):
    result = result_of(chase)
    wanted = result.request.__class__(**{**_fields(result.request), "difficulty": 3})
    with pytest.raises(Refused):
        follow_ups.correct(
            actor=table.viewer("alicja"), check=chase, corrected=wanted, hidden=False, expect=0, payer=table.julio.pk
        )  # fmt: skip


def _fields(request):
    return {name: getattr(request, name) for name in request.__dataclass_fields__}


def test_there_is_nothing_to_finish_in_a_test_that_nobody_opposes(table, dice):
    dice.next(3)
    check = begin(table, share(table.rosalia, "initiator", "guile"), share(table.guard, "helper", "melee")).rolled
    dice.next(4, 5)
    throw(table, check, table.rosalia)
    with pytest.raises(Conflict):
        done(table, check, table.rosalia)
