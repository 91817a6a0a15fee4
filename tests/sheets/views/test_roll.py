"""Rolling from the sheet, and the chances before the roll."""

import re

import pytest

from sessions.actions.checks import result_of
from sessions.models import LogEntry
from sheets.models import Item
from tests.cast import HTMX


@pytest.fixture
def coat(table):
    return Item.objects.create(character=table.julio, name="Coat", bonus=2, wear_left=3, wear_most=4)


@pytest.fixture
def ask(table):
    def get(rest: str, **query: object):
        return table.client("bartek").get(f"/s/{table.julio.token}/{rest}", query, headers=HTMX)

    return get


@pytest.fixture
def throw(table):
    def post(trait: str, **settings: object):
        path = f"/s/{table.julio.token}/roll/"
        return table.client("bartek").post(path, {"traits": trait, "difficulty": 3, **settings}, headers=HTMX)

    return post


def newest():
    return result_of(LogEntry.objects.filter(kind="check").latest("pk").rolled)


def test_armour_helps_a_defence_of_the_body_and_wears(throw, coat, dice):
    dice.next(2, 2, 2)
    assert throw("block", gear=coat.token).status_code == 200
    assert [step.value for step in newest().steps if step.kind == "gear"] == [2]
    coat.refresh_from_db()
    assert coat.wear_left == 2


@pytest.mark.parametrize("trait", ["athletics", "composure"])
def test_armour_that_can_not_help_is_left_out(throw, coat, dice, trait):
    dice.next(1, 2, 2)
    assert throw(trait, gear=coat.token).status_code == 200
    assert not [step for step in newest().steps if step.kind == "gear"]
    coat.refresh_from_db()
    assert coat.wear_left == 3


@pytest.mark.parametrize("trait", ["athletics", "block", "composure"])
@pytest.mark.parametrize("settings", [{}, {"edge": -1}, {"modifier": "+1", "modifier_reason": "rope"}])
def test_the_chance_beside_a_die_is_that_of_the_whole_distribution(ask, coat, trait, settings):
    settings = {"difficulty": 4, "gear": coat.token, **settings}
    name = "skills" if trait == "athletics" else "defences"
    panel = ask(f"panel/{name}/", **settings).content.decode()
    beside = re.search(rf'traits={trait}".*?>([\d.]+%)<svg', panel)
    odds = ask("odds/", traits=trait, **settings)
    assert beside
    assert odds.status_code == 200
    assert f"success <b>{beside[1]}</b>" in odds.content.decode()


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"traits": "block", "worn": True}, "Coat is worn out."),
        ({"traits": "dancing"}, "There is no such trait"),
        ({"traits": "athletics", "difficulty": "x"}, "A difficulty is a number"),
        ({"combined": "1"}, "Add at least one trait to the test."),
    ],
)
def test_refused_odds_say_why_where_they_were_to_stand(ask, coat, query, told):
    if query.pop("worn", False):
        Item.objects.update(wear_left=0)
        query["gear"] = coat.token
    answer = ask("odds/", **{"difficulty": 3, **query})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert told in page
    assert "hx-partial" not in page
