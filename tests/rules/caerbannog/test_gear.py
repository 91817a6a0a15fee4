"""Armour and shields: they help one physical defence test, and wear by it."""

import pytest

from rules.values import CheckRequest, Gear, Modifier, Participant, Sheet, TraitUse
from tests.rules.cast import CAERBANNOG, JULIO, MARCUS, people, refused, request, roll, sheet, uses

SHIELD = Gear("shield", "Tarcza", bonus=2, wear_left=1)
HELPED = Modifier(2, "", "shield")


def plan(asked: CheckRequest, *sheets: Sheet) -> None:
    CAERBANNOG.plan(asked, people(*sheets))


def test_a_shield_helps_a_physical_defence_and_wears() -> None:
    result = roll(request("block", difficulty=6, against="attack", modifiers=(HELPED,)), sheet(gear=[SHIELD]), 2, 3, 3)
    assert [(step.kind, step.value) for step in result.steps] == [("roll", 3), ("difficulty", -6), ("gear", 2)]
    assert result.value == -1
    assert [(e.who, e.counter, e.amount) for e in result.effects] == [(JULIO, "gear:shield", -1)]


@pytest.mark.parametrize("trait", ["composure", "stealth", "melee"])
def test_a_shield_helps_nothing_else(trait: str) -> None:
    with refused("physical defences only"):
        plan(request(trait, modifiers=(HELPED,)), sheet(gear=[SHIELD]))


def test_a_worn_out_shield_helps_nobody() -> None:
    with refused("worn out"):
        plan(request("block", modifiers=(HELPED,)), sheet(gear=[Gear("shield", "Tarcza", 2, 0)]))


def test_a_shield_gives_its_own_bonus_alone() -> None:
    with refused("no more and no less"):
        plan(request("block", modifiers=(Modifier(3, "", "shield"),)), sheet(gear=[SHIELD]))


def test_a_shield_helps_once() -> None:
    with refused("helps a test once"):
        plan(request("block", modifiers=(HELPED, HELPED)), sheet(gear=[SHIELD]))


def test_somebody_else_s_shield_helps_nobody() -> None:
    with refused("Nobody in this test"):
        CAERBANNOG.plan(request("block", modifiers=(HELPED,)), people(sheet(), sheet(MARCUS, gear=[SHIELD])))


def test_a_helper_s_shield_needs_the_helper_s_defence() -> None:
    asked = CheckRequest(
        (Participant(JULIO, "initiator", uses("block")), Participant(MARCUS, "helper", (TraitUse("stealth"),))),
        3,
        modifiers=(HELPED,),
    )
    with refused("physical defences only"):
        CAERBANNOG.plan(asked, people(sheet(), sheet(MARCUS, gear=[SHIELD])))
