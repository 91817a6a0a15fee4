"""An NPC's attack asks its targets for the defence that answers it, at the value that stands on the sheet."""

import pytest
from django.utils import timezone

from caerbannog_site.errors import Conflict, Forbidden, Refused
from rules import registry
from sessions import asked as stored
from sessions.actions import answers, attacks
from sessions.actions.checks import result_of
from sessions.models import Answer, Ask, Mode
from sheets.models import Attack, Character
from sheets.snapshot import load_one


@pytest.fixture
def bite(guard):
    return Attack.objects.create(character=guard, name="Bite", value=6, defence="physical_defence")


@pytest.fixture
def strike(table, guard, bite):
    """strike(*targets) with the guard's bite, unless it is said otherwise."""

    def strike(*targets, who="alicja", attacker=guard, row=bite, **more):
        given = {"actor": table.viewer(who), "campaign": table.campaign, "attacker": attacker, "token": row.token}
        return attacks.attack(targets=targets, **given, **more)

    return strike


def test_every_target_is_asked_for_a_choice_of_defences_at_the_attack_s_value(strike, julio, rosalia):
    entry = strike(julio, rosalia)
    ask = Ask.objects.get()
    asked = stored.from_json(ask.asked)
    assert [test[0].trait for test in asked.tests] == ["block", "resistance", "dodge"]
    assert (asked.circumstances.difficulty, asked.circumstances.against) == (6, "attack")
    assert {one.character for one in Answer.objects.all()} == {julio, rosalia}
    assert (entry.kind, entry.mode, entry.payload["text"]) == ("ask", Mode.PUBLIC, "Bite")


def test_one_defence_or_any_of_them(strike, julio, bite):
    for defence, number in (("dodge", 1), ("", 6), ("mental_defence", 3)):
        Attack.objects.update(defence=defence)
        strike(julio)
        assert len(stored.from_json(Ask.objects.latest("pk").asked).tests) == number


def test_the_value_may_stay_the_gms_secret(strike, julio):
    strike(julio)
    strike(julio, hidden=True)
    assert [one.hidden for one in Ask.objects.order_by("pk")] == [False, True]


def test_the_defence_is_rolled_against_it_and_knows_no_effort(table, strike, julio, dice):
    strike(julio)
    dice.next(1, 2, 3)
    answer = Answer.objects.get()
    entry = answers.answer(actor=table.viewer("bartek"), answer=answer, place=0, expect=answer.ask.step)
    result = result_of(entry.rolled)
    assert (result.request.against, result.request.difficulty) == ("attack", 6)
    sheets = {table.julio.pk: load_one(table.julio).sheet()}
    assert "effort" not in {one.kind for one in registry.system(result.system).follow_ups(result, sheets)}


def test_the_same_press_asks_once(strike, julio):
    assert strike(julio, once="b" * 22) == strike(julio, once="b" * 22)
    assert Ask.objects.count() == 1


@pytest.mark.parametrize("who", ["bartek", "gustaw", "filip", "iga"])
def test_players_let_no_npc_attack(strike, julio, who):
    with pytest.raises(Forbidden):
        strike(julio, who=who)
    assert not Ask.objects.exists()


def test_nobody_is_asked_without_a_target(strike):
    with pytest.raises(Refused):
        strike()


@pytest.mark.parametrize("gone", [{"template": True}, {"archived_at": timezone.now()}], ids=["template", "archived"])
def test_who_is_not_in_play_does_not_attack(strike, julio, guard, gone):
    Character.objects.filter(pk=guard.pk).update(**gone)
    with pytest.raises(Conflict):
        strike(julio)


def test_an_attack_that_was_taken_off_is_not_made(strike, julio, bite, shade):
    Attack.objects.update(deleted=True)
    with pytest.raises(Conflict):
        strike(julio)
    Attack.objects.update(deleted=False)
    with pytest.raises(Conflict):
        strike(julio, attacker=shade)
    assert strike(julio)
