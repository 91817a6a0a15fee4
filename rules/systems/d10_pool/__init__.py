"""The d10 pool. RULES.md beside this file tells where each rule stands and what proves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.house_spec import HouseRule
from rules.neutral import AloneOnly
from rules.spec import SheetSpec
from rules.systems.d10_pool import checks, follow, forecast, pool, sanity
from rules.systems.d10_pool.sheet import SPEC, read_off
from rules.systems.d10_pool.tables import HOUSE_RULES, SYSTEM, PoolTables, from_house
from rules.values import N_, CheckRequest, CheckResult, Choice, Die, FollowUp, Odds, Part, Sheet, Sheets, Tables, Text


class D10Pool(AloneOnly):
    """The rule system; see protocol.py for what each function promises."""

    key = SYSTEM
    name = Text(N_("Pool of d10s"))

    def sheet(self) -> SheetSpec:
        return SPEC

    def tables(self, house: Mapping[str, object]) -> PoolTables:
        return from_house(house)

    def house_rules(self) -> tuple[HouseRule, ...]:
        return HOUSE_RULES

    def house_of(self, tables: Tables) -> dict[str, object]:
        now = tables if isinstance(tables, PoolTables) else PoolTables()
        return {"ones_void_tens": now.ones_void_tens}

    def difficulties(self, tables: Tables) -> tuple[tuple[int, Text], ...]:
        return tuple((needed, Text(checks.SUCCESSES, needed)) for needed in range(1, 6))

    def result_name(self, request: CheckRequest, value: int) -> Text:
        return checks.result_name(request, value)

    def facts(self, sheet: Sheet) -> tuple[Text, ...]:
        return read_off(sheet)

    def warnings(self, sheets: Sheets, facts: Mapping[str, str]) -> tuple[Text, ...]:
        return tuple(warning for sheet in sheets.values() for warning in sanity.warnings(sheet))

    def plan(self, request: CheckRequest, sheets: Sheets) -> tuple[Part, ...]:
        return pool.plan(request, sheets)

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


system = D10Pool()
