"""Each term of a roll's sum and each thing done after the dice has its words."""

import pytest

from rules.values import Cost, Step, Taken, Text
from sessions.check_words import momentum_unit, step_label, told


@pytest.mark.parametrize(
    ("step", "label"),
    [
        (Step("roll", 5), "die"),
        (Step("modifier", 1, note="a lantern"), "a lantern"),
        (Step("modifier", 1), "modifier"),
        (Step("boost", 2, label=Text("Social")), "bonus: Social"),
        (Step("bonus", 2, label=Text("Social")), "bonus: Social"),
        (Step("ability", 1, label=Text("Brutal Attack")), "Brutal Attack"),
    ],
)
def test_a_term_is_called_by_its_kind_or_as_its_game_labels_it(step, label):
    assert step_label(step) == label


@pytest.mark.parametrize(
    ("taken", "line"),
    [
        (
            Taken("boost", 7, Cost("momentum", 1), bonus=3, before=-1),
            "Boost: Julio, +3, −1 Momentum, the result was −1.",
        ),
        (Taken("ability", 7, Cost("momentum", 2), note="Iron will"), "Ability: Julio, −2 Momentum, “Iron will”."),
        (Taken("reroll", 7, faces=(1, 2)), "Reroll: Julio, rerolled 1, 2."),
        (Taken("correct", 7, before=2), "Corrected by the game master, the result was 2."),
    ],
)
def test_what_was_done_is_told_with_its_price(taken, line):
    assert told(taken, {7: "Julio"}, "caerbannog_2026") == line


@pytest.mark.parametrize(("system", "unit"), [("caerbannog_2026", "M"), ("cairn", "")])
def test_momentum_is_called_as_its_game_calls_it_in_short(system, unit):
    assert momentum_unit(system) == unit
