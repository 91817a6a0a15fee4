import json
from typing import Any

import pytest

from rules.serialise import from_json, to_json
from rules.systems.cairn.house import CairnTables, from_house
from tests.rules.cast import refused
from tests.rules.systems.cairn.cast import CAIRN, roll, save, sheet


def test_ten_slots_unless_the_campaign_says_otherwise() -> None:
    assert from_house({}) == CairnTables(10)
    assert from_house({"slots": 12}).slots == 12


@pytest.mark.parametrize("slots", [0, 100, -1, True, "10", None, 9.5])
def test_a_senseless_number_of_slots_is_refused(slots: Any) -> None:
    with refused("can't be used"):
        from_house({"slots": slots})


@pytest.mark.parametrize("name", ["slot", "momentum_cap", ""])
def test_an_unknown_rule_is_refused(name: str) -> None:
    with refused("Unknown house rule"):
        from_house({name: 1})


@pytest.mark.parametrize("house", [{}, {"slots": 12}])
def test_a_stored_throw_keeps_its_house_rules(house: dict[str, int]) -> None:
    asked = save("will", tables=CAIRN.tables(house))
    assert from_json(json.loads(json.dumps(to_json(asked)))) == asked
    result = roll(asked, sheet(), 5)
    assert from_json(json.loads(json.dumps(to_json(result)))) == result
