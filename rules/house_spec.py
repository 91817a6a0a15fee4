"""What a campaign may settle for itself, told so that a page can ask it: each house rule with its bounds and words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.values import N_, Text

ON_OFF, NUMBER, CHOICE, ROWS = "on_off", "number", "choice", "rows"
NAME, AMOUNT = "name", "amount"  # of a column: words, or a number that may be one of the choices instead
Choices = tuple[tuple[str, Text], ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One of the two columns of a house table: a number, a name, a choice, or an amount."""

    kind: str
    label: Text
    low: int = 0
    high: int = 99
    choices: Choices = ()


@dataclass(frozen=True, slots=True)
class HouseRule:
    """`key` names it in the campaign's house rules (RuleSystem.tables); `kind` says which of the other fields count.

    on_off   yes or no                 choice   one of `choices`
    number   from `low` to `high`      rows     a table of two `columns`
    """

    key: str
    kind: str
    label: Text
    hint: Text
    low: int = 0
    high: int = 99
    choices: Choices = ()
    columns: tuple[Column, ...] = ()


def of(rules: Collection[HouseRule], *keys: str) -> tuple[HouseRule, ...]:
    """Those of these keys, in the order of the rules."""
    return tuple(rule for rule in rules if rule.key in keys)


NAME_COLUMN = Column(NAME, Text(N_("Name")))
