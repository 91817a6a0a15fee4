"""Which defences answer an attack."""

import pytest

from rules import registry
from sheets.attacks import answering, defence_choices
from tests.cast import SYSTEM

SPEC = registry.system(SYSTEM).sheet()
PHYSICAL, MENTAL = ("block", "resistance", "dodge"), ("intuition", "concentration", "composure")


@pytest.mark.parametrize(
    ("defence", "traits"),
    [("", PHYSICAL + MENTAL), ("physical_defence", PHYSICAL), ("mental_defence", MENTAL), ("dodge", ("dodge",))],
)
def test_the_defender_chooses_among_what_the_attack_names(defence, traits):
    assert answering(SPEC, defence) == traits


@pytest.mark.parametrize("defence", ["athletics", "physical", "no-such"])
def test_nothing_else_answers_an_attack(defence):
    assert answering(SPEC, defence) == ()
    assert defence not in dict(defence_choices(SPEC))


def test_every_game_has_a_choice_for_the_defender():
    for system in registry.systems().values():
        assert defence_choices(system.sheet())[0][0] == ""
