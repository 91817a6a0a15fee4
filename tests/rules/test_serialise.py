import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.errors import UnreadableValue
from rules.house import from_house
from rules.serialise import VERSION, from_json, request_from_json, result_from_json, to_json
from rules.tables import PRESETS
from rules.values import CheckRequest, CheckResult, Choice, Cost, Die, Modifier, Step, Tables, Text
from tests.rules.cast import JULIO, MARCUS, MOMENTUM, ROSALIA, again, follow, group, mod, people, request, roll, sheet

SAMPLES = Path(__file__).parent / "samples"
LIMIT = 2048

TABLE = people(
    sheet(ROSALIA, guile=3, bonuses={"social": 2}, momentum=3),
    sheet(MARCUS, guile=2, momentum=3),
    sheet(JULIO, guile=0, bonuses={"social": 3}, momentum=3),
)


def stored(value: CheckRequest | CheckResult) -> str:
    return json.dumps(to_json(value))  # as Django's JSONField writes it


def there_and_back(value: CheckRequest | CheckResult) -> CheckRequest | CheckResult:
    return from_json(json.loads(stored(value)))


def eventful(**more: Any) -> CheckResult:
    """A group test with everything that may happen to it."""
    asked = group(
        (ROSALIA, "guile"),
        (MARCUS, "guile"),
        (JULIO, "guile"),
        difficulty=8,
        advantage=("ciemno",),
        disadvantage=("obcy akcent",),
        modifiers=(mod(1, "łapówka"), mod(-1)),
        **more,
    )
    result = roll(asked, TABLE, 9, 2, 1)
    result = follow(result, Choice("boost", JULIO), TABLE)
    result = follow(result, Choice("effort", ROSALIA, Cost("determination", 4)), TABLE)
    result = follow(result, Choice("reroll", MARCUS, MOMENTUM, dice=(2,), note="Inspirująca osobowość"), TABLE,
                    again(result, {2: 4}))  # fmt: skip
    result = follow(result, Choice("boost", ROSALIA), TABLE)
    fixed = replace(result.request, difficulty=6)
    return follow(result, Choice("correct", ROSALIA, request=fixed, note="źle podana trudność"), TABLE)


@pytest.mark.parametrize(
    "value",
    [
        request("stealth"),
        request("stealth", difficulty=None),
        request("stealth", difficulty=0),
        request(("riding", 3), ("inquiry", 1), against="hazard", options={"weapon": "miecz", "hard": True, "n": 0}),
        request("block", modifiers=(Modifier(2, "", "shield"), Modifier(-1, "deszcz")), kind="other"),
        request("stealth", advantage=("", "a"), disadvantage=("b",)),
        request("stealth", tables=PRESETS["2026"]),
        request("stealth", tables=PRESETS["earlier"]),
        request("stealth", tables=from_house({"difficulties": [[0, "easy"], [5, "{zły}"]], "breakthrough": 4})),
        roll(request("guile"), sheet(), 4, 4, 4),
        roll(request("guile", difficulty=None), sheet(), 1, 1, 1),
        roll(request("guile", difficulty=0), sheet(), 1, 1, 1),
        eventful(),
        eventful(tables=from_house({"results": [[0, "klapa"], [1, "udało się"]]})),
    ],
)
def test_a_value_comes_back_as_it_went(value: CheckRequest | CheckResult) -> None:
    assert there_and_back(value) == value


def test_words_keep_their_number_and_parameters() -> None:
    label = Text("At most {n} die at once.", 0, {"a": "x", "b": 0, "c": Text("Block"), "d": Text("{n}", 2, {"e": 1})})
    result = roll(request("guile"), sheet(), 2, 2, 2)
    told = replace(result, steps=(Step("boost", 0, 0, label, "nota"),), name=label)
    assert there_and_back(told) == told


def test_marks_on_dice_are_kept_whatever_they_are() -> None:
    dice = (Die(1, "a", 6, 6), Die(1, "a", 6, 2, kept=True, top=True), Die(2, "a", 6, 3), Die(1, "a", 6, 1))
    told = replace(roll(request("guile"), sheet(), 2, 2, 2), dice=dice)
    assert there_and_back(told) == told


def test_the_earlier_effort_keeps_what_vitality_bore() -> None:
    poor = sheet(determination=3)
    failed = roll(request("athletics", difficulty=6, tables=PRESETS["earlier"]), poor, 1, 2, 3)
    done = follow(failed, Choice("effort", JULIO, Cost("determination", 5)), poor)
    assert there_and_back(done) == done


def test_default_tables_take_no_room() -> None:
    bare, default = stored(request("stealth")), stored(request("stealth", tables=PRESETS["2026"]))
    assert len(default) - len(bare) < 40


def test_an_eventful_roll_is_small() -> None:
    assert len(stored(eventful())) < LIMIT


def test_a_roll_at_a_table_with_its_own_names_is_small() -> None:
    house = from_house(
        {
            "difficulties": [[i, f"próg żółty numer {i}"] for i in range(9)],
            "results": [[i, f"wynik łąka {i}"] for i in range(-5, 8)],
        }
    )
    asked = request("guile", "stealth", "composure", tables=house, modifiers=(mod(1, "łapówka"),))
    assert len(stored(roll(asked, sheet(), 4, 4, 4))) < LIMIT


# --- what can't be read -----------------------------------------------------------------------------------------------

GOOD = to_json(roll(request("guile"), sheet(), 2, 2, 2))


@pytest.mark.parametrize("version", [VERSION + 1, 99, 0, "1", None])
def test_another_version_is_refused(version: object) -> None:
    with pytest.raises(UnreadableValue, match="version"):
        from_json({**GOOD, "v": version})


@pytest.mark.parametrize("data", [None, [], "x", 1, {}, {"kind": "result"}])
def test_what_is_no_stored_check_is_refused(data: object) -> None:
    with pytest.raises(UnreadableValue, match="version"):
        from_json(data)


@pytest.mark.parametrize(
    "damage",
    [
        {"kind": "song"},
        {"dice": [[1]]},
        {"dice": 5},
        {"request": {}},
        {"request": {"who": [[1, "initiator"]]}},
        {"request": {"who": [], "house": ["no such system"]}},
        {"steps": [[["x"], 1, None, ["a", None, {"b": [None]}]]]},
        {"effects": [[1, 2, 3, 4]]},
    ],
)
def test_a_damaged_check_is_refused(damage: dict[str, Any]) -> None:
    with pytest.raises(UnreadableValue, match="damaged"):
        from_json({**GOOD, **damage})


@pytest.mark.parametrize("field", ["kind", "request", "dice", "steps", "roll", "raw", "value", "outcome", "system"])
def test_a_check_with_a_part_missing_is_refused(field: str) -> None:
    with pytest.raises(UnreadableValue, match="damaged"):
        from_json({key: value for key, value in GOOD.items() if key != field})


def test_broken_house_tables_in_a_stored_request_are_damage() -> None:
    data = to_json(request("guile", tables=PRESETS["earlier"]))
    with pytest.raises(UnreadableValue, match="damaged"):
        from_json({**data, "house": ["caerbannog", {"edition": "2019"}]})


def test_a_request_is_no_result_and_the_other_way_round() -> None:
    asked = request("guile")
    assert request_from_json(to_json(asked)) == asked
    assert result_from_json(GOOD).value == -1
    with pytest.raises(UnreadableValue, match="request was expected"):
        request_from_json(GOOD)
    with pytest.raises(UnreadableValue, match="result was expected"):
        result_from_json(to_json(asked))


def test_tables_of_an_unknown_family_are_not_stored() -> None:
    class Foreign(Tables):
        pass

    with pytest.raises(TypeError, match="Foreign"):
        to_json(request("guile", tables=Foreign()))


# --- frozen samples ---------------------------------------------------------------------------------------------------


def test_a_check_stored_by_version_1_is_still_read() -> None:
    data = json.loads((SAMPLES / "check_v1.json").read_text("utf-8"))
    result = result_from_json(data)
    assert (result.roll, result.raw, result.value, result.outcome) == (4, 3, 3, "success")
    assert [(die.who, die.sides, die.face, die.kept, die.top) for die in result.dice] == [
        (ROSALIA, 10, 9, False, False),
        (MARCUS, 8, 2, False, False),
        (JULIO, 4, 4, True, True),
    ]
    assert [(step.kind, step.value) for step in result.steps] == [
        ("roll", 4),
        ("difficulty", -6),
        ("modifier", 1),
        ("modifier", -1),
        ("boost", 3),
        ("boost", 2),
    ]
    assert [taken.kind for taken in result.taken] == ["boost", "effort", "reroll", "boost", "correct"]
    assert result.taken[2].cost == MOMENTUM
    assert result.taken[2].faces == (1,)
    assert result.request.advantage == ("ciemno",)
    assert result.request.modifiers[0] == Modifier(1, "łapówka")
    assert result.name == Text("{name}", None, {"name": "udało się"})
    assert to_json(result) == data
