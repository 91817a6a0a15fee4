"""What a result is worth in play: the actions that the text names under each skill, and what their number means.

Nearly everything counts successes; a push and an inspiration count breakthroughs. [Umiejętności; Wyniki Testów]
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.values import N_, NP_, Text

DAMAGE = NP_("{n} point of damage", "{n} points of damage")
CONDITION = N_("a condition of strength {number}")
BREAKING_FREE = N_("difficulty {number} to break free")
EFFECTIVENESS = N_("effectiveness {number}")


@dataclass(frozen=True, slots=True)
class Action:
    """`skills` are keys of skills or of whole categories; the rest is what scenes.Consequence says of its fields."""

    key: str
    name: Text
    skills: tuple[str, ...]
    measure: str
    told: str
    target: str = "enemy"
    counter: str = ""
    condition: str = ""
    by_breakthroughs: bool = False


def _damage(key: str, name: str, *skills: str, counter: str = "endurance") -> Action:
    return Action(key, Text(name), skills, "damage", DAMAGE, counter=counter)


def _condition(key: str, name: str, *skills: str, kind: str = "mental") -> Action:
    return Action(key, Text(name), skills, "condition", CONDITION, condition=kind)


def _number(key: str, name: str, measure: str, told: str, *skills: str, target: str = "enemy") -> Action:
    """An action whose number the table itself makes something of."""
    return Action(key, Text(name), skills, measure, told, target)


PUSH = Action(
    "push", Text(N_("Push")), ("athletics",), "fields", NP_("{n} field away", "{n} fields away"), by_breakthroughs=True
)  # fmt: skip
HEAL = Action(
    "heal",
    Text(N_("Heal an ally")),
    ("medicine",),
    "healing",
    NP_("{n} point of Vitality may become Endurance", "{n} points of Vitality may become Endurance"),
    target="ally",
    counter="endurance",
)
SHAKE_OFF = Action(
    "shake_off",
    Text(N_("Bring an ally round")),
    ("charisma",),
    "relief",
    N_("a mental condition weaker by {number}"),
    target="ally",
    condition="mental",
)
INSPIRE = Action(
    "inspire",
    Text(N_("Inspire an ally")),
    ("charisma",),
    "gain",
    N_("{number} Momentum for the ally"),
    target="ally",
    counter="momentum",
    by_breakthroughs=True,
)

ACTIONS = (
    _damage("attack", N_("Attack"), "melee", "ranged", "unarmed"),
    _number("disarm", N_("Disarm"), "distance", N_("knocked away: distance {number}"), "melee", "ranged", "unarmed"),
    _number("parry", N_("Parry"), "cancels", N_("{number} less damage"), "melee", target="self"),
    _number("grab", N_("Grab"), "difficulty", BREAKING_FREE, "unarmed"),
    PUSH,
    _number("pin", N_("Pin down"), "difficulty", BREAKING_FREE, "athletics"),
    _damage("ram", N_("Ram or trample"), "riding"),
    _condition("ram_condition", N_("Ram or trample: a condition"), "riding", kind="physical"),
    _number(
        "hide", N_("Hide in a fight"), "difficulty", N_("difficulty {number} to be found"), "stealth", target="self",
    ),
    _number("cover", N_("Take cover"), "pool", N_("{number} to spend on defences"), "stealth", target="self"),
    _damage("spell", N_("Spell: harm to the body"), "mystic"),
    _damage("spell_mind", N_("Spell: harm to the mind"), "mystic", counter="determination"),
    _condition("spell_condition", N_("Spell: a condition of the body"), "mystic", kind="physical"),
    _condition("spell_mind_condition", N_("Spell: a condition of the mind"), "mystic"),
    _number("weakness", N_("Find a weakness"), "quality", N_("usefulness {number}"), "inquiry", "insight"),
    _number("foresee", N_("Foresee what they will do"), "quality", N_("accuracy {number}"), "inquiry", "insight"),
    _number(
        "spot", N_("Spot who is hiding"), "cancels",
        NP_("{n} of their successes at hiding is gone", "{n} of their successes at hiding are gone"), "perception",
    ),
    _number("mislead", N_("Lead astray"), "duration", N_("slowed or disoriented for {number}"), "survival"),
    _number("provoke", N_("Provoke"), "quality", EFFECTIVENESS, "insight", "animal_handling"),
    _number("poison", N_("Poison a weapon"), "quality", EFFECTIVENESS, "alchemy", target="self"),
    _damage("bomb", N_("Throw a bomb"), "alchemy"),
    _condition("bomb_condition", N_("Throw a bomb: a condition"), "alchemy", kind="physical"),
    _condition("distract", N_("Distract"), "artistry"),
    _number("sea_manoeuvre", N_("Manoeuvre at sea"), "ships", N_("{number} damage to ships"), "seamanship"),
    HEAL,
    _number("mechanism", N_("Use a mechanism against them"), "quality", EFFECTIVENESS, "craft"),
    _number("barricade", N_("Barricade"), "durability", N_("durability {number}"), "craft", target=""),
    _number(
        "command", N_("Command a unit"), "pool",
        NP_("{n} success for the unit to share", "{n} successes for the unit to share"), "management", target="ally",
    ),
    _number("steal", N_("Steal"), "loot", N_("size or number {number}"), "thievery"),
    _number("duel", N_("Challenge to a duel"), "quality", N_("engagement {number}"), "charisma"),
    SHAKE_OFF,
    INSPIRE,
    _condition("feint", N_("Feint or draw attention away"), "guile"),
    _number(
        "unseat", N_("Make a mount throw its rider"), "difficulty", N_("difficulty {number} to stay in the saddle"),
        "animal_handling",
    ),
    _condition("frighten", N_("Frighten"), "intimidation"),
    _damage("mental_attack", N_("Attack the mind"), "social", counter="determination"),
)  # fmt: skip
