"""Every row of the scar table: where, which dice, and what they change."""

from __future__ import annotations

import pytest

from rules.systems.cairn.scars import (
    AT_ONCE,
    HEALED,
    NEXT_SAVE,
    RESTED,
    SAVED,
    SCARS,
    SURVIVED,
    learn,
    place,
    row_for,
    taught,
)
from rules.values import Counter, Text
from tests.rules.cast import refused

# row: its dice, what it changes, when
ROWS = {
    1: ((1, 6), "protection", AT_ONCE),
    2: ((1, 6), "protection", AT_ONCE),
    3: ((1, 6), "protection", RESTED),
    4: ((2, 6), "protection", HEALED),
    5: ((2, 6), "protection", HEALED),
    7: ((3, 6), "dexterity", HEALED),
    8: ((1, 4), "will", SAVED),
    9: ((3, 6), "will", AT_ONCE),
    10: ((1, 6), "will", SAVED),
    11: ((2, 6), "protection", SURVIVED),
    12: ((3, 6), "protection", NEXT_SAVE),
}


@pytest.mark.parametrize("lost", ROWS)
def test_the_dice_of_a_row_and_what_they_change(lost: int) -> None:
    scar = row_for(lost)
    assert (scar.dice, taught(scar), scar.after) == ROWS[lost]


def test_the_rows_are_1_to_12_and_each_has_a_name() -> None:
    assert [scar.lost for scar in SCARS] == list(range(1, 13))
    assert len({scar.name.id for scar in SCARS}) == 12


@pytest.mark.parametrize(("lost", "row"), [(12, 12), (13, 12), (99, 12), (1, 1)])
def test_above_12_it_is_row_12(lost: int, row: int) -> None:
    assert row_for(lost).lost == row


@pytest.mark.parametrize("lost", [0, -1])
def test_without_a_loss_there_is_no_row(lost: int) -> None:
    with refused("leaves a scar"):
        row_for(lost)


@pytest.mark.parametrize(
    ("lost", "places"),
    [
        (1, ["neck", "hands", "eye", "chest", "legs", "ear"]),
        (4, ["leg", "leg", "arm", "arm", "rib", "skull"]),
        (6, ["Strength", "Strength", "Dexterity", "Dexterity", "Will", "Will"]),
    ],
)
def test_where_it_struck(lost: int, places: list[str]) -> None:
    assert [place(row_for(lost), face).id for face in range(1, 7)] == places


@pytest.mark.parametrize("lost", [2, 3, 5, 7, 8, 9, 10, 11, 12])
def test_other_rows_have_no_place(lost: int) -> None:
    with refused("no place"):
        place(row_for(lost), 1)


@pytest.mark.parametrize("face", [0, 7])
def test_a_place_is_a_face_of_a_k6(face: int) -> None:
    assert isinstance(place(row_for(1), 6), Text)
    with refused("not the ones"):
        place(row_for(1), face)


def test_the_head_wound_strikes_the_attribute_that_its_place_tells() -> None:
    wound = row_for(6)
    assert [taught(wound, face) for face in (1, 2, 3, 4, 5, 6)] == [
        "strength", "strength", "dexterity", "dexterity", "will", "will"
    ]  # fmt: skip
    with refused("Throw for the attribute"):
        taught(wound)
    with refused("not the ones"):
        taught(wound, 7)


@pytest.mark.parametrize(
    ("lost", "faces", "now", "then"),
    [
        (1, (5,), Counter(0, 4), Counter(0, 5)),
        (1, (4,), Counter(0, 4), Counter(0, 4)),
        (1, (1,), Counter(0, 4), Counter(0, 4)),
        (2, (6,), Counter(0, 4), Counter(0, 6)),
        (2, (3,), Counter(0, 4), Counter(0, 4)),
        (3, (2,), Counter(0, 4), Counter(0, 6)),
        (4, (6, 6), Counter(0, 4), Counter(0, 12)),
        (4, (1, 1), Counter(0, 4), Counter(0, 4)),
        (5, (2, 3), Counter(0, 4), Counter(0, 5)),
        (5, (2, 2), Counter(0, 4), Counter(0, 4)),
        (6, (4, 4, 4), Counter(11, 15), Counter(12, 15)),
        (6, (4, 4, 4), Counter(12, 15), Counter(12, 15)),
        (6, (6, 6, 6), Counter(3, 15), Counter(18, 18)),
        (7, (6, 5, 5), Counter(9, 15), Counter(9, 16)),
        (7, (5, 5, 5), Counter(9, 15), Counter(9, 15)),
        (9, (4, 4, 4), Counter(5, 11), Counter(5, 12)),
        (9, (4, 4, 3), Counter(5, 11), Counter(5, 11)),
        (11, (5, 6), Counter(0, 4), Counter(0, 11)),
        (11, (1, 1), Counter(3, 4), Counter(2, 2)),
    ],
)
def test_what_is_learnt(lost: int, faces: tuple[int, ...], now: Counter, then: Counter) -> None:
    assert learn(row_for(lost), faces, now) == then


@pytest.mark.parametrize(
    ("lost", "faces", "now", "then"),
    [
        (8, (4,), Counter(10, 10), Counter(10, 14)),
        (10, (6,), Counter(10, 10), Counter(10, 16)),
        (12, (4, 4, 4), Counter(0, 4), Counter(0, 12)),
        (12, (1, 1, 1), Counter(0, 4), Counter(0, 4)),
    ],
)
def test_what_is_learnt_when_a_save_passes(lost: int, faces: tuple[int, ...], now: Counter, then: Counter) -> None:
    scar = row_for(lost)
    assert learn(scar, faces, now, saved=True) == then
    assert learn(scar, (), now, saved=False) == now
    with refused("asks for a save"):
        learn(scar, faces, now)


@pytest.mark.parametrize("scar", SCARS, ids=lambda scar: str(scar.lost))
def test_other_dice_teach_nothing(scar: object) -> None:
    row = scar
    assert hasattr(row, "dice")
    count, die = row.dice
    for faces in ((1,) * (count + 1), (die + 1,) * count, (0,) * count, ()):
        with refused("not the ones"):
            learn(row, faces, Counter(1, 10), saved=True)  # type: ignore[arg-type]
