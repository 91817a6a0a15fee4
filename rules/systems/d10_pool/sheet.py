"""The sheet of the d10 pool: the traits that the text names, rows of one's own, and which attribute goes with what.

A level is a number of dice: an attribute at 3 brings three d10 to every test that it takes part in.
"""

from __future__ import annotations

from rules.errors import RuleError
from rules.spec import CategorySpec, LevelSpec, SheetSpec, TraitSpec
from rules.values import N_, Sheet, Text, Trait

SIDES = 10
AGILITY, WILLPOWER, MYSTICISM = "agility", "willpower", "mysticism"

ATTRIBUTES = {AGILITY: Text(N_("Agility")), WILLPOWER: Text(N_("Willpower"))}

# The text names an attribute for two skills. For the others it is a house default, which a test may set aside.
BOUND = {"acrobatics": AGILITY, MYSTICISM: WILLPOWER}
USUAL = {
    "fencing": AGILITY,
    "hand_to_hand": AGILITY,
    "lockpicking": AGILITY,
    "marksmanship": AGILITY,
    "wilderness_survival": WILLPOWER,
    "alertness": WILLPOWER,
    "science": WILLPOWER,
}


def _learned(key: str, label: str) -> TraitSpec:
    bound = key in BOUND
    attribute = ATTRIBUTES[BOUND[key] if bound else USUAL[key]]
    words = N_("Always tested with {attribute}.") if bound else N_("Usually tested with {attribute}.")
    return TraitSpec(key, Text(label), Text(words, params={"attribute": attribute}), trained_only=key == MYSTICISM)


CATEGORIES = (
    CategorySpec(
        "attributes",
        "attribute",
        Text(N_("Attributes")),
        tuple(TraitSpec(key, label) for key, label in ATTRIBUTES.items()),
        own_rows=True,
        lowest=1,
    ),
    CategorySpec(
        "skills",
        "skill",
        Text(N_("Skills")),
        (
            _learned("acrobatics", N_("Acrobatics")),
            _learned("fencing", N_("Fencing")),
            _learned("hand_to_hand", N_("Hand-to-hand Fighting")),
            _learned("lockpicking", N_("Lockpicking")),
            _learned("marksmanship", N_("Marksmanship")),
            _learned(MYSTICISM, N_("Mysticism")),
            _learned("wilderness_survival", N_("Wilderness Survival")),
        ),
        own_rows=True,
    ),
    CategorySpec("talents", "talent", Text(N_("Talents")), (_learned("alertness", N_("Alertness")),), own_rows=True),
    CategorySpec(
        "knowledge", "knowledge", Text(N_("Fields of knowledge")), (_learned("science", N_("Science")),), own_rows=True
    ),
)

SPEC = SheetSpec(
    levels=tuple(LevelSpec(level, str(level), SIDES, dice=level) for level in range(6)),
    categories=CATEGORIES,
    counters=(),
    condition_kinds=(("physical", Text(N_("physical"))), ("mental", Text(N_("mental")))),
    condition_names=(Text(N_("weakened")),),
)

CATEGORY = {category.key: category for category in CATEGORIES}
LABEL = {spec.key: spec.label for category in CATEGORIES for spec in category.printed}
MOST = max(level.level for level in SPEC.levels)
_UNWRITTEN = {
    spec.key: Trait(spec.key, category.kind, category.key, category.lowest)
    for category in CATEGORIES
    for spec in category.printed
}


def trait(sheet: Sheet, key: str) -> Trait:
    """The sheet's row, or the lowest level where the sheet has none. Raises RuleError for one that nobody knows."""
    found = sheet.traits.get(key) or _UNWRITTEN.get(key)
    if found is None or found.category not in CATEGORY or not 0 <= found.level <= MOST:
        raise RuleError(N_("There is no such trait on the sheet."))
    return found


def dice(row: Trait) -> int:
    """How many dice a row brings: its level, and an attribute at least one [Bazowa liczba kości]."""
    return max(row.level, CATEGORY[row.category].lowest)


def read_off(sheet: Sheet) -> tuple[Text, ...]:
    """What the sheet says of the character without a die [Mistycyzm]."""
    if trait(sheet, MYSTICISM).level:
        return ()
    return (Text(N_("Without Mysticism: passive powers alone, and every rite is a critical failure.")),)
