"""The numbers of the default tables and of the earlier preset, row by row."""

import pytest

from rules.tables import PRESETS, momentum_for, name_for

CURRENT, EARLIER = PRESETS["2026"], PRESETS["earlier"]

DIFFICULTY = ["trivial", "very easy", "easy", "average", "demanding", "hard", "very hard", "heroic"]


@pytest.mark.parametrize(
    ("value", "name"), [*enumerate(DIFFICULTY), (8, "nearly impossible"), (15, "nearly impossible")]
)
def test_a_difficulty_has_its_name(value: int, name: str) -> None:
    assert name_for(CURRENT.difficulties, value).id == name


@pytest.mark.parametrize(
    ("value", "name"), [(0, "failure impossible"), *enumerate(DIFFICULTY, 1), (9, "nearly impossible")]
)
def test_the_earlier_edition_names_everything_one_higher(value: int, name: str) -> None:
    assert name_for(EARLIER.difficulties, value).id == name


RESULTS = [
    (-7, "catastrophic failure"),
    (-5, "catastrophic failure"),
    (-4, "deep failure"),
    (-3, "significant failure"),
    (-2, "average failure"),
    (-1, "slight failure"),
    (0, "minimal failure"),
    (1, "minimal success"),
    (2, "slight success"),
    (3, "average success"),
    (4, "significant success"),
    (5, "momentous success"),
    (6, "heroic success"),
    (8, "heroic success"),
    (9, "indisputable success"),
    (12, "indisputable success"),
]


@pytest.mark.parametrize(("value", "name"), RESULTS)
def test_a_result_has_its_name(value: int, name: str) -> None:
    assert name_for(CURRENT.results, value).id == name


EARLIER_RESULTS = [
    (-6, "critical failure"),
    (-5, "critical failure"),
    (-4, "deep failure"),
    (-3, "significant failure"),
    (-2, "average failure"),
    (-1, "slight failure"),
    (0, "moderate failure"),
    (1, "slight success"),
    (2, "average success"),
    (3, "significant success"),
    (4, "momentous success"),
    (5, "heroic success"),
    (6, "critical success"),
    (9, "critical success"),
]


@pytest.mark.parametrize(("value", "name"), EARLIER_RESULTS)
def test_the_earlier_edition_names_results_its_own_way(value: int, name: str) -> None:
    assert name_for(EARLIER.results, value).id == name


@pytest.mark.parametrize(("held", "gain"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (30, 4)])
def test_experience_held_gives_momentum(held: int, gain: int) -> None:
    assert momentum_for(CURRENT, held) == gain


def test_a_breather_turns_vitality_and_a_rest_gives_most_things_back() -> None:
    assert [(r.counter, r.amount) for r in CURRENT.breather] == [("convert", 3)]
    assert {r.counter: r.amount for r in CURRENT.rest} == {
        "endurance": "all",
        "determination": "all",
        "vitality": "half",
    }


def test_an_interlude_gives_everything_back_social_capital_too() -> None:
    everything = ("endurance", "determination", "vitality", "contacts", "favours", "wealth")
    assert {r.counter: r.amount for r in CURRENT.interlude} == dict.fromkeys(everything, "all")


def test_a_reaction_costs_three_and_its_kinds_from_two_to_four() -> None:
    assert [reaction.cost for reaction in CURRENT.reactions] == [3, 2, 2, 4]


def test_the_defaults_are_the_settled_questions() -> None:
    assert (CURRENT.momentum_cap, CURRENT.breakthrough) == (10, 3)
    assert CURRENT.critical_counts_raw
    assert CURRENT.group_effort_payer == "initiator"
    assert not CURRENT.effort_keeps_last
    assert not CURRENT.critical_rescue
    assert not CURRENT.effort_against_attack
    assert CURRENT.losses_give_experience
    assert not CURRENT.situation_keeps_momentum
    assert CURRENT.stage_gain == "stage"


def test_the_earlier_edition_rescues_criticals_and_keeps_a_last_point() -> None:
    assert EARLIER.critical_rescue
    assert EARLIER.effort_keeps_last
