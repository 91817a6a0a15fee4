"""Which requests are refused, each beside one that is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.cairn.request import throw_of
from rules.values import CheckRequest, Modifier, Sheet
from tests.rules.cast import refused
from tests.rules.systems.cairn.cast import CAIRN, HOB, ROWAN, WARDEN, WOLF, attack, gang, people, save, sheet, side

TABLE = people(sheet(sword=6, axe=8, mace=8), sheet(HOB, maul=10), sheet(WOLF), Sheet(WARDEN, {}))
CREATURE = {"being": "creature"}


def plan(request: CheckRequest) -> None:
    CAIRN.plan(request, TABLE)


@pytest.mark.parametrize(
    ("request_", "throw"),
    [
        (save("will"), "save"),
        (attack("sword"), "damage"),
        (attack("unarmed", on=None), "damage"),
        (save("will", kind="morale", options=CREATURE), "morale"),
        (CheckRequest((side("initiator", WARDEN),), kind="reaction"), "reaction"),
        (CheckRequest((side("initiator", WARDEN),), kind="fate"), "fate"),
    ],
)
def test_a_request_says_by_its_trait_or_its_kind_which_throw_it_is(request_: CheckRequest, throw: str) -> None:
    assert throw_of(request_) == throw
    plan(request_)


@pytest.mark.parametrize("kind", ["", "save", "damage", "opposed"])
def test_other_kinds_are_refused(kind: str) -> None:
    with refused("no such kind"):
        plan(save("will", kind=kind))


@pytest.mark.parametrize("roles", [(), ("helper",), ("initiator", "initiator"), ("opponent",)])
def test_a_throw_has_one_initiator(roles: tuple[str, ...]) -> None:
    people_ = tuple(side(role, who, "will") for who, role in enumerate(roles, 1))
    for kind in ("test", "fate"):
        with refused("one initiator"):
            plan(CheckRequest(people_, kind=kind))


def test_people_take_part_once_in_a_role_that_there_is_and_have_a_sheet() -> None:
    plan(CheckRequest((side("initiator", ROWAN, "will"), side("helper", HOB, "will"))))
    with refused("once"):
        plan(CheckRequest((side("initiator", ROWAN, "will"), side("helper", ROWAN, "will"))))
    with refused("makes a throw, helps"):
        plan(CheckRequest((side("initiator", ROWAN, "will"), side("judge", HOB, "will"))))
    with refused("sheet of this character"):
        plan(save("will", who=77))


@pytest.mark.parametrize(
    "more", [{"difficulty": 0}, {"difficulty": 3}, {"modifiers": (Modifier(1),)}, {"against": "attack"}]
)
@pytest.mark.parametrize("request_", [save("will"), attack("sword")])
def test_nothing_but_the_attribute_and_the_dice_decides(request_: CheckRequest, more: dict[str, Any]) -> None:
    plan(request_)
    with refused("no difficulties"):
        plan(CheckRequest(request_.participants, **more))


@pytest.mark.parametrize("side_", ["advantage", "disadvantage"])
def test_only_an_attack_is_enhanced_or_impaired(side_: str) -> None:
    plan(attack("sword", **{side_: ("dark",)}))
    for request in (
        save("will", **{side_: ("dark",)}),
        save("will", kind="morale", options=CREATURE, **{side_: ("dark",)}),
        CheckRequest((side("initiator", WARDEN),), kind="fate", **{side_: ("dark",)}),
    ):
        with refused("Only an attack"):
            plan(request)


def test_reasons_are_few_and_short() -> None:
    plan(attack("sword", advantage=("a" * 80,) * 4, disadvantage=("b",) * 4))
    with refused("At most {n} reason"):
        plan(attack("sword", advantage=("a",) * 5, disadvantage=("b",) * 4))
    with refused("character"):
        plan(attack("sword", advantage=("a" * 81,)))


@pytest.mark.parametrize("options", [{"luck": True}, {"blast": 1}, {"being": True}, {"doomed": "yes"}])
def test_unknown_options_are_refused(options: dict[str, Any]) -> None:
    plan(attack("sword", options={"blast": True, "doomed": False, "by_detachment": True}))
    with refused("no such option"):
        plan(attack("sword", options=options))


@pytest.mark.parametrize(
    "request_",
    [
        save("will", options=CREATURE),
        save("will", kind="morale", options={**CREATURE, "blast": True}),
        CheckRequest((side("initiator", WARDEN),), kind="fate", options={"doomed": True}),
    ],
)
def test_what_an_attack_may_be_other_throws_are_not(request_: CheckRequest) -> None:
    with refused("no such option"):
        plan(request_)


@pytest.mark.parametrize("being", ["", "ghost", "detachments"])
def test_no_other_being_is_hit(being: str) -> None:
    plan(attack("sword", options={"being": "detachment"}))
    with refused("a character, a creature"):
        plan(attack("sword", options={"being": being}))


@pytest.mark.parametrize("traits", [("will", "strength"), ("will", "sword"), (("will", 2),)])
def test_a_save_is_made_with_one_attribute(traits: tuple[str | tuple[str, int], ...]) -> None:
    plan(save("will"))
    with refused("one attribute"):
        plan(CheckRequest((side("initiator", ROWAN, *traits),)))


def test_helpers_in_a_save_bring_an_attribute_too() -> None:
    for traits in ((), ("maul",), ("no such trait",)):
        with refused("one attribute"):
            plan(CheckRequest((side("initiator", ROWAN, "will"), side("helper", HOB, *traits))))


def test_of_two_opponents_one_saves() -> None:
    with refused("more at risk"):
        plan(CheckRequest((side("initiator", ROWAN, "will"), side("opponent", WOLF, "will"))))


def test_nothing_is_tested_without_a_trait() -> None:
    with refused("Choose what to test"):
        plan(CheckRequest((side("initiator", ROWAN),)))


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (save("will", kind="morale"), "never tested"),
        (save("will", kind="morale", options={"being": "character"}), "never tested"),
        (save("dexterity", kind="morale", options=CREATURE), "one attribute"),
        (CheckRequest((side("initiator", WOLF),), kind="morale", options=CREATURE), "one attribute"),
        (
            CheckRequest(
                (side("initiator", WOLF, "will"), side("helper", HOB, "will")), kind="morale", options=CREATURE
            ),
            "for its group",
        ),
    ],
)
def test_morale_is_one_foe_s_will(request_: CheckRequest, words: str) -> None:
    plan(save("will", WOLF, kind="morale", options=CREATURE))
    with refused(words):
        plan(request_)


@pytest.mark.parametrize("kind", ["reaction", "fate"])
def test_the_warden_s_dice_need_one_person_and_no_trait(kind: str) -> None:
    plan(CheckRequest((side("initiator", WARDEN),), kind=kind))
    for people_ in ((side("initiator", WARDEN, "will"),), (side("initiator", WARDEN), side("helper", HOB))):
        with refused("with no trait"):
            plan(CheckRequest(people_, kind=kind))


def test_one_target_is_struck_at_a_time_and_throws_nothing() -> None:
    plan(attack("sword"))
    with refused("on its own"):
        plan(CheckRequest((side("initiator", ROWAN, "sword"), side("opponent", HOB), side("opponent", WOLF))))
    with refused("throws no damage"):
        plan(CheckRequest((side("initiator", ROWAN, "sword"), side("opponent", WOLF, "unarmed"))))


@pytest.mark.parametrize(
    ("traits", "words"),
    [
        (("axe", "mace", "sword"), "two weapons"),
        ((("axe", 3),), "two weapons"),
        ((("axe", 0),), "two weapons"),
        ((("axe", 2), "mace"), "two weapons"),
        (("axe", "axe"), "named once"),
        (("maul",), "no such weapon"),
        (("axe", "will"), "no such weapon"),
    ],
)
def test_an_attacker_has_two_weapons_at_most(traits: tuple[str | tuple[str, int], ...], words: str) -> None:
    plan(attack("axe", "mace"))
    plan(attack(("axe", 2)))
    with refused(words):
        plan(attack(*traits))


def test_every_attacker_has_a_weapon() -> None:
    plan(gang((ROWAN, "sword"), (HOB, "maul")))
    with refused("Choose a weapon"):
        plan(CheckRequest((side("initiator", ROWAN, "sword"), side("helper", HOB))))


def test_fifty_dice_are_the_most() -> None:
    crowd = people(*(sheet(who, spear=6) for who in range(1, 61)), sheet(99))
    CAIRN.plan(gang(*((who, "spear") for who in range(1, 51)), on=99), crowd)
    with refused("die at once"):
        CAIRN.plan(gang(*((who, "spear") for who in range(1, 52)), on=99), crowd)
