"""Rows as they are typed when they are added."""

import pytest

from caerbannog_site.errors import Refused
from sheets import snapshot
from sheets.forms import add_form

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def form(julio):
    """form(kind, **typed) as Julio's sheet has it."""
    return lambda row, /, **typed: add_form(row, snapshot.load_one(julio), typed)


def test_a_condition_needs_a_name_and_a_strength(form):
    assert form("condition", name="dazed", kind="mental", strength="3").is_valid()
    wrong = form("condition", name="", kind="mental", strength="0")
    assert set(wrong.errors) == {"name", "strength"}


@pytest.mark.parametrize("strength", ["21", "-1", "strong", "9" * 5000])
def test_a_strength_that_is_none(form, strength):
    assert set(form("condition", name="dazed", kind="mental", strength=strength).errors) == {"strength"}


def test_an_injury_has_no_strength(form):
    injury = form("condition", name="scar", kind="injury", strength="4")
    assert injury.is_valid()
    assert injury.cleaned_data["strength"] == 0


def test_a_condition_counts_turns_only_if_it_lasts_for_some(form):
    counted = form("condition", name="dazed", kind="mental", strength="3", lasts="rounds", rounds_left="2")
    assert (counted.is_valid(), counted.cleaned_data["rounds_left"]) == (True, 2)
    open_ended = form("condition", name="dazed", kind="mental", strength="3", lasts="scene", rounds_left="2")
    assert (open_ended.is_valid(), open_ended.cleaned_data["rounds_left"]) == (True, None)
    for turns in ("0", "", "21", "two"):
        wrong = form("condition", name="dazed", kind="mental", strength="3", lasts="rounds", rounds_left=turns)
        assert set(wrong.errors) == {"rounds_left"}
    assert set(form("condition", name="x", kind="mental", strength="3", lasts="forever").errors) == {"lasts"}


def test_an_injury_does_not_run_out(form):
    injury = form("condition", name="scar", kind="injury", lasts="rounds", rounds_left="2")
    assert injury.is_valid()
    assert (injury.cleaned_data["lasts"], injury.cleaned_data["rounds_left"]) == ("", None)


def test_an_attack_has_a_value_and_one_of_the_game_s_defences(guard):
    rows = snapshot.load_one(guard)
    bite = {"name": "Bite", "value": "7", "defence": "physical_defence"}
    assert add_form("attack", rows, bite).is_valid()
    assert add_form("attack", rows, {**bite, "defence": ""}).is_valid()
    wrong = add_form("attack", rows, {"name": "", "value": "21", "defence": "athletics"})
    assert set(wrong.errors) == {"name", "value", "defence"}


def test_only_npcs_are_given_attacks(form):
    with pytest.raises(Refused):
        form("attack", name="Bite", value="7")


def test_a_kind_that_the_game_does_not_know(form):
    assert set(form("condition", name="cursed", kind="magical", strength="1").errors) == {"kind"}


def test_an_ability_is_free_unless_it_costs(form):
    free = form("ability", name="Fox's nature", kind="feature", cost="")
    assert free.is_valid()
    assert free.cleaned_data["cost"] == 0
    assert set(form("ability", name="x", kind="feature", cost="21").errors) == {"cost"}
    assert set(form("ability", name="x" * 81, kind="curse", cost="1").errors) == {"name", "kind"}


def test_a_thing_comes_unworn_and_alone(form):
    thing = form("item", name=HOSTILE, quantity="", bonus="2", wear_most="3")
    assert thing.is_valid()
    assert (thing.cleaned_data["quantity"], thing.cleaned_data["wear_left"]) == (1, 3)
    assert set(form("item", name="\x00", quantity="1000", bonus="x", wear_most="21").errors) == {
        "name", "quantity", "bonus", "wear_most",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("bonus", "typed", "kept"), [("2", "0", 3), ("2", "", 3), ("2", "1", 1), ("0", "0", 0), ("", "4", 4)]
)
def test_a_thing_with_a_bonus_can_be_used(form, bonus, typed, kept):
    thing = form("item", name="Shield", quantity="1", bonus=bonus, wear_most=typed)
    assert thing.is_valid()
    assert (thing.cleaned_data["wear_most"], thing.cleaned_data["wear_left"]) == (kept, kept)


def test_a_skill_is_one_of_those_offered_or_has_a_name(form):
    offered = form("trait", category="specialist", key="medicine", name="ignored")
    assert offered.is_valid()
    assert offered.cleaned_data == {"kind": "skill", "category": "specialist", "key": "medicine", "name": ""}
    own = form("trait", category="mystic", key="", name="Circle of Shadows")
    assert own.is_valid()
    assert own.cleaned_data["name"] == "Circle of Shadows"


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        ({"category": "specialist", "key": "athletics"}, "key"),
        ({"category": "specialist", "key": "", "name": "  "}, "name"),
        ({"category": "physical", "key": "", "name": "Juggling"}, "__all__"),
        ({"category": "block", "name": "Parry"}, "__all__"),
        ({"category": "", "name": "Juggling"}, "category"),
        ({"category": "mystic", "name": "x" * 61}, "name"),
        ({"category": "mystic", "name": "a\x00"}, "name"),
    ],
)
def test_a_skill_that_cannot_be_added(form, typed, where):
    assert where in form("trait", **typed).errors


def test_what_is_written_is_offered_no_more(form, rosalia):
    empty = add_form("trait", snapshot.load_one(rosalia), category="specialist")
    offered = [key for key, _label in empty.fields["key"].widget.choices]
    assert "medicine" not in offered
    assert "alchemy" in offered


@pytest.mark.parametrize("kind", ["note", "counter", "bonus", "character", ""])
def test_other_rows_are_not_added_by_hand(form, kind):
    with pytest.raises(Refused):
        form(kind, name="x")
