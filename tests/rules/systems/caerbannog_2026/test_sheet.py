import pytest

from rules.caerbannog.sheet import held, read_off, reads_and_writes, runes_known
from rules.values import Counter, Sheet, Text, Trait
from tests.rules.cast import CAERBANNOG, SPEC, refused, sheet

SKILLS = {
    "physical": ["athletics", "riding", "stealth", "agility"],
    "mystic": [],
    "practical": ["inquiry", "perception", "survival", "insight"],
    "specialist": [],
    "social": ["charisma", "guile", "animal_handling", "intimidation"],
    "combat": ["melee", "ranged", "unarmed"],
    "knowledge": [
        "general_knowledge",
        "mystic_knowledge",
        "natural_knowledge",
        "social_knowledge",
        "exact_knowledge",
    ],
}
DEFENCES = {
    "physical_defence": (["block", "resistance", "dodge"], "endurance"),
    "mental_defence": (["intuition", "concentration", "composure"], "determination"),
}


def test_twenty_skills_are_printed_in_seven_categories() -> None:
    printed = {c.key: [t.key for t in c.printed] for c in SPEC.categories if c.kind == "skill"}
    assert printed == SKILLS
    assert sum(map(len, printed.values())) == 20


def test_seven_specialist_skills_are_offered_and_own_ones_may_be_written() -> None:
    specialist = SPEC.category("specialist")
    assert specialist is not None
    assert [t.key for t in specialist.offered] == [
        "alchemy",
        "artistry",
        "seamanship",
        "medicine",
        "craft",
        "management",
        "thievery",
    ]
    assert [c.key for c in SPEC.categories if c.own_rows] == ["mystic", "specialist"]


def test_mystic_circles_bring_runes_and_need_a_permission() -> None:
    mystic = SPEC.category("mystic")
    assert mystic is not None
    assert mystic.runes
    assert mystic.needs_permission in {key for key, _ in SPEC.flags}


def test_six_defences_protect_two_pools_and_have_no_bonus() -> None:
    found = {c.key: ([t.key for t in c.printed], c.protects) for c in SPEC.categories if c.kind == "defence"}
    assert found == DEFENCES
    assert not any(c.bonus or c.boosted_by for c in SPEC.categories if c.kind == "defence")


def test_every_skill_category_has_a_bonus_that_momentum_pays_for() -> None:
    skills = [c for c in SPEC.categories if c.kind == "skill"]
    assert all(c.bonus and c.boosted_by == "momentum" for c in skills)


def test_five_levels_have_dice_from_k4_to_k12() -> None:
    assert [(level.label, level.sides) for level in SPEC.levels] == [
        ("0", 4),
        ("I", 6),
        ("II", 8),
        ("III", 10),
        ("IV", 12),
    ]


def test_momentum_ends_at_ten_and_health_starts_full() -> None:
    momentum = SPEC.counter("momentum")
    assert momentum is not None
    assert (momentum.default, momentum.ceiling, momentum.has_maximum) == (0, 10, False)
    health = [SPEC.counter(key) for key in ("endurance", "determination", "vitality")]
    assert [(c.default, c.default_maximum, c.kind) for c in health if c] == [
        (10, 10, "phys"),
        (10, 10, "mind"),
        (10, 10, "life"),
    ]


def test_social_capital_is_three_counters_of_the_table_s_own_names() -> None:
    social = [c for c in SPEC.counters if c.kind == "social"]
    assert [c.key for c in social] == ["contacts", "favours", "wealth"]
    assert all(c.renameable and c.has_maximum for c in social)


def test_a_trait_without_a_row_is_at_level_0() -> None:
    assert CAERBANNOG.edition.trait(Sheet(1, {}), "medicine") == Trait("medicine", "skill", "specialist", 0)
    assert CAERBANNOG.edition.trait(Sheet(1, {}), "dodge").category == "physical_defence"


@pytest.mark.parametrize("key", ["", "swimming", "own:1", "momentum"])
def test_a_trait_that_nobody_knows_is_refused(key: str) -> None:
    with refused("no such trait"):
        CAERBANNOG.edition.trait(Sheet(1, {}), key)


@pytest.mark.parametrize("row", [Trait("x", "skill", "magic", 1), Trait("x", "skill", "combat", 5)])
def test_a_row_that_the_sheet_can_t_have_is_refused(row: Trait) -> None:
    with refused("no such trait"):
        CAERBANNOG.edition.trait(Sheet(1, {"x": row}), "x")


def test_a_counter_without_a_row_is_at_its_default() -> None:
    empty = Sheet(1, {}, counters={"vitality": Counter(0, 10)})
    assert [held(empty, key) for key in ("endurance", "momentum", "vitality", "luck")] == [10, 0, 0, 0]


@pytest.mark.parametrize(
    ("reader", "reads"),
    [
        (sheet(), False),
        (sheet(exact_knowledge=0), False),
        (sheet(exact_knowledge=1), True),
        (sheet(inquiry=4), False),
    ],
)
def test_any_knowledge_at_level_i_reads_and_writes(reader: Sheet, reads: bool) -> None:
    assert reads_and_writes(reader) is reads


@pytest.mark.parametrize(("level", "runes"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_a_circle_brings_a_rune_for_each_of_three_levels(level: int, runes: int) -> None:
    assert runes_known(Trait("fire", "skill", "mystic", level)) == runes


def test_what_can_be_read_off_the_sheet_is_a_sentence_or_nothing() -> None:
    assert read_off(sheet(exact_knowledge=1)) == (Text("Can read and write."),)
    assert read_off(sheet()) == ()
