"""Cairn, as its Polish text has it. RULES.md beside this file tells where each rule stands and what proves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.house_spec import HouseRule
from rules.neutral import AloneOnly
from rules.spec import SheetSpec
from rules.systems.cairn import checks, follow, forecast, planning
from rules.systems.cairn.house import HOUSE_RULES, CairnTables, from_house
from rules.systems.cairn.inventory import SLOTS
from rules.systems.cairn.request import throw_of
from rules.systems.cairn.sheet import SPEC, emptied
from rules.values import N_, CheckRequest, CheckResult, Choice, Die, FollowUp, Odds, Part, Sheet, Sheets, Tables, Text


class Cairn(AloneOnly):
    """The rule system; see protocol.py for what each function promises."""

    key = checks.SYSTEM
    name = Text(N_("Cairn"))

    def sheet(self) -> SheetSpec:
        return SPEC

    def tables(self, house: Mapping[str, object]) -> CairnTables:
        return from_house(house)

    def house_rules(self) -> tuple[HouseRule, ...]:
        return HOUSE_RULES

    def house_of(self, tables: Tables) -> dict[str, object]:
        return {"slots": tables.slots if isinstance(tables, CairnTables) else SLOTS}

    def difficulties(self, tables: Tables) -> tuple[tuple[int, Text], ...]:
        return ()

    def result_name(self, request: CheckRequest, value: int) -> Text:
        return checks.name_of(throw_of(request), value)

    def facts(self, sheet: Sheet) -> tuple[Text, ...]:
        return emptied(sheet)

    def warnings(self, sheets: Sheets, facts: Mapping[str, str]) -> tuple[Text, ...]:
        return ()

    def plan(self, request: CheckRequest, sheets: Sheets) -> tuple[Part, ...]:
        return planning.plan(request, sheets)

    def check(self, request: CheckRequest, sheets: Sheets, thrown: Sequence[Die]) -> CheckResult:
        return checks.check(request, sheets, thrown)

    def follow_ups(self, result: CheckResult, sheets_now: Sheets) -> tuple[FollowUp, ...]:
        return follow.follow_ups(result, sheets_now)

    def follow(
        self, result: CheckResult, choice: Choice, sheets_now: Sheets, thrown: Sequence[Die] = ()
    ) -> CheckResult:
        return follow.follow(result, choice, sheets_now, thrown)

    def odds(self, request: CheckRequest, sheets: Sheets) -> Odds:
        return forecast.odds(request, sheets)

    def boosted_odds(self, request: CheckRequest, sheets: Sheets) -> Odds:
        return forecast.odds(request, sheets)


system = Cairn()
