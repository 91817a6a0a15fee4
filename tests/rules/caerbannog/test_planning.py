import pytest

from rules.values import CheckRequest, Participant, Trait
from tests.rules.cast import CAERBANNOG, JULIO, MARCUS, ROSALIA, group, people, refused, request, sheet, uses

ALL = people(
    sheet(JULIO, stealth=2, composure=1, perception=3), sheet(MARCUS, riding=2, inquiry=1), sheet(ROSALIA), sheet(4)
)


def dice(asked: CheckRequest) -> list[tuple[int, str, int, int]]:
    return [(part.who, part.trait, part.sides, part.count) for part in CAERBANNOG.plan(asked, ALL)]


@pytest.mark.parametrize(("level", "sides"), [(0, 4), (1, 6), (2, 8), (3, 10), (4, 12)])
def test_one_trait_throws_three_dice_of_its_level(level: int, sides: int) -> None:
    plan = CAERBANNOG.plan(request("stealth"), people(sheet(stealth=level)))
    assert [(part.sides, part.count) for part in plan] == [(sides, 3)]


def test_of_two_traits_the_first_is_the_main_one() -> None:
    assert dice(request("stealth", "composure")) == [(1, "stealth", 8, 2), (1, "composure", 6, 1)]


def test_three_traits_bring_a_die_each() -> None:
    assert dice(request("composure", "stealth", "perception")) == [
        (1, "composure", 6, 1),
        (1, "stealth", 8, 1),
        (1, "perception", 10, 1),
    ]


def test_each_trait_above_the_third_brings_one_more_die() -> None:
    five = request("composure", "stealth", "perception", "block", "guile")
    assert [count for *_, count in dice(five)] == [1, 1, 1, 1, 1]


def test_the_gm_may_list_the_dice() -> None:
    asked = request(("riding", 3), ("inquiry", 1), who=MARCUS)
    assert dice(asked) == [(2, "riding", 8, 3), (2, "inquiry", 6, 1)]


@pytest.mark.parametrize("listed", [0, -1])
def test_a_list_of_dice_leaves_no_trait_without(listed: int) -> None:
    with refused("at least one die"):
        dice(request(("riding", 3), ("inquiry", listed)))


def test_a_list_of_dice_names_them_all() -> None:
    with refused("at least one die"):
        dice(request(("riding", 3), "inquiry"))


def test_eleven_dice_are_too_many() -> None:
    with refused("die in one test"):
        dice(request(("riding", 11)))
    with refused("die in one test"):
        dice(request(("riding", 6), ("inquiry", 5)))
    assert dice(request(("riding", 10)))[0][3] == 10


def test_with_one_helper_the_initiator_throws_two_dice() -> None:
    assert dice(group((JULIO, "stealth"), (MARCUS, "riding"))) == [(1, "stealth", 8, 2), (2, "riding", 8, 1)]


def test_from_two_helpers_on_everybody_throws_one_die() -> None:
    three = group((JULIO, "guile"), (MARCUS, "guile"), (ROSALIA, "guile"))
    assert [(who, count) for who, *_, count in dice(three)] == [(1, 1), (2, 1), (3, 1)]
    four = group((JULIO, "guile"), (MARCUS, "guile"), (ROSALIA, "guile"), (4, "guile"))
    assert [(who, count) for who, *_, count in dice(four)] == [(1, 1), (2, 1), (3, 1), (4, 1)]


def test_an_initiator_of_two_may_combine_two_traits() -> None:
    asked = CheckRequest(
        (Participant(1, "initiator", uses("stealth", "perception")), Participant(2, "helper", uses("riding"))), 3
    )
    assert [count for *_, count in dice(asked)] == [1, 1, 1]


def test_a_helper_with_one_die_combines_nothing() -> None:
    asked = CheckRequest(
        (Participant(1, "initiator", uses("stealth")), Participant(2, "helper", uses("riding", "inquiry"))), 3
    )
    with refused("more traits than dice"):
        dice(asked)


def test_spells_throw_the_dice_of_their_circles() -> None:
    circles = [Trait("fire", "skill", "mystic", 3, "Ogień"), Trait("wind", "skill", "mystic", 1, "Wiatr")]
    mage = people(sheet(own=circles, flags=["mystic"]))
    assert [(p.sides, p.count) for p in CAERBANNOG.plan(request("fire", "wind"), mage)] == [(10, 2), (6, 1)]
