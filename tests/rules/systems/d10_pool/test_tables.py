"""The (S) decision of this game, and how a stored test keeps it."""

from collections.abc import Mapping

import pytest

from rules.errors import UnreadableValue
from rules.serialise import from_json, to_json
from rules.systems.d10_pool.tables import DEFAULT, PoolTables, from_house, tables_of
from rules.tables import PRESETS
from rules.values import Tables
from tests.rules.cast import refused
from tests.rules.systems.d10_pool.cast import request, thrown

OTHER = PoolTables(ones_void_tens=False)


@pytest.mark.parametrize(
    ("house", "tables"), [({}, DEFAULT), ({"ones_void_tens": True}, DEFAULT), ({"ones_void_tens": False}, OTHER)]
)
def test_a_campaign_names_what_differs(house: Mapping[str, object], tables: PoolTables) -> None:
    assert from_house(house) == tables


@pytest.mark.parametrize("house", [{"ones": True}, {"edition": "2026"}, {"ones_void_tens": True, "x" * 99: 1}])
def test_an_unknown_rule_is_refused(house: Mapping[str, object]) -> None:
    with refused("Unknown house rule"):
        from_house(house)


@pytest.mark.parametrize("value", [1, 0, "yes", None, [True]])
def test_a_value_that_is_no_yes_or_no_is_refused(value: object) -> None:
    with refused("can't be used as written"):
        from_house({"ones_void_tens": value})


@pytest.mark.parametrize("tables", [Tables(), PRESETS["2026"], DEFAULT])
def test_without_tables_of_its_own_a_test_is_played_by_the_defaults(tables: Tables) -> None:
    assert tables_of(request("agility", tables=tables)) == DEFAULT


def test_the_tables_of_a_test_decide_it() -> None:
    assert (thrown(10, 1, 8, tables=DEFAULT).value, thrown(10, 1, 8, tables=OTHER).value) == (1, 2)


@pytest.mark.parametrize(
    ("tables", "stored"), [(DEFAULT, ["d10_pool"]), (OTHER, ["d10_pool", {"ones_void_tens": False}])]
)
def test_a_stored_test_keeps_what_differs(tables: PoolTables, stored: object) -> None:
    asked = request("agility", tables=tables)
    assert to_json(asked)["house"] == stored
    assert from_json(to_json(asked)) == asked


@pytest.mark.parametrize("house", [["d10_pool", {"ones_void_tens": "no"}], ["d10_pool", {"luck": 1}], ["d10", {}]])
def test_damaged_tables_are_damage(house: object) -> None:
    with pytest.raises(UnreadableValue, match="damaged"):
        from_json({**to_json(request("agility")), "house": house})
