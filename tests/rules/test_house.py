from typing import Any

import pytest

from rules.errors import RuleError
from rules.house import from_house, to_house, typed
from rules.tables import PRESETS, name_for
from rules.values import Text


def test_no_house_rules_are_the_defaults() -> None:
    assert from_house({}) == PRESETS["2026"]
    assert to_house(from_house({})) == {}


def test_the_earlier_edition_is_one_word() -> None:
    assert from_house({"edition": "earlier"}) == PRESETS["earlier"]
    assert to_house(PRESETS["earlier"]) == {"edition": "earlier"}


def test_a_name_of_ours_is_translated_and_any_other_stays_as_typed() -> None:
    tables = from_house({"difficulties": [[0, "easy"], [4, "straszny {n}"]]})
    assert name_for(tables.difficulties, 3) == Text("easy")
    assert name_for(tables.difficulties, 9) == Text("{name}", None, {"name": "straszny {n}"})


@pytest.mark.parametrize(
    "house",
    [
        {"difficulties": [[0, "easy"], [4, "nie do wiary"]]},
        {"results": [[-2, "klapa"], [1, "slight success"]]},
        {"momentum": [[0, 1], [2, 1], [5, 9]]},
        {"reactions": [["Unik w bok", 2], ["Reaction", 6]]},
        {"breather": [["convert", 5]], "rest": [["endurance", "half"], ["vitality", 0]], "interlude": [["wealth", 2]]},
        {"losses_give_experience": False, "situation_keeps_momentum": True, "stage_gain": "start"},
        {"momentum_cap": 12, "breakthrough": 4},
        {"critical_counts_raw": False, "group_effort_payer": "anyone", "effort_against_attack": True},
        {"edition": "earlier", "effort_keeps_last": False, "critical_rescue": False},
        {"edition": "earlier", "results": [[0, "nic"], [1, "coś"]]},
    ],
)
def test_house_rules_come_back_as_they_went(house: dict[str, Any]) -> None:
    tables = from_house(house)
    assert to_house(tables) == house
    assert from_house(to_house(tables)) == tables


@pytest.mark.parametrize(
    "house",
    [
        {"edition": "2019"},
        {"edition": 2026},
        {"edition": None},
        {"difficulties": []},
        {"difficulties": "easy"},
        {"difficulties": [[0]]},
        {"difficulties": [[0, "a", 1]]},
        {"difficulties": [["0", "a"]]},
        {"difficulties": [[True, "a"]]},
        {"difficulties": [[-1, "a"]]},
        {"difficulties": [[100, "a"]]},
        {"difficulties": [[1, "a"], [1, "b"]]},
        {"difficulties": [[2, "a"], [1, "b"]]},
        {"difficulties": [[0, ""]]},
        {"difficulties": [[0, "  "]]},
        {"difficulties": [[0, 5]]},
        {"difficulties": [[0, "x" * 41]]},
        {"results": {"0": "a"}},
        {"results": [[1.5, "a"]]},
        {"results": [[-100, "a"]]},
        {"momentum": [[1, -1]]},
        {"momentum": [[3, 1], [1, 2]]},
        {"reactions": [["Reaction", "3"]]},
        {"reactions": [[3, "Reaction"]]},
        {"breather": []},
        {"breather": [["convert", -1]]},
        {"breather": [["convert", 100]]},
        {"breather": [["convert", True]]},
        {"rest": [["endurance", "most"]]},
        {"rest": [["endurance", "all"], ["endurance", 1]]},
        {"rest": [["momentum", "all"]]},
        {"rest": [["experience", 1]]},
        {"interlude": [[3, "wealth"]]},
        {"interlude": "all"},
        {"losses_give_experience": "no"},
        {"situation_keeps_momentum": 1},
        {"stage_gain": "turn"},
        {"momentum_cap": 0},
        {"momentum_cap": True},
        {"momentum_cap": "10"},
        {"breakthrough": 0},
        {"critical_counts_raw": 1},
        {"group_effort_payer": "gm"},
        {"effort_keeps_last": "yes"},
        {"critical_rescue": None},
    ],
)
def test_a_broken_house_rule_is_refused_by_name(house: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match="can't be used") as refusal:
        from_house(house)
    assert refusal.value.text.params["name"] == next(iter(house))


def test_an_unknown_house_rule_is_refused() -> None:
    with pytest.raises(RuleError, match="Unknown house rule"):
        from_house({"difficultys": []})


def test_more_experience_never_gives_less() -> None:
    with pytest.raises(RuleError, match="never gives less"):
        from_house({"momentum": [[1, 3], [2, 2]]})


def test_a_table_of_too_many_rows_is_refused() -> None:
    with pytest.raises(RuleError, match="row in a house table"):
        from_house({"difficulties": [[i, "a"] for i in range(17)]})


def test_what_was_typed_is_never_a_message_id() -> None:
    assert typed("easy").id == "{name}"
