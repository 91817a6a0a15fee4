import pytest

from rules.systems.cairn.inventory import PETTY, Inventory, Item
from rules.systems.cairn.magic import Artefact, Circumstances, cast, may_ask_save, read_scroll, recharge, use
from tests.rules.cast import refused

BOOK, SCROLL, ROPE = Item("Sleep", kind="spellbook"), Item("Knock", PETTY, "scroll"), Item("rope")
BAG = Inventory((BOOK, SCROLL, ROPE))
CALM = Circumstances(time=True)


def test_a_spell_tires_and_its_book_stays() -> None:
    assert cast(BAG, 0, CALM) == Inventory(BAG.items, fatigue=1)


@pytest.mark.parametrize("place", [1, 2])
def test_only_a_spellbook_is_cast_from(place: int) -> None:
    with refused("from a spellbook"):
        cast(BAG, place, CALM)


def test_a_spellbook_takes_both_hands() -> None:
    with refused("both hands"):
        cast(BAG, 0, Circumstances(both_hands=False))


def test_no_spell_without_a_slot_for_its_fatigue() -> None:
    with refused("drop something"):
        cast(Inventory((BOOK, *(ROPE,) * 9)), 0, CALM)


@pytest.mark.parametrize("how", [Circumstances(), Circumstances(danger=True, time=True)])
def test_a_spell_is_enhanced_with_time_and_in_safety_at_no_cost(how: Circumstances) -> None:
    assert cast(BAG, 0, CALM, enhanced=True) == cast(BAG, 0, CALM)
    assert cast(BAG, 0, how)
    with refused("in safety"):
        cast(BAG, 0, how, enhanced=True)


@pytest.mark.parametrize(
    ("how", "asked"),
    [
        (CALM, False),
        (Circumstances(), False),
        (Circumstances(deprived=True, time=True), True),
        (Circumstances(danger=True), True),
    ],
)
def test_a_save_is_asked_of_the_deprived_and_in_danger(how: Circumstances, asked: bool) -> None:
    assert may_ask_save(how) is asked


def test_a_scroll_is_petty_read_once_and_tires_nobody() -> None:
    after = read_scroll(BAG, 1)
    assert after == Inventory((BOOK, ROPE))
    assert after.free == BAG.free
    with refused("not a scroll"):
        read_scroll(after, 1)


def test_an_artefact_has_so_many_uses_until_it_is_charged_again() -> None:
    horn = Artefact("horn", 2, 2, "blow it at dawn")
    empty = use(use(horn))
    with refused("empty"):
        use(empty)
    assert recharge(empty) == horn


def test_not_every_artefact_can_be_charged() -> None:
    with refused("Nothing charges"):
        recharge(Artefact("tooth", 0, 1))
