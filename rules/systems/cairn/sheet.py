"""The sheet of Cairn: three attributes, Hit Protection, what is carried, and weapons with their dice.

An attribute is a counter, with a current value and a maximum, and at the same time a row that dice are thrown
against: its category says `counters`, and both go by one key. A weapon is a row of its owner's whose level is its die.
Attributes of 3d6 and Hit Protection of 1d6 are the text's; the values of a sheet on which nothing is written yet
are a house default (their middle).
"""

from __future__ import annotations

from rules.errors import RuleError
from rules.spec import CategorySpec, CounterSpec, LevelSpec, SheetSpec, TraitSpec
from rules.values import N_, Counter, Sheet, Text

STRENGTH, DEXTERITY, WILL = ATTRIBUTES = ("strength", "dexterity", "will")
PROTECTION = "protection"
ARMOUR = "armour"
FATIGUE = "fatigue"
ATTRIBUTE = "attribute"  # the category of what is saved with
WEAPON = "weapon"  # the category of what damage is thrown with
UNARMED = "unarmed"

MAX_ARMOUR = 3
DICE = (4, 6, 8, 10, 12)

_LABELS = {
    STRENGTH: (N_("Strength"), N_("STR"), N_("Lifting, bending, holding out against poison.")),
    DEXTERITY: (N_("Dexterity"), N_("DEX"), N_("Dodging, climbing, sneaking, keeping one's balance.")),
    WILL: (N_("Will"), N_("WIL"), N_("Persuading, deceiving, daunting, holding a spell in check.")),
}

CATEGORIES = (
    CategorySpec(
        ATTRIBUTE,
        "attribute",
        Text(N_("Attributes")),
        printed=tuple(TraitSpec(key, Text(name), Text(hint)) for key, (name, _, hint) in _LABELS.items()),
        counters=True,
    ),
    CategorySpec(
        WEAPON,
        "weapon",
        Text(N_("Weapons")),
        printed=(TraitSpec(UNARMED, Text(N_("Unarmed"))),),
        own_rows=True,
    ),
)


def _attribute(key: str, kind: str) -> CounterSpec:
    name, short, _ = _LABELS[key]
    return CounterSpec(key, Text(name), Text(short), kind, default=10, default_maximum=10, has_maximum=True)


COUNTERS = (
    _attribute(STRENGTH, "phys"),
    _attribute(DEXTERITY, "phys"),
    _attribute(WILL, "mind"),
    CounterSpec(
        PROTECTION, Text(N_("Hit Protection")), Text(N_("HP")), "life", default=3, default_maximum=3, has_maximum=True
    ),
    CounterSpec(ARMOUR, Text(N_("Armour")), Text(N_("Arm")), "plain", ceiling=MAX_ARMOUR),
    CounterSpec(FATIGUE, Text(N_("Fatigue")), Text(N_("Ftg")), "plain"),
    CounterSpec("gold", Text(N_("Gold")), Text(N_("Gold")), "plain"),
)

SPEC = SheetSpec(
    levels=tuple(LevelSpec(level, str(sides), sides) for level, sides in enumerate(DICE)),
    categories=CATEGORIES,
    counters=COUNTERS,
    condition_kinds=(("physical", Text(N_("physical"))), ("mental", Text(N_("mental")))),
    condition_names=(
        Text(N_("deprived")),
        Text(N_("critically damaged")),
        Text(N_("paralysed")),
        Text(N_("delirious")),
        Text(N_("doomed")),
    ),
)

LABEL = {key: Text(name) for key, (name, *_) in _LABELS.items()}
_DEFAULT = {spec.key: Counter(spec.default, spec.ceiling or spec.default_maximum) for spec in COUNTERS}
_EMPTIED = {
    STRENGTH: Text(N_("Strength 0: dead.")),
    DEXTERITY: Text(N_("Dexterity 0: paralysed.")),
    WILL: Text(N_("Will 0: delirious.")),
}


def counter(sheet: Sheet, key: str) -> Counter:
    """A counter as the sheet has it now; a missing row means the spec's default."""
    return sheet.counters.get(key, _DEFAULT[key])


def held(sheet: Sheet, key: str) -> int:
    """What a counter of the sheet holds now."""
    return counter(sheet, key).value


def weapon_sides(sheet: Sheet, key: str) -> int:
    """The damage die of a weapon on the sheet. Raises RuleError for one that isn't there, or that has no such die."""
    if key == UNARMED:
        return DICE[0]
    row = sheet.traits.get(key)
    if row is None or row.category != WEAPON or not 0 <= row.level < len(DICE):
        raise RuleError(N_("There is no such weapon on the sheet."))
    return DICE[row.level]


def emptied(sheet: Sheet) -> tuple[Text, ...]:
    """What an attribute at 0 does to somebody [Utrata punktów atrybutu]; nothing where all are above it."""
    return tuple(word for key, word in _EMPTIED.items() if held(sheet, key) == 0)
