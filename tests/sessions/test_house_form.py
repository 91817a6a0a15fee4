"""The house rules as a page asks them: what is shown comes back unchanged, what is typed is read or refused."""

import re

import pytest
from django.http import QueryDict
from django.utils import translation

from rules import registry
from sessions.house_form import HouseForm
from tests.cast import SYSTEM

SYSTEMS = list(registry.systems())


def posted(form: HouseForm, **typed) -> QueryDict:
    """The page sent back as it was shown, but for what is `typed` (a text, a list of rows, or None for off)."""
    data = QueryDict(mutable=True)
    for question in form.questions:
        key, rule = question.rule.key, question.rule
        data[f"was-{key}"] = question.was
        value = typed.get(key, question.rows if rule.kind == "rows" else question.value)
        if rule.kind == "rows":
            data.setlist(f"{key}-0", [row[0] for row in value])
            data.setlist(f"{key}-1", [row[1] for row in value])
        elif rule.kind != "on_off" or value:
            data[key] = str(value)
    return data


def sent(house=None, system=SYSTEM, **typed) -> HouseForm:
    return HouseForm(system, house or {}, posted(HouseForm(system, house or {}), **typed))


def question(form: HouseForm, key: str):
    return next(one for one in form.questions if one.rule.key == key)


HOUSE = {
    "breakthrough": 2,
    "momentum": [[2, 1], [4, 2]],
    "reactions": [["Zryw", 1]],
    "rest": [["endurance", "half"], ["vitality", 2]],
    "losses_give_experience": False,
    "stage_gain": "start",
    "difficulties": [[0, "easy"], [4, "okropna"]],
}


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("house", [{}, HOUSE], ids=["the game's own", "a table's"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_the_page_shows_comes_back_as_no_change(system, house, language):
    known = {rule.key for rule in registry.system(system).house_rules()}
    with translation.override(language):
        form = sent({key: value for key, value in house.items() if key in known}, system)
    assert form.is_valid()
    assert form.changed == {}


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("breakthrough", "2", 2),
        ("momentum", [("1", "1"), ("2", "3")], [[1, 1], [2, 3]]),
        ("momentum", [("1", "1"), ("", "")], [[1, 1]]),
        ("reactions", [("Zryw", "1")], [["Zryw", 1]]),
        ("reactions", [("Reaction", "2")], [["Reaction", 2]]),
        ("results", [("−5", "źle"), ("1", "dobrze")], [[-5, "źle"], [1, "dobrze"]]),
        ("rest", [("endurance", "half of the maximum"), ("vitality", "3")], [["endurance", "half"], ["vitality", 3]]),
        ("rest", [("endurance", "all of it"), ("vitality", "")], [["endurance", "all"]]),
        ("critical_rescue", "1", True),
        ("critical_counts_raw", None, False),
        ("stage_gain", "start", "start"),
        ("group_effort_payer", "anyone", "anyone"),
    ],
)
def test_what_is_typed_is_read(key, typed, value):
    form = sent(**{key: typed})
    assert form.is_valid()
    assert form.changed == {key: value}


def test_a_name_of_the_game_is_known_in_the_readers_language():
    with translation.override("pl"):
        shown = question(HouseForm(SYSTEM, {}), "difficulties").rows
        form = sent(difficulties=shown[:2])
    assert [name for _low, name in shown[:2]] != ["trivial", "very easy"]
    assert form.changed == {"difficulties": [[0, "trivial"], [1, "very easy"]]}


@pytest.mark.parametrize("key", ["breakthrough", "momentum", "rest", "difficulties"])
def test_what_is_emptied_is_the_games_own_again(key):
    form = sent(HOUSE, **{key: "" if key == "breakthrough" else []})
    assert form.changed == {key: None}


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("breakthrough", "0"),
        ("breakthrough", "21"),
        ("breakthrough", "three"),
        ("breakthrough", "9" * 400),
        ("momentum_cap", "-1"),
        ("momentum", [("3", "1"), ("1", "2")]),
        ("momentum", [("1", "2"), ("2", "1")]),
        ("momentum", [("1", "")]),
        ("momentum", [("one", "1")]),
        ("reactions", [("", "1")]),
        ("reactions", [("x" * 41, "1")]),
        ("reactions", [(str(n), "1") for n in range(17)]),
        ("rest", [("endurance", "1"), ("endurance", "2")]),
        ("rest", [("momentum", "1")]),
        ("rest", [("endurance", "most of it")]),
        ("stage_gain", "never"),
    ],
)
def test_what_the_game_cannot_use_is_refused_beside_its_rule_and_kept(key, typed):
    form = sent(**{key: typed, "critical_rescue": "1"})
    wrong = question(form, key)
    assert not form.is_valid()
    assert wrong.error
    assert [one.rule.key for one in form.questions if one.error] == [key]
    assert (wrong.rows if isinstance(typed, list) else wrong.value) == typed


def test_a_rule_that_the_form_does_not_ask_is_left_alone():
    form = HouseForm(SYSTEM, HOUSE, QueryDict("breakthrough=5"))
    assert (form.is_valid(), form.changed) == (True, {})


def test_a_settled_rule_says_what_the_games_own_is():
    assert question(HouseForm(SYSTEM, HOUSE), "breakthrough").own == "3"
    assert question(HouseForm(SYSTEM, {}), "breakthrough").own == ""
    assert re.search("Vitality: half", question(HouseForm(SYSTEM, HOUSE), "rest").own)


def test_no_nul_gets_through():
    assert sent(reactions=[("Zr\x00yw", "1")]).changed == {"reactions": [["Zryw", 1]]}
