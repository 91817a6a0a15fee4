"""Which requests are in order. Everything a caller can get wrong about a test is refused here, before any dice."""

from __future__ import annotations

from dataclasses import dataclass

from rules.errors import RuleError
from rules.systems.d10_pool.sheet import (
    ATTRIBUTES,
    BOUND,
    LABEL,
    MYSTICISM,
    USUAL,
    trait,
)
from rules.values import N_, NP_, CheckRequest, Participant, Sheet, Sheets, Trait

POWER, RITE, UNKNOWN_RITE = "power", "rite", "unknown_rite"
RITES = (RITE, UNKNOWN_RITE)
KINDS = ("test", POWER, *RITES)

MAX_NEEDED = 30
MAX_MODIFIER = 30
MAX_REASONS = 8
MAX_REASON = 80


@dataclass(frozen=True, slots=True)
class Tested:
    """What one person tests: an attribute, alone or under a skill, a talent or a field of knowledge."""

    who: int
    attribute: Trait
    learned: Trait | None = None

    @property
    def rows(self) -> tuple[Trait, ...]:
        """The rows that bring dice, what was learned first."""
        return (self.attribute,) if self.learned is None else (self.learned, self.attribute)


def validate(request: CheckRequest, sheets: Sheets) -> Tested:
    """What is tested. Raises RuleError unless the game knows such a test and this person can make it."""
    numbers(request)
    one = tester(request)
    found = _tested(one, sheet_of(sheets, one.who))
    mystic = found.learned is not None and found.learned.key == MYSTICISM
    if request.kind != "test" and not mystic:
        raise RuleError(N_("Powers and rites test Mysticism."))
    if mystic and not _trained(found) and request.kind not in RITES:
        raise RuleError(
            N_("Without Mysticism only passive powers can be used.")
            if request.kind == POWER
            else N_("Mysticism can't be tested untrained.")
        )
    return found


def hopeless(request: CheckRequest, found: Tested) -> bool:
    """A rite without Mysticism has failed critically before any die is thrown [Test na użycie mocy]."""
    return request.kind in RITES and not _trained(found)


def _trained(found: Tested) -> bool:
    return found.learned is not None and found.learned.level > 0


def numbers(request: CheckRequest) -> None:
    """Raise RuleError unless everything about the test but its person is in order."""
    if request.kind not in KINDS:
        raise RuleError(N_("This game has no such kind of test."))
    if request.against:
        raise RuleError(N_("This game has no defences: whoever resists makes a test of their own."))
    if request.difficulty is not None and not 1 <= request.difficulty <= MAX_NEEDED:
        raise RuleError(N_("A test needs from 1 to {limit} successes."), limit=MAX_NEEDED)
    if any(modifier.gear for modifier in request.modifiers):
        raise RuleError(N_("Gear doesn't wear here; let it add its dice as a modifier."))
    if any(abs(modifier.value) > MAX_MODIFIER for modifier in request.modifiers):
        raise RuleError(N_("The modifier may be from -{limit} to {limit}."), limit=MAX_MODIFIER)
    _reasons(request)


def _reasons(request: CheckRequest) -> None:
    lists = (request.advantage, request.disadvantage, tuple(m.reason for m in request.modifiers))
    if any(len(reasons) > MAX_REASONS for reasons in lists):
        raise RuleError(NP_("At most {n} reason of one sort.", "At most {n} reasons of one sort."), MAX_REASONS)
    if any(len(reason) > MAX_REASON for reasons in lists for reason in reasons):
        raise RuleError(
            NP_("A reason has at most {n} character.", "A reason has at most {n} characters."), MAX_REASON
        )  # fmt: skip


def tester(request: CheckRequest) -> Participant:
    """Whose test it is. Raises RuleError unless there is one person in it."""
    roles = [one.role for one in request.participants]
    if roles.count("initiator") != 1:
        raise RuleError(N_("A test has one initiator."))
    if len(roles) > 1:
        raise RuleError(N_("Here everyone tests alone: help adds dice as a modifier, an opponent throws as well."))
    return request.participants[0]


def sheet_of(sheets: Sheets, who: int) -> Sheet:
    """The sheet of a character. Raises RuleError when it isn't at hand."""
    if who not in sheets:
        raise RuleError(N_("The sheet of this character is missing."))
    return sheets[who]


# --- an attribute, alone or under something learned [Bazowa liczba kości] ---------------------------------------------


def _tested(one: Participant, sheet: Sheet) -> Tested:
    if not one.uses:
        raise RuleError(N_("Choose what to test."))
    if any(use.dice is not None for use in one.uses):
        raise RuleError(N_("Here a trait brings as many dice as its level; a modifier adds or takes some."))
    rows = [trait(sheet, use.trait) for use in one.uses]
    attributes = [row for row in rows if row.kind == "attribute"]
    learned = [row for row in rows if row.kind != "attribute"]
    if len(attributes) > 1:
        raise RuleError(N_("A test takes one attribute."))
    if len(learned) > 1:
        raise RuleError(N_("A test takes one skill, talent or field of knowledge."))
    if not learned:
        return Tested(one.who, attributes[0])
    return Tested(one.who, _attribute(learned[0], attributes, sheet), learned[0])


def _attribute(learned: Trait, named: list[Trait], sheet: Sheet) -> Trait:
    """The attribute that goes with something learned: the text's, else the one named, else the usual one."""
    bound = BOUND.get(learned.key)
    if bound and named and named[0].key != bound:
        raise RuleError(
            N_("{trait} is always tested with {attribute}."), trait=LABEL[learned.key], attribute=ATTRIBUTES[bound]
        )
    if named:
        return named[0]
    key = bound or USUAL.get(learned.key)
    if key is None:
        raise RuleError(N_("Choose the attribute that this is tested with."))
    return trait(sheet, key)
