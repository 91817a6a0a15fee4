"""A campaign's house rules as its page shows and takes them, whatever the game: see rules/house_spec.py.

A rule that is left empty is the game's own again. Each says what the page showed (`was`), so that a form which was
open for an hour sets only what this person changed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from caerbannog_site.templatetags.words import number
from caerbannog_site.words import say
from rules import registry
from rules.errors import RuleError
from rules.house_spec import AMOUNT, CHOICE, NAME, NUMBER, ON_OFF, ROWS, Column, HouseRule
from rules.values import Text

WHOLE = re.compile(r"[+\-\N{MINUS SIGN}]?\d{1,4}", re.ASCII)


@dataclass
class Question:
    """A house rule as it is asked: `value` or `rows` as they stand in the fields, and what is wrong with them."""

    rule: HouseRule
    value: Any = None
    rows: list[tuple[str, str]] = field(default_factory=list)
    said: str = ""  # the value in force, in words
    was: str = ""
    own: str = ""  # the game's own value in words, where it is not the one in force
    error: str = ""


class HouseForm:
    """The house rules of a system: `questions` to show, and once it is valid `changed` for the action."""

    def __init__(self, system: str, house: Mapping[str, Any], data: QueryDict | None = None) -> None:
        self._system = registry.system(system)
        self._now = self._system.house_of(self._system.tables(house))
        self._own = self._system.house_of(self._system.tables({}))
        self.changed: dict[str, Any] = {}
        self.questions = [self._shown(rule) for rule in self._system.house_rules()]
        if data is not None:
            for question in self.questions:
                if f"was-{question.rule.key}" in data:
                    self._take(question, data)

    def is_valid(self) -> bool:
        return not any(question.error for question in self.questions)

    def _shown(self, rule: HouseRule) -> Question:
        now, own = self._now[rule.key], self._own[rule.key]
        said, theirs = self._in_words(rule, now), self._in_words(rule, own)
        question = Question(rule, said=said, was=_fingerprint(now), own=theirs if now != own else "")
        if rule.kind == ROWS:
            question.rows = [self._cells(rule, row) for row in _table(now)]
        else:
            question.value = now
        return question

    def _cells(self, rule: HouseRule, row: list[Any]) -> tuple[str, str]:
        first, second = (
            self._words(rule, place).get(str(cell), str(cell))
            if rule.columns[place].kind in (NAME, AMOUNT)
            else str(cell)
            for place, cell in enumerate(row)
        )
        return first, second

    def _words(self, rule: HouseRule, place: int) -> dict[str, str]:
        """The game's own words in a column: as the rules write them -> as the reader's language has them."""
        if rule.columns[place].kind == NAME:
            return {row[place]: say(Text(row[place])) for row in _table(self._own[rule.key])}
        return {key: say(label) for key, label in rule.columns[place].choices}

    def _in_words(self, rule: HouseRule, value: Any) -> str:
        if rule.kind == ROWS:
            words = [self._words(rule, place) for place in (0, 1)]
            told = [
                [words[place].get(str(cell), _said(cell)) for place, cell in enumerate(row)] for row in _table(value)
            ]
            return ", ".join(f"{first}: {second}" for first, second in told)
        if rule.kind == ON_OFF:
            return _("yes") if value else _("no")
        return say(dict(rule.choices)[value]) if rule.kind == CHOICE else str(value)

    def _take(self, question: Question, data: QueryDict) -> None:
        """What was typed, kept for the page; into `changed` if it is new and the game can use it."""
        rule = question.rule
        shown = data[f"was-{rule.key}"]
        try:
            typed = self._typed(question, data)
            if _fingerprint(typed if typed is not None else self._own[rule.key]) == shown:
                return
            if typed is not None:
                self._system.tables({rule.key: typed})
            self.changed[rule.key] = typed
        except RuleError as error:
            named = error.text.params.get("name") == rule.key
            question.error = _unusable() if named else say(error.text)
        except ValueError as error:
            question.error = str(error)

    def _typed(self, question: Question, data: QueryDict) -> Any:
        """The plain value; None where nothing is typed. Raises ValueError with a sentence."""
        rule = question.rule
        if rule.kind == ON_OFF:
            question.value = rule.key in data
            return question.value
        if rule.kind != ROWS:
            question.value = _bare(data.get(rule.key, ""))
            return _number(question.value, rule) if rule.kind == NUMBER else question.value or None
        firsts, seconds = (data.getlist(f"{rule.key}-{place}") for place in (0, 1))
        rows = [(_bare(a), _bare(b)) for a, b in zip_longest(firsts, seconds, fillvalue="")]
        question.rows = [row for row in rows if row[0] or row[1]]
        written = [row for row in question.rows if not (rule.columns[0].kind == CHOICE and not row[1])]
        return [self._row(rule, row) for row in written] or None

    def _row(self, rule: HouseRule, row: tuple[str, str]) -> list[Any]:
        return [self._cell(rule, place, typed) for place, typed in enumerate(row)]

    def _cell(self, rule: HouseRule, place: int, typed: str) -> Any:
        column, ids = rule.columns[place], {said: key for key, said in self._words(rule, place).items()}
        if column.kind == CHOICE:
            return typed
        if column.kind == NAME or typed in ids:
            return ids.get(typed, typed)
        return _filled(column, typed)


def _unusable() -> str:
    return _("This can't be used: numbers go up from row to row, every name is filled in and everything stands once.")


def _bare(typed: str) -> str:
    return typed.replace("\x00", "").strip()


def _filled(column: Column, typed: str) -> int:
    number = _number(typed, column)
    if number is None:
        raise ValueError(_("Fill in both fields of each row."))
    return number


def _number(typed: str, bounds: HouseRule | Column) -> int | None:
    if not typed:
        return None
    number = int(typed.replace("\N{MINUS SIGN}", "-")) if WHOLE.fullmatch(typed) else None
    if number is None or not bounds.low <= number <= bounds.high:
        raise ValueError(_("Type a number from %(low)s to %(high)s.") % {"low": bounds.low, "high": bounds.high})
    return number


def _said(cell: int | str) -> str:
    return number(cell) if isinstance(cell, int) else cell


def _table(value: object) -> list[list[Any]]:
    assert isinstance(value, list)
    return value


def _fingerprint(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]
