from typing import Any

import pytest

from rules.caerbannog.request import MAX_REASONS, house
from rules.tables import PRESETS, CaerbannogTables
from rules.values import CheckRequest, Participant, Sheet, Trait
from tests.rules.cast import CAERBANNOG, MARCUS, mod, people, refused, request, sheet, uses

FIRE = Trait("fire", "skill", "mystic", 2, "Ogień")


def plan(asked: CheckRequest, *sheets: Sheet) -> None:
    CAERBANNOG.plan(asked, people(*sheets))


@pytest.mark.parametrize("kind", ["", "save", "Test"])
def test_an_unknown_kind_of_test_is_refused(kind: str) -> None:
    with refused("no such kind"):
        plan(request("stealth", kind=kind), sheet())


@pytest.mark.parametrize("against", ["spell", "Attack", " "])
def test_a_defence_answers_an_attack_or_a_hazard(against: str) -> None:
    with refused("attack or a hazard"):
        plan(request("block", against=against), sheet())


@pytest.mark.parametrize("roles", [(), ("helper",), ("initiator", "initiator"), ("opponent",)])
def test_a_test_has_one_initiator(roles: tuple[str, ...]) -> None:
    asked = CheckRequest(tuple(Participant(i, role, uses("stealth")) for i, role in enumerate(roles)))
    with refused("one initiator"):
        plan(asked, *(sheet(i) for i in range(len(roles))))


@pytest.mark.parametrize("role", ["opponent", "", "gm"])
def test_other_roles_are_refused(role: str) -> None:
    asked = CheckRequest((Participant(1, "initiator", uses("stealth")), Participant(2, role, uses("stealth"))))
    with refused("only an initiator and helpers"):
        plan(asked, sheet(1), sheet(2))


def test_nobody_takes_part_twice() -> None:
    asked = CheckRequest((Participant(1, "initiator", uses("stealth")), Participant(1, "helper", uses("guile"))))
    with refused("once"):
        plan(asked, sheet(1))


def test_a_missing_sheet_is_refused() -> None:
    with refused("sheet of this character is missing"):
        plan(request("stealth"), sheet(MARCUS))


def test_something_has_to_be_tested() -> None:
    with refused("Choose what to test"):
        plan(request(), sheet())


def test_a_trait_is_combined_once() -> None:
    with refused("combined once"):
        plan(request("stealth", "stealth"), sheet())


def test_eleven_traits_are_too_many() -> None:
    own = [Trait(f"own{i}", "skill", "specialist", 0, "x") for i in range(11)]
    with refused("trait in one test"):
        plan(request(*(t.key for t in own)), sheet(own=own))


def test_a_specialist_skill_may_be_tried_untrained() -> None:
    assert CAERBANNOG.plan(request("medicine"), people(sheet()))[0].sides == 4


def test_a_mystic_skill_is_tested_with_permission_alone() -> None:
    with refused("mystic"):
        plan(request("fire"), sheet(own=[FIRE]))
    with refused("mystic"):
        plan(request("stealth", "fire"), sheet(own=[FIRE]))
    assert CAERBANNOG.plan(request("fire"), people(sheet(own=[FIRE], flags=["mystic"])))[0].sides == 8


@pytest.mark.parametrize("difficulty", [-1, 100])
def test_a_difficulty_out_of_bounds_is_refused(difficulty: int) -> None:
    with refused("difficulty is a number"):
        plan(request("stealth", difficulty=difficulty), sheet())


@pytest.mark.parametrize("value", [-100, 100])
def test_a_modifier_out_of_bounds_is_refused(value: int) -> None:
    with refused("modifier"):
        plan(request("stealth", modifiers=(mod(value),)), sheet())


@pytest.mark.parametrize("kind", ["advantage", "disadvantage"])
def test_too_many_reasons_or_too_long_ones_are_refused(kind: str) -> None:
    many: dict[str, Any] = {kind: ("a",) * (MAX_REASONS + 1)}
    with refused("reason of one sort"):
        plan(request("stealth", **many), sheet())
    long: dict[str, Any] = {kind: ("a" * 81,)}
    with refused("A reason has"):
        plan(request("stealth", **long), sheet())


def test_too_many_modifiers_are_refused() -> None:
    with refused("reason of one sort"):
        plan(request("stealth", modifiers=(mod(1),) * (MAX_REASONS + 1)), sheet())


def test_a_request_without_tables_is_played_by_the_defaults() -> None:
    assert house(request("stealth")) == PRESETS["2026"]
    own = CaerbannogTables(breakthrough=5)
    assert house(request("stealth", tables=own)) is own
