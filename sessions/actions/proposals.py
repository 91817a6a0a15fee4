"""What a finished roll may bring about, and what that would change on whom. Nothing is written here.

The preview and the action ask the same functions, so that nothing else happens than what was shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from rules import registry
from rules.scenes.values import Consequence
from rules.spec import SheetSpec
from rules.values import N_, NP_, CheckResult, Effect, Sheets, Text
from sheets.actions import counters
from sheets.models import Character, Condition
from sheets.snapshot import Rows

KINDS_READ = ("counter", "condition")  # the rows of a target that count
MEASURES = ("damage", "healing", "gain", "condition", "relief")  # what changes a sheet; the table tells the rest
MOST = 20  # the greatest number of a consequence, as a condition's strength has it
_FREE = "free."
_DAMAGE = NP_("{n} point of damage", "{n} points of damage")
_CONDITION = N_("a condition of strength {number}")
_GAIN = N_("{number} more")


@dataclass(frozen=True)
class Choice:
    """What somebody chose of it.

    key     which consequence; `amount` its number, None as the rules have it
    name    of a condition, and how long it `lasts` (Condition.Lasts), with `rounds`
    eases   tokens of the conditions that grow weaker; of somebody without one the strongest does
    """

    key: str
    amount: int | None = None
    name: str = ""
    lasts: str = ""
    rounds: int | None = None
    eases: frozenset[str] = frozenset()


@dataclass
class Outcome:
    """What a consequence changes on one character.

    counters   (key, value before, value after)
    condition  the name of one that is imposed
    eased      one that grows weaker: its strength `before`, and what is `left`
    """

    character: Character
    counters: list[tuple[str, int, int]] = field(default_factory=list)
    condition: str = ""
    eased: Condition | None = None
    before: int = 0
    left: int = 0

    @property
    def changes(self) -> bool:
        return bool(self.counters or self.condition or self.eased)


def proposals(result: CheckResult, sheets: Sheets) -> dict[str, Consequence]:
    """By their keys: those that the rules name, and whatever else a sheet can bear, which is for a GM to deal."""
    named = registry.scene_rules(result.system).consequences(result, sheets)
    others = _free(registry.system(result.system).sheet(), max(result.value or 0, 1))
    return {one.key: one for one in (*named, *others)}


def is_free(consequence: Consequence) -> bool:
    return consequence.key.startswith(_FREE)


def _free(spec: SheetSpec, amount: int) -> Iterable[Consequence]:
    """Harm to each pool of health, a condition of each kind, Momentum."""
    hurt = [one for one in spec.counters if one.kind in ("phys", "mind")]
    for counter in hurt or [one for one in spec.counters if one.kind == "life"]:
        name = Text(N_("Harm: {pool}"), params={"pool": counter.label})
        yield _of(f"{_FREE}damage.{counter.key}", name, _DAMAGE, amount, "damage", counter=counter.key)
    for kind, label in spec.condition_kinds:
        name = Text(N_("Condition: {kind}"), params={"kind": label})
        yield _of(f"{_FREE}condition.{kind}", name, _CONDITION, amount, "condition", condition=kind)
    for counter in spec.counters:
        if counter.kind == "momentum":
            yield _of(f"{_FREE}gain.{counter.key}", counter.label, _GAIN, 1, "gain", counter=counter.key)


def _of(key: str, name: Text, told: str, amount: int, measure: str, counter: str = "", condition: str = ""):
    plain = Consequence(key, name, Text(told), amount, measure, "enemy", counter, condition)
    return replace(plain, told=_retold(plain.told, amount))


def chosen(found: Mapping[str, Consequence], choice: Choice) -> Consequence:
    """The proposal that was chosen, with the chosen number. Refused for one that the roll does not bring about."""
    if choice.key not in found:
        raise Refused(_("This roll does not bring that about."))
    one = found[choice.key]
    if choice.amount is None or choice.amount == one.amount:
        return one
    if not 1 <= choice.amount <= MOST:
        raise Refused(_("Choose a number from 1 to %(most)s.") % {"most": MOST}, field="amount")
    return replace(one, amount=choice.amount, told=_retold(one.told, choice.amount))


def _retold(told: Text, number: int) -> Text:
    """The same words with another number."""
    if told.id == _DAMAGE or told.n is not None:
        return replace(told, n=number)
    return replace(told, params={**told.params, "number": number})


def outcome(consequence: Consequence, choice: Choice, rows: Rows) -> Outcome:
    """What it would change on the character of these rows."""
    found = Outcome(rows.character)
    if consequence.measure == "condition":
        found.condition = choice.name
    elif consequence.measure == "relief":
        found.eased = _eased(consequence, choice, rows.conditions)
        found.before = found.eased.strength if found.eased else 0
        found.left = max(found.before - consequence.amount, 0)
    else:
        found.counters = _moved(rows, _effects(consequence, rows))
    return found


def _effects(consequence: Consequence, rows: Rows) -> tuple[Effect, ...]:
    """As the rules have it; what a game master deals out freely is just the number."""
    who = rows.character.pk
    if is_free(consequence):
        sign = -1 if consequence.measure == "damage" else 1
        return (Effect(who, consequence.counter, sign * consequence.amount),)
    rules = registry.scene_rules(rows.character.system)
    return rules.applied(consequence, rows.sheet(), rows.tables)


def _moved(rows: Rows, effects: Iterable[Effect]) -> list[tuple[str, int, int]]:
    """The counters that the effects move, within their bounds."""
    now = {effect.counter: rows.counter(effect.counter) for effect in effects}
    after = dict(now)
    for effect in effects:
        counter = after[effect.counter]
        after[effect.counter] = replace(counter, value=counters.added(counter, effect.amount))
    return [(key, now[key].value, after[key].value) for key in now if now[key].value != after[key].value]


def _eased(consequence: Consequence, choice: Choice, conditions: Iterable[Condition]) -> Condition | None:
    fitting = [one for one in conditions if one.kind == consequence.condition and one.strength]
    wanted = [one for one in fitting if one.token in choice.eases]
    return max(wanted or fitting, key=lambda one: one.strength, default=None)
