"""The tests that a character may choose from, each with its die and its exact chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from caerbannog_site.words import say
from rules import registry
from rules.errors import RuleError
from rules.values import CheckRequest, Odds, Sheets
from sessions.asked import Asked, Test
from sheets.snapshot import Rows

USUAL = 3  # where no difficulty may be told, the best test is the one that is best against this


@dataclass(frozen=True)
class ChoiceView:
    """`boosted` is there where a boost would help."""

    place: int
    name: str
    sides: int
    chance: Fraction | None = None
    boosted: Fraction | None = None


def choices_of(asked: Asked, rows: Rows, *, told: bool = True) -> list[ChoiceView]:
    """The tests that this sheet can make, the best first; without chances unless the difficulty is `told`."""
    system, sheet = registry.system(rows.character.system), rows.sheet()
    sheets = {sheet.who: sheet}
    ranked = []
    for place in asked.possible(rows):
        request = asked.request(rows, place)
        told = told and request.difficulty is not None
        rank = _success(system.odds, request if told else replace(request, difficulty=USUAL), sheets)
        view = ChoiceView(place, choice_name(asked.tests[place], rows), system.plan(request, sheets)[0].sides)
        if told:
            boosted = _success(system.boosted_odds, request, sheets)
            view = replace(view, chance=rank, boosted=boosted if boosted != rank else None)
        ranked.append((-(rank or 0), place, view))
    return [view for _rank, _place, view in sorted(ranked, key=lambda one: one[:2])]


def _success(odds: Callable[[CheckRequest, Sheets], Odds], request: CheckRequest, sheets: Sheets) -> Fraction | None:
    try:
        return odds(request, sheets).success
    except RuleError:  # a game without chances of this kind
        return None


def choice_name(test: Test, rows: Rows) -> str:
    """Perception III; of a combined test all of them."""
    spec, sheet = rows.spec, rows.sheet()
    labels = {trait.key: say(trait.label) for one in spec.categories for trait in (*one.printed, *one.offered)}
    levels = {level.level: level.label for level in spec.levels}
    names = []
    for use in test:
        trait = sheet.traits.get(use.trait)  # a row that is only offered may be missing: it is rolled untrained
        label = labels.get(use.trait) or (trait.name if trait else "?")
        names.append(f"{label} {levels.get(trait.level if trait else 0, '')}".strip())
    return " + ".join(names)
