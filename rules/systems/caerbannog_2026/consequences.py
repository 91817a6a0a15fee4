"""What a result may bring about, proposed with its numbers and never applied [Wyniki Testów; Umiejętności: Akcje]."""

from __future__ import annotations

from collections.abc import Mapping

from rules.caerbannog.sheet import held
from rules.caerbannog.totals import damage_taken, successes
from rules.scenes.values import Consequence
from rules.spec import CategorySpec
from rules.systems.caerbannog_2026 import momentum
from rules.systems.caerbannog_2026.actions import ACTIONS, CONDITION, DAMAGE, Action
from rules.systems.caerbannog_2026.health import conversion, convertible
from rules.systems.caerbannog_2026.sheet import SPEC
from rules.tables import CaerbannogTables
from rules.values import N_, PLURALS, CheckResult, Effect, Participant, Sheet, Sheets, Text

HIT = Text(N_("What gets through"))
_CATEGORY_OF: Mapping[str, CategorySpec] = {
    trait.key: category for category in SPEC.categories for trait in (*category.printed, *category.offered)
}


def consequences(result: CheckResult, sheets: Sheets) -> tuple[Consequence, ...]:
    """Every consequence that the tested skills allow, in the order of the list; the table chooses among them.

    A failure brings nothing about, but a defence that wasn't enough lets something through. What comes to 0 isn't
    proposed. An opposed test is asked once it is settled: one side alone has come to nothing yet.
    """
    one = next(p for p in result.request.participants if p.role != "helper")
    if result.request.against == "attack":
        return _hit(one, damage_taken(result))
    if not successes(result):
        return ()
    skills = _skills(one, sheets)
    named = [action for action in ACTIONS if skills.intersection(action.skills)]
    numbers = [result.breakthroughs if action.by_breakthroughs else successes(result) for action in named]
    return tuple(_consequence(action, number) for action, number in zip(named, numbers, strict=True) if number)


def applied(
    consequence: Consequence, target: Sheet, tables: CaerbannogTables, points: int | None = None
) -> tuple[Effect, ...]:
    """What the consequence changes in the target's counters; nothing for a condition and for what the table tells.

    `points`: how much of a healing the target takes (None: all that is possible). Raises RuleError for more than that.
    """
    if consequence.measure == "healing":
        most = convertible(target, consequence.amount)
        return conversion(target, most if points is None else points, most)
    if consequence.measure == "gain":
        return momentum.change(target, tables, gained=consequence.amount).effects
    if consequence.measure == "damage":
        lost = min(consequence.amount, held(target, consequence.counter))
        return (Effect(target.who, consequence.counter, -lost),) if lost else ()
    return ()


def answered_by(consequence: Consequence) -> str:
    """A defence takes its result off an enemy's damage and off the strength of a condition [Obrony].

    Bodily harm is answered by the defences of Endurance, harm to the mind by those of Determination.
    """
    if consequence.target != "enemy" or consequence.measure not in ("damage", "condition"):
        return ""
    pool = consequence.counter or ("endurance" if consequence.condition == "physical" else "determination")
    return next((category.key for category in SPEC.categories if category.protects == pool), "")


def _skills(one: Participant, sheets: Sheets) -> frozenset[str]:
    """The keys of the tested skills and of their categories; a row gone from the sheet since then has none."""
    traits = sheets[one.who].traits if one.who in sheets else {}
    keys = {use.trait for use in one.uses}
    printed = {_CATEGORY_OF[key].key for key in keys if key in _CATEGORY_OF}
    return frozenset(keys | printed | {traits[key].category for key in keys if key in traits})


def _consequence(action: Action, amount: int) -> Consequence:
    return Consequence(
        action.key,
        action.name,
        _told(action.told, amount),
        amount,
        action.measure,
        action.target,
        action.counter,
        action.condition,
    )


def _told(message: str, amount: int) -> Text:
    return Text(message, amount) if message in PLURALS else Text(message, params={"number": amount})


def _hit(one: Participant, through: int) -> tuple[Consequence, ...]:
    """An attack that a defence didn't stop: its damage, or the strength of its condition [Obrony]."""
    pools = [_CATEGORY_OF[use.trait].protects for use in one.uses if use.trait in _CATEGORY_OF]
    pool = next((pool for pool in pools if pool), "")
    if not pool or not through:
        return ()
    kind = "physical" if pool == "endurance" else "mental"
    return (
        Consequence("hit", HIT, _told(DAMAGE, through), through, "damage", "self", counter=pool),
        Consequence("hit_condition", HIT, _told(CONDITION, through), through, "condition", "self", condition=kind),
    )
