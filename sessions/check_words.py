"""The words of a roll's row: what was tested, each term of the arithmetic, each thing done after the dice."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caerbannog_site.templatetags.words import number, signed
from caerbannog_site.words import say
from rules import registry
from rules.protocol import RuleSystem
from rules.values import N_, CheckRequest, CheckResult, Cost, Die, Step, Taken, Text
from sessions.models import LogEntry

NBSP = "\N{NO-BREAK SPACE}"
OUTCOMES = {
    "success": Text(N_("Success")),
    "failure": Text(N_("Failure")),
    "critical_failure": Text(N_("Critical failure")),
    "pending": Text(N_("Waiting for the difficulty")),
}

UNDO = {
    "boost": Text(N_("Undo the boost")),
    "effort": Text(N_("Undo the heroic effort")),
    "reroll": Text(N_("Undo the reroll")),
    "correct": Text(N_("Undo the correction")),
    "difficulty": Text(N_("Undo the difficulty")),
    "consequence": Text(N_("Undo what came of it")),
    "check": Text(N_("Undo the whole roll")),
}


def undo_of(step: LogEntry) -> str:
    """What a game master's button says that takes this step of a roll back."""
    return say(UNDO.get(step.kind, Text(N_("Undo the last step"))))


def title_of(entry: LogEntry, result: CheckResult) -> str:
    """What was tested, with levels: Guile II; Composure I + Stealth II."""
    return " + ".join(trait_names(entry, result))


def own_names(entry: LogEntry) -> dict[str, str]:
    """The rows that only a sheet has, by their keys: as they were called at a roll, or as its people chose them."""
    names = entry.payload.get("names", {})
    return {**names, **entry.rolled.request["names"]} if entry.rolled.request else names


def trait_names(entry: LogEntry, result: CheckResult) -> list[str]:
    """The tested traits with their levels; a sheet's own rows by the names they had then."""
    system = registry.system(result.system)
    own = own_names(entry)
    sides = {die.trait: die.sides for die in reversed(result.dice)}
    uses = result.request.participants[0].uses
    return [trait_name(system, use.trait, sides.get(use.trait, 0), own) for use in uses]


def trait_name(system: RuleSystem, key: str, sides: int, own: Mapping[str, str]) -> str:
    """A trait with the level of its dice, if they are known; one of a sheet's own rows by its name among `own`."""
    spec = system.sheet()
    printed = {t.key: t.label for c in spec.categories for t in (*c.printed, *c.offered)}
    level = next((one.label for one in spec.levels if one.sides == sides), "")
    label = say(printed[key]) if key in printed else own.get(key, "?")
    return f"{label}{NBSP}{level}".strip()


# Every row has many dice and steps: only the words that are needed are looked up.
DICE = {
    (True, True): gettext_lazy("d%(sides)s: %(face)s, counted, highest face"),
    (True, False): gettext_lazy("d%(sides)s: %(face)s, counted"),
    (False, True): gettext_lazy("d%(sides)s: %(face)s, dropped, highest face"),
    (False, False): gettext_lazy("d%(sides)s: %(face)s, dropped"),
}
STEPS = {
    "roll": gettext_lazy("die"),
    "difficulty": gettext_lazy("difficulty"),
    "modifier": gettext_lazy("modifier"),
    "gear": gettext_lazy("armour"),
    "bonus": gettext_lazy("bonus"),
    "boost": gettext_lazy("bonus"),
    "effort": gettext_lazy("heroic effort"),
    "opponent": gettext_lazy("opponent"),
}


def die_label(die: Die) -> str:
    """A die in words: d8: 5, counted, highest face."""
    return str(DICE[die.kept, die.top]) % {"sides": die.sides, "face": die.face}


def step_label(step: Step) -> str:
    """What a term of the sum is called: reasons as they were typed, a game's own terms as it labels them."""
    if step.kind in ("modifier", "gear") and step.note:
        return step.note
    if step.kind in ("bonus", "boost") and step.label:
        return _("bonus: %(category)s") % {"category": say(step.label)}
    if step.kind in STEPS:
        return str(STEPS[step.kind])
    return say(step.label) if step.label else step.note


def told(taken: Taken, names: Mapping[int, str], system: str) -> str:
    """One line of the row's story: what was done, by whom, at what price, and what stood there before."""
    who = names.get(taken.payer, "?")
    sentence = {
        "boost": _("Boost: %(who)s, %(bonus)s") % {"who": who, "bonus": signed(taken.bonus)},
        "effort": _("Heroic effort: %(who)s") % {"who": who},
        "reroll": _("Reroll: %(who)s, rerolled %(faces)s")
        % {"who": who, "faces": ", ".join(str(face) for face in taken.faces)},
        "ability": _("Ability: %(who)s") % {"who": who},
        "correct": _("Corrected by the game master"),
    }[taken.kind]
    parts = [sentence]
    if taken.cost:
        parts.append(price(taken.cost, system))
    if taken.note:
        parts.append(_("“%(note)s”") % {"note": taken.note})
    if taken.before is not None:
        parts.append(_("the result was %(before)s") % {"before": number(taken.before)})
    return ", ".join(parts) + "."


def momentum_unit(system: str) -> str:
    """What Momentum is called beside a number; empty in a game that has none."""
    return next((say(one.short) for one in registry.system(system).sheet().counters if one.kind == "momentum"), "")


def price(cost: Cost, system: str) -> str:
    """-5 Determination, as the game calls it."""
    spec = registry.system(system).sheet().counter(cost.counter)
    return f"{number(-cost.amount)} {say(spec.label)}" if spec else number(-cost.amount)


def lean(request: CheckRequest) -> int:
    """1 for more advantages than disadvantages, -1 for fewer, else 0."""
    more = len(request.advantage) - len(request.disadvantage)
    return (more > 0) - (more < 0)
