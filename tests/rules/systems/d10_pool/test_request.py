"""What may be tested, and what is refused before any dice."""

from dataclasses import replace
from typing import Any

import pytest

from rules.systems.d10_pool.request import validate
from rules.values import CheckRequest, Modifier, Participant, Trait, TraitUse
from tests.rules.cast import refused
from tests.rules.systems.d10_pool.cast import ADAM, JOSH, POOL, request, sheet

STRENGTH = Trait("own:strength", "attribute", "attributes", 4, "Siła")
CHESS = Trait("own:chess", "knowledge", "knowledge", 2, "szachy")
ADEPT = {JOSH: sheet(JOSH, STRENGTH, CHESS, mysticism=1, willpower=2, agility=3)}


def attribute(*traits: str) -> str:
    return validate(request(*traits), ADEPT).attribute.key


def test_an_attribute_is_tested_alone() -> None:
    found = validate(request("agility"), ADEPT)
    assert (found.attribute.key, found.learned) == ("agility", None)


def test_what_is_learned_brings_its_attribute() -> None:
    assert attribute("acrobatics") == "agility"
    assert attribute("mysticism") == "willpower"
    assert attribute("alertness") == "willpower"


def test_the_attribute_may_be_named_on_either_side() -> None:
    assert attribute("fencing", "agility") == attribute("agility", "fencing") == "agility"


def test_a_usual_attribute_gives_way_to_a_named_one() -> None:
    assert attribute("hand_to_hand", "own:strength") == "own:strength"


@pytest.mark.parametrize(("learned", "other"), [("acrobatics", "own:strength"), ("mysticism", "agility")])
def test_the_attribute_of_the_text_does_not(learned: str, other: str) -> None:
    with refused("is always tested with"):
        attribute(learned, other)


def test_a_row_of_one_s_own_needs_a_named_attribute() -> None:
    assert attribute("own:chess", "willpower") == "willpower"
    with refused("Choose the attribute"):
        attribute("own:chess")


@pytest.mark.parametrize(
    ("traits", "words"),
    [
        ((), "Choose what to test"),
        (("agility", "willpower"), "one attribute"),
        (("agility", "agility"), "one attribute"),
        (("fencing", "science"), "one skill, talent or field of knowledge"),
        (("fencing", "science", "agility"), "one skill, talent or field of knowledge"),
        (("guile",), "no such trait"),
        (("own:gone",), "no such trait"),
    ],
)
def test_traits_that_make_no_test_are_refused(traits: tuple[str, ...], words: str) -> None:
    with refused(words):
        POOL.plan(request(*traits), ADEPT)


def test_dice_are_not_listed_for_a_trait() -> None:
    with refused("as many dice as its level"):
        POOL.plan(CheckRequest((Participant(JOSH, "initiator", (TraitUse("agility", 2),)),), 1), ADEPT)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"kind": "group"}, "no such kind"),
        ({"against": "attack"}, "no defences"),
        ({"needed": 0}, "from 1 to"),
        ({"needed": 31}, "from 1 to"),
        ({"modifiers": (Modifier(1, "", "sword"),)}, "Gear doesn't wear"),
        ({"modifiers": (Modifier(31),)}, "from -{limit} to {limit}"),
        ({"modifiers": (Modifier(-31),)}, "from -{limit} to {limit}"),
        ({"advantage": ("",) * 9}, "of one sort"),
        ({"disadvantage": ("x" * 81,)}, "A reason has"),
    ],
)
def test_numbers_and_words_have_bounds(more: dict[str, Any], words: str) -> None:
    with refused(words):
        POOL.plan(request("agility", **more), ADEPT)


@pytest.mark.parametrize(
    "more",
    [
        {"needed": 1},
        {"needed": 30},
        {"needed": None},
        {"modifiers": (Modifier(27),)},
        {"modifiers": (Modifier(-30),)},
        {"advantage": ("x" * 80,) * 8},
    ],
)
def test_within_bounds_all_is_well(more: dict[str, Any]) -> None:
    assert POOL.plan(request("agility", **more), ADEPT)


def test_everyone_tests_alone() -> None:
    alone = request("agility")
    for other in ("helper", "opponent"):
        both = (*alone.participants, Participant(ADAM, other, (TraitUse("agility"),)))
        with refused("tests alone"):
            POOL.plan(replace(alone, participants=both), {**ADEPT, ADAM: sheet(ADAM)})


@pytest.mark.parametrize("roles", [(), ("helper",), ("initiator", "initiator")])
def test_a_test_has_one_initiator(roles: tuple[str, ...]) -> None:
    people = tuple(Participant(JOSH, role, (TraitUse("agility"),)) for role in roles)
    with refused("one initiator"):
        POOL.plan(replace(request("agility"), participants=people), ADEPT)


def test_a_sheet_has_to_be_at_hand() -> None:
    with refused("sheet of this character is missing"):
        POOL.plan(request("agility", who=ADAM), ADEPT)


@pytest.mark.parametrize("kind", ["power", "rite", "unknown_rite"])
def test_powers_and_rites_test_mysticism(kind: str) -> None:
    assert POOL.plan(request("mysticism", kind=kind), ADEPT)
    with refused("test Mysticism"):
        POOL.plan(request("science", kind=kind), ADEPT)
    with refused("test Mysticism"):
        POOL.plan(request("willpower", kind=kind), ADEPT)
