"""What the template of a roll's row draws, as values; check_display.py fills them in for one reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.values import CheckResult
from sessions import check_words
from sessions.came_display import Came
from sessions.check_offers import Offer, Person
from sessions.models import Check


class Face(NamedTuple):
    """A die as it lies: its place in the throw, its number, what it is called for those who hear it."""

    place: int
    sides: str
    face: str
    kept: bool
    top: str  # the initial of the Momentum that its highest face brings
    label: str
    who: str = ""  # of a test that several people throw for


@dataclass
class Seated:
    """One person in a test whose dice are still coming: their name, what they test, (sides, face or "?", label)."""

    name: str
    tested: str
    dice: list[tuple[str, str, str]]
    waiting: bool


@dataclass
class Side:
    """One side of an opposed test. `score` is empty before its throw, `note` tells why."""

    name: str
    score: str = ""
    dice: list[Face] = field(default_factory=list)
    note: str = ""


@dataclass
class Together:
    """What a row tells of the others: while dice are waited for of `people`, of an opposed test of its `sides`.

    `finish` is the token of a character of the reader's whose throw may be declared final.
    """

    note: str = ""
    by_hand: bool = False
    difficulty: str = ""
    people: list[Seated] = field(default_factory=list)
    thrown: int = 0
    waiting: str = ""
    sides: list[Side] = field(default_factory=list)
    finish: str = ""
    finish_name: str = ""


@dataclass
class CheckRow:
    """Everything that the row's template draws. `secret` tells why a reader sees less: "", "blind", "difficulty"."""

    check: Check
    title: str
    outcome: str
    secret: str = ""
    seal: str = ""
    verdict: str = ""
    breakthroughs: str = ""
    gain: int = 0
    unit: str = ""  # what Momentum is called beside a number
    dice: list[Face] = field(default_factory=list)  # lowest first
    steps: list[tuple[str, str, int]] = field(default_factory=list)
    total: str = ""
    replaced: str = ""  # the arithmetic that a critical failure sets aside
    together: Together | None = None
    story: list[str] = field(default_factory=list)
    came: list[Came] = field(default_factory=list)
    can_come: bool = False  # its reader may bring something about with it
    advantage: int = 0
    reasons: list[str] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    asked: str = ""
    may_act: bool = False
    leads: bool = False  # acts for the initiator
    is_gm: bool = False
    can_reveal: bool = False
    can_conceal: bool = False
    result: CheckResult | None = None  # for the GMs' forms only

    @property
    def boosts(self) -> list[Offer]:
        return [offer for offer in self.offers if offer.kind == "boost"]

    @property
    def efforts(self) -> list[Offer]:
        return [offer for offer in self.offers if offer.kind == "effort"]

    @property
    def rerolls(self) -> list[Offer]:
        return [offer for offer in self.offers if offer.kind == "reroll"]

    @property
    def has_effort(self) -> bool:
        """An effort was taken: a correction may change what it should have cost."""
        return self.result is not None and any(taken.kind == "effort" for taken in self.result.taken)

    @property
    def has_menu(self) -> bool:
        """A game master can still correct, undo or settle it."""
        return self.is_gm and self.check.state != Check.State.UNDONE

    @property
    def expect(self) -> int:
        return self.check.step


def faces_of(result: CheckResult, sign: str, people: Mapping[int, Person] | None = None) -> list[Face]:
    """The dice from low to high. Their numbers are text already: a template would ask the language about each.

    With `people` each of several owners is named.
    """
    lying = sorted(enumerate(result.dice), key=lambda placed: (placed[1].face, placed[1].sides))
    names = people if people and len(result.request.participants) > 1 else {}
    return [
        Face(place, str(die.sides), str(die.face), die.kept, sign if die.top else "", check_words.die_label(die),
             names[die.who].name if die.who in names else "")
        for place, die in lying
    ]  # fmt: skip
