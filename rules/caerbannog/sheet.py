"""The sheet of Caerbannog: what is printed on it in every edition, and what can be read off it without a die."""

from __future__ import annotations

from functools import partial

from rules.spec import CategorySpec, CounterSpec, LevelSpec, SheetSpec, TraitSpec
from rules.values import N_, Sheet, Text, Trait

MYSTIC_FLAG = "mystic"
MOMENTUM = "momentum"
EFFORT_POOLS = ("endurance", "determination")
RESERVE = "vitality"


def _traits(**labels: str) -> tuple[TraitSpec, ...]:
    return tuple(TraitSpec(key, Text(label)) for key, label in labels.items())


def _defences(key: str, label: str, protects: str, printed: tuple[TraitSpec, ...]) -> CategorySpec:
    return CategorySpec(key, "defence", Text(label), printed, protects=protects)


PHYSICAL = _traits(athletics=N_("Athletics"), riding=N_("Riding"), stealth=N_("Stealth"), agility=N_("Agility"))
PRACTICAL = _traits(inquiry=N_("Inquiry"), perception=N_("Perception"), survival=N_("Survival"))
SPECIALIST = _traits(
    alchemy=N_("Alchemy"),
    artistry=N_("Artistry"),
    seamanship=N_("Seamanship"),
    medicine=N_("Medicine"),
    craft=N_("Craft"),
    management=N_("Management"),
    thievery=N_("Thievery"),
)
SOCIAL = _traits(
    charisma=N_("Charisma"),
    guile=N_("Guile"),
    animal_handling=N_("Animal Handling"),
    intimidation=N_("Intimidation"),
)
COMBAT = _traits(melee=N_("Melee Combat"), ranged=N_("Ranged Combat"), unarmed=N_("Unarmed Combat"))
KNOWLEDGE = _traits(
    general_knowledge=N_("General Knowledge"),
    mystic_knowledge=N_("Mystic Knowledge"),
    natural_knowledge=N_("Natural Knowledge"),
    social_knowledge=N_("Social Knowledge"),
    exact_knowledge=N_("Exact Knowledge"),
)
PHYSICAL_DEFENCES = (
    TraitSpec("block", Text(N_("Block")), Text(N_("Against direct attacks and spells that work by touch."))),
    TraitSpec(
        "resistance",
        Text(N_("Resistance")),
        Text(N_("Against poison, heat, cold and exhaustion; and when neither Block nor Dodge can be used.")),
    ),
    TraitSpec("dodge", Text(N_("Dodge")), Text(N_("Against ranged and area attacks."))),
)
MENTAL_DEFENCES = (
    TraitSpec("intuition", Text(N_("Intuition")), Text(N_("Against lies, illusions and being misled."))),
    TraitSpec("concentration", Text(N_("Concentration")), Text(N_("Against distraction, sleep and long strain."))),
    TraitSpec("composure", Text(N_("Composure")), Text(N_("Against fear, provocation and orders."))),
)


def _health(key: str, label: str, short: str, kind: str) -> CounterSpec:
    return CounterSpec(key, Text(label), Text(short), kind, default=10, default_maximum=10, has_maximum=True)


def _social(key: str, label: str, short: str) -> CounterSpec:
    return CounterSpec(
        key, Text(label), Text(short), "social", default_maximum=3, has_maximum=True, renameable=True
    )  # fmt: skip


COUNTERS = (
    CounterSpec(MOMENTUM, Text(N_("Momentum")), Text(N_("M")), "momentum", ceiling=10),
    _health("endurance", N_("Endurance"), N_("End"), "phys"),
    _health("determination", N_("Determination"), N_("Det"), "mind"),
    _health(RESERVE, N_("Vitality"), N_("Vit"), "life"),
    CounterSpec("experience", Text(N_("Experience")), Text(N_("XP")), "xp"),
    _social("contacts", N_("Contacts"), N_("Con")),
    _social("favours", N_("Favours"), N_("Fav")),
    _social("wealth", N_("Wealth"), N_("Wea")),
)

_COUNTER_DEFAULT = {counter.key: counter.default for counter in COUNTERS}


def sheet_spec(practical: tuple[TraitSpec, ...], boosted_by: str) -> SheetSpec:
    """The sheet of an edition: its practical skills, and the counter that buys a category's bonus ("": none does)."""
    bonus = partial(CategorySpec, kind="skill", bonus=True, boosted_by=boosted_by)
    return SheetSpec(
        levels=tuple(LevelSpec(n, label, 4 + 2 * n) for n, label in enumerate(("0", "I", "II", "III", "IV"))),
        categories=(
            bonus("physical", label=Text(N_("Physical")), printed=PHYSICAL),
            bonus("mystic", label=Text(N_("Mystic")), own_rows=True, runes=True, needs_permission=MYSTIC_FLAG),
            bonus("practical", label=Text(N_("Practical")), printed=practical),
            bonus("specialist", label=Text(N_("Specialist")), offered=SPECIALIST, own_rows=True),
            bonus("social", label=Text(N_("Social")), printed=SOCIAL),
            bonus("combat", label=Text(N_("Combat")), printed=COMBAT),
            bonus("knowledge", label=Text(N_("Knowledge")), printed=KNOWLEDGE),
            _defences("physical_defence", N_("Physical defences"), "endurance", PHYSICAL_DEFENCES),
            _defences("mental_defence", N_("Mental defences"), "determination", MENTAL_DEFENCES),
        ),
        counters=COUNTERS,
        condition_kinds=(("physical", Text(N_("physical"))), ("mental", Text(N_("mental")))),
        condition_names=(
            Text(N_("dazed")),
            Text(N_("knocked out")),
            Text(N_("slowed")),
            Text(N_("disoriented")),
            Text(N_("fatigued")),
        ),
        flags=((MYSTIC_FLAG, Text(N_("May learn mystic skills"))),),
    )


def held(sheet: Sheet, counter: str) -> int:
    """How much of a counter the sheet has now; a missing row means the spec's default."""
    row = sheet.counters.get(counter)
    return _COUNTER_DEFAULT.get(counter, 0) if row is None else row.value


def reads_and_writes(sheet: Sheet) -> bool:
    """Whether the character can read and write: any knowledge skill at level I or more [Umiejętności Wiedzy]."""
    return any(row.category == "knowledge" and row.level >= 1 for row in sheet.traits.values())


def read_off(sheet: Sheet) -> tuple[Text, ...]:
    """What the sheet says of the character without a die."""
    return (Text(N_("Can read and write.")),) if reads_and_writes(sheet) else ()


def runes_known(row: Trait) -> int:
    """How many runes of its Circle a mystic skill brings [Umiejętności Mistyczne]."""
    return min(row.level, 3)
