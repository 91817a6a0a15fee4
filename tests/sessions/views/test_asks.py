"""The buttons of asks, as pages press them; how many questions their regions ask the database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.values import TraitUse
from sessions.ask_cards import cards
from sessions.ask_requests import draw, draw_form
from sessions.asked import from_json
from sessions.models import Answer, Ask, Check
from sessions.screens import DASH, Screen
from sheets.actions import life
from sheets.models import Item
from tests.cast import HTMX, CharacterFactory
from tests.sessions.actions.test_asks import answer_of, ask, asked_for


def post(table, name, address, token, **data):
    return table.client(name).post(reverse(address, args=[token]), data, headers=HTMX)


def asking(table, name="alicja", **data):
    return post(table, name, "ask_test", table.campaign.token, **{"trait": "inquiry", "difficulty": "3", **data})


def test_nobody_ticked_is_the_party_and_no_npc(table):
    assert asking(table).status_code == 200
    assert {one.character for one in Answer.objects.all()} == {table.julio, table.rosalia}


def test_those_who_are_ticked_are_asked_npcs_too(table):
    asking(table, who=[table.shade.token, table.julio.token])
    assert {one.character for one in Answer.objects.all()} == {table.julio, table.shade}


def test_a_character_of_another_table_is_not_there(table):
    assert asking(table, who=[CharacterFactory().token]).status_code == 404
    assert not Ask.objects.exists()


@pytest.mark.parametrize(
    ("data", "tests"),
    [
        ({"trait": ["inquiry", "stealth"]}, 2),
        ({"trait": ["inquiry", "stealth"], "together": "1"}, 1),
        ({"trait": ["inquiry", "", "inquiry"]}, 1),
    ],
)
def test_traits_to_choose_from_or_to_combine(table, data, tests):
    asking(table, **data)
    found = from_json(Ask.objects.get().asked).tests
    assert len(found) == tests
    assert found[0][0] == TraitUse("inquiry")


def test_no_difficulty_is_one_still_to_be_told(table):
    asking(table, difficulty="")
    assert from_json(Ask.objects.get().asked).circumstances.difficulty is None


@pytest.mark.parametrize(
    "data", [{"trait": ""}, {"trait": "no such"}, {"difficulty": "x"}, {"mode": "self"}, {"trait": ["a"] * 11}]
)
def test_a_broken_ask_is_refused_in_words(table, data):
    assert asking(table, **data).status_code == 422
    assert not Ask.objects.exists()


def test_the_chances_stand_beside_those_who_might_be_asked(table):
    url = reverse("ask_odds", args=[table.campaign.token])
    page = table.client("alicja").get(url, {"trait": "inquiry", "difficulty": "3"}).content.decode()
    assert f'hx-target="#ask-chance-{table.julio.token}"' in page
    assert "68.4%" in page
    assert "%" not in table.client("alicja").get(url, {"trait": "", "difficulty": "3"}).content.decode()


def test_a_late_answer_gets_the_row_as_it_is_and_who_was_faster(table, dice):
    dice.next(5, 7, 4)
    made = ask(table, table.julio)
    token = answer_of(made, table.julio).token
    assert post(table, "alicja", "answer_roll", token, place=0, expect=0).status_code == 200
    late = post(table, "bartek", "answer_roll", token, place=0, expect=0)
    page = late.content.decode()
    assert late.status_code == 409
    assert "Alicja was faster" in page
    assert f'id="row-{made.root.token}"' in page
    assert 'hx-target="#asks"' in page
    assert Check.objects.count() == 1


def test_armour_helps_a_defence_that_is_asked(table, dice):
    kaftan = Item.objects.create(character=table.julio, name="Kaftan", bonus=2, wear_left=3, wear_most=4)
    dice.next(3, 3, 4)
    made = ask(table, table.julio, what=asked_for("block", "inquiry", against="attack"))
    token = answer_of(made, table.julio).token
    assert "Kaftan" in table.client("bartek").get(reverse("table", args=[table.campaign.token])).content.decode()
    answer = post(table, "bartek", "answer_roll", token, place=0, expect=0, gear=kaftan.token)
    assert "Kaftan" in answer.content.decode()
    kaftan.refresh_from_db()
    assert kaftan.wear_left == 2


@pytest.mark.parametrize("data", [{"place": "x"}, {"expect": ""}, {"faces": "one"}, {"place": "3"}])
def test_a_broken_answer_is_refused_and_nothing_is_rolled(table, data):
    token = answer_of(ask(table, table.julio), table.julio).token
    assert post(table, "bartek", "answer_roll", token, **{"place": 0, "expect": 0, **data}).status_code == 422
    assert not Check.objects.exists()


def queries(function) -> list[str]:
    with CaptureQueriesContext(connection) as found:
        function()
    return [one["sql"] for one in found]


def test_many_who_are_asked_cost_no_more_queries(table):
    at_table = reverse("table", args=[table.campaign.token])
    odds = reverse("ask_odds", args=[table.campaign.token]) + "?trait=inquiry&difficulty=3"
    gm, player = table.viewer("alicja"), table.viewer("bartek")
    alicja, celina = table.client("alicja"), table.client("celina")
    looks = [
        lambda: draw(gm, Screen(DASH)),
        lambda: draw_form(gm, Screen(DASH)),
        lambda: cards(player),
        lambda: celina.get(at_table),
        lambda: alicja.get(odds),
    ]
    more = [CharacterFactory(campaign=table.campaign, owner=table.bartek, levels={"inquiry": 1}) for _ in range(5)]
    ask(table, table.julio, table.rosalia)
    few = [queries(look) for look in looks]
    for _ in range(4):
        ask(table, table.julio, *more)
    many = [queries(look) for look in looks]
    assert [len(one) for one in many] == [len(one) for one in few]


def test_whose_character_went_home_answers_nothing_there(table):
    made = ask(table)
    token = answer_of(made, table.julio).token
    life.leave_campaign(actor=table.viewer("bartek"), character=table.julio)
    assert post(table, "bartek", "answer_roll", token, place=0, expect=0).status_code == 403
    assert post(table, "bartek", "answer_decline", token, expect=0).status_code == 403
