"""A defence answers first: its difficulty is what the attack came to, and what gets through comes of it."""

import pytest

from caerbannog_site.errors import Refused
from sessions.actions import answers, secrecy
from sessions.actions.defending import ask_defence
from sessions.actions.following import Moved
from sessions.actions.proposals import Choice
from sessions.ask_cards import cards
from sessions.asked import from_json
from sessions.models import Answer, Check, LogEntry, Mode
from tests.sessions.actions.test_consequences import bring, came_to, fresh, pool, table

__all__ = ["table"]


@pytest.fixture
def attack(table, dice) -> Check:
    """The guard strikes for 4."""
    return came_to(table, dice, "melee", name="alicja", character=table.guard)


def defend(table, check, *targets, key="attack", by="alicja", **options) -> LogEntry:
    options = {"expect": fresh(check).step, **options}
    return ask_defence(
        actor=table.viewer(by), check=check, choice=Choice(key, options.pop("amount", None)), targets=targets, **options
    )


def answered(table, dice, entry, *faces, name="bartek", character=None, trait="block") -> Check:
    dice.next(*faces)
    answer = Answer.objects.select_related("ask__root", "character").get(
        ask=entry.ask, character=character or table.julio
    )
    place = [test[0].trait for test in from_json(entry.ask.asked).tests].index(trait)
    rolled = answers.answer(actor=table.viewer(name), answer=answer, place=place, expect=entry.ask.step)
    return rolled.rolled


def test_the_targets_choose_among_the_defences_of_what_it_hurts(table, attack):
    entry = defend(table, attack, table.julio, table.rosalia)
    asked = from_json(entry.ask.asked)
    assert {test[0].trait for test in asked.tests} == {"block", "resistance", "dodge"}
    assert (asked.circumstances.difficulty, asked.circumstances.against) == (4, "attack")
    assert (entry.character, entry.ask.answers.count()) == (table.guard, 2)


def test_the_attack_is_settled_by_it(table, attack):
    before = LogEntry.objects.count()
    defend(table, attack, table.julio)
    assert LogEntry.objects.count() == before + 1
    assert (fresh(attack).state, fresh(attack).step) == (Check.State.SETTLED, 1)


def test_what_gets_through_comes_to_who_defended_themselves(table, dice, attack):
    entry = defend(table, attack, table.julio)
    defence = answered(table, dice, entry, 2, 2, 2)
    bring(table, defence, "hit", table.julio, by="bartek")
    assert pool(table.julio) == 5


def test_a_good_defence_lets_nothing_through(table, dice, attack):
    entry = defend(table, attack, table.julio)
    defence = answered(table, dice, entry, 5, 5, 5)
    with pytest.raises(Refused):
        bring(table, defence, "hit", table.julio)


def test_the_mind_defends_itself_against_fear(table, dice):
    threat = came_to(table, dice, "intimidation", value=3, name="celina", character=table.rosalia)
    entry = defend(table, threat, table.julio, key="frighten", amount=2)
    asked = from_json(entry.ask.asked)
    assert {test[0].trait for test in asked.tests} == {"intuition", "concentration", "composure"}
    assert asked.circumstances.difficulty == 2


def test_a_game_master_may_deal_the_damage_without_a_defence_all_the_same(table, attack):
    defend(table, attack, table.julio)
    bring(table, attack, "attack", table.rosalia)
    assert pool(table.rosalia) == 3


@pytest.mark.parametrize("key", ["disarm", "free.gain.momentum", "no such thing"])
def test_nothing_else_is_answered_by_a_defence(table, attack, key):
    with pytest.raises(Refused):
        defend(table, attack, table.julio, key=key)
    assert fresh(attack).step == 0


def test_nobody_is_asked_for_nobody(table, attack):
    with pytest.raises(Refused):
        defend(table, attack)
    assert fresh(attack).state == Check.State.OPEN


def test_two_game_masters_ask_once(table, attack):
    defend(table, attack, table.julio, by="ewa")
    with pytest.raises(Moved):
        defend(table, attack, table.julio, expect=0)
    assert LogEntry.objects.filter(kind="ask").count() == 1


@pytest.mark.parametrize(("options", "secret"), [({}, False), ({"hidden": True}, True), ({"mode": Mode.GM}, True)])
def test_the_number_is_a_secret_where_the_attack_was_one(table, dice, options, secret):
    check = came_to(table, dice, "melee", name="alicja", character=table.guard, **options)
    assert defend(table, check, table.julio).ask.hidden == secret


def test_the_card_says_which_attack_it_answers(table, attack):
    defend(table, attack, table.julio)
    assert [card.attack for card in cards(table.viewer("bartek"))] == ["Melee Combat\N{NO-BREAK SPACE}I"]


@pytest.mark.parametrize("mode", [Mode.GM, Mode.BLIND])
def test_of_a_secret_attack_the_card_says_nothing(table, dice, mode):
    attack = came_to(table, dice, "melee", name="alicja", character=table.guard, mode=mode)
    if mode == Mode.BLIND:
        secrecy.apply_held(actor=table.viewer("alicja"), check=attack, expect=0)
    defend(table, attack, table.julio)
    assert [card.attack for card in cards(table.viewer("bartek"))] == [""]


def test_nor_of_one_that_is_hidden_again(table, dice):
    attack = came_to(table, dice, "melee", name="alicja", character=table.guard, mode=Mode.GM)
    for step in (secrecy.reveal, secrecy.conceal):
        if step is secrecy.conceal:
            defend(table, attack, table.julio)
        step(actor=table.viewer("alicja"), check=attack, expect=fresh(attack).step)
    assert [card.attack for card in cards(table.viewer("bartek"))] == [""]
