"""What a game master asks for: the tests that would do, and the circumstances that they share."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rules import registry, serialise
from rules.errors import RuleError
from rules.values import CheckRequest, Participant, TraitUse
from sheets.snapshot import Rows

VERSION = 1
Test = tuple[TraitUse, ...]


@dataclass(frozen=True)
class Asked:
    """`tests` are those to choose from; one of several traits is a combined test.

    `circumstances` is a request with nobody in it: difficulty, advantage, modifiers, what a defence answers.
    """

    tests: tuple[Test, ...]
    circumstances: CheckRequest = field(default_factory=lambda: CheckRequest(participants=()))

    @property
    def traits(self) -> set[str]:
        """The keys of all rows that may be tested."""
        return {use.trait for test in self.tests for use in test}

    def request(self, rows: Rows, place: int) -> CheckRequest:
        """The test at this place of the list, made by this character at this table."""
        who = Participant(rows.character.pk, "initiator", self.tests[place])
        return replace(self.circumstances, participants=(who,), tables=rows.tables)

    def possible(self, rows: Rows) -> list[int]:
        """The places of the tests that this sheet can make: it may lack a row, or the permission to use it."""
        system, sheet = registry.system(rows.character.system), rows.sheet()
        found = []
        for place in range(len(self.tests)):
            try:
                system.plan(self.request(rows, place), {sheet.who: sheet})
            except RuleError:
                continue
            found.append(place)
        return found

    def to_json(self) -> dict[str, Any]:
        """As it is stored."""
        tests = [[[use.trait] if use.dice is None else [use.trait, use.dice] for use in test] for test in self.tests]
        return {"v": VERSION, "tests": tests, "request": serialise.to_json(self.circumstances)}


def from_json(data: dict[str, Any]) -> Asked:
    """What was stored, whatever else stands beside it."""
    tests = tuple(tuple(TraitUse(*use) for use in test) for test in data["tests"])
    return Asked(tests, serialise.request_from_json(data["request"]))


def any_of(system: str, category: str, circumstances: CheckRequest) -> Asked:
    """A choice among the printed rows of a category: which defence answers a blow, say."""
    spec = registry.system(system).sheet().category(category)
    assert spec, category
    return Asked(tuple((TraitUse(trait.key),) for trait in spec.printed), circumstances)
