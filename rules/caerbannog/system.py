"""A rule system of Caerbannog: one edition behind the protocol that every game keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.caerbannog import boosted, checks, follow, forecast, opposed, planning
from rules.caerbannog.edition import Edition
from rules.caerbannog.request import CONDITIONS_MET, GROUP_CONDITIONS, OPPOSED, house
from rules.caerbannog.sheet import read_off
from rules.house import from_house, plain
from rules.house_spec import HouseRule
from rules.spec import SharedTests, SheetSpec
from rules.tables import CaerbannogTables, name_for
from rules.values import (
    CheckRequest,
    CheckResult,
    Choice,
    Die,
    FollowUp,
    Odds,
    Part,
    Sheet,
    Sheets,
    Tables,
    Text,
)


class CaerbannogSystem:
    """The rule system of an edition; see protocol.py for what each function promises."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.key = edition.key
        self.name = edition.name

    def sheet(self) -> SheetSpec:
        return self.edition.spec

    def tables(self, house: Mapping[str, object]) -> CaerbannogTables:
        return from_house({"edition": self.edition.tables.edition, **house})

    def house_rules(self) -> tuple[HouseRule, ...]:
        return self.edition.house_rules

    def house_of(self, tables: Tables) -> dict[str, object]:
        now = tables if isinstance(tables, CaerbannogTables) else self.edition.tables
        return {rule.key: plain(now, rule.key) for rule in self.edition.house_rules}

    def difficulties(self, tables: Tables) -> tuple[tuple[int, Text], ...]:
        rows = tables.difficulties if isinstance(tables, CaerbannogTables) else ()
        return tuple((row.low, row.name) for row in rows)

    def result_name(self, request: CheckRequest, value: int) -> Text:
        return name_for(house(self.edition.at_home(request)).results, value)

    def facts(self, sheet: Sheet) -> tuple[Text, ...]:
        return read_off(sheet)

    def warnings(self, sheets: Sheets, facts: Mapping[str, str]) -> tuple[Text, ...]:
        """Nothing looks odd where an edition's rules ask nothing of a sheet."""
        return ()

    def plan(self, request: CheckRequest, sheets: Sheets) -> tuple[Part, ...]:
        return planning.plan(self.edition, request, sheets)

    def check(self, request: CheckRequest, sheets: Sheets, thrown: Sequence[Die]) -> CheckResult:
        return checks.check(self.edition, self.edition.at_home(request), sheets, thrown)

    def follow_ups(self, result: CheckResult, sheets_now: Sheets) -> tuple[FollowUp, ...]:
        return follow.follow_ups(self.edition, result, sheets_now)

    def follow(
        self, result: CheckResult, choice: Choice, sheets_now: Sheets, thrown: Sequence[Die] = ()
    ) -> CheckResult:
        return follow.follow(self.edition, result, choice, sheets_now, thrown)

    def odds(self, request: CheckRequest, sheets: Sheets) -> Odds:
        return forecast.odds(self.edition, request, sheets)

    def boosted_odds(self, request: CheckRequest, sheets: Sheets) -> Odds:
        """The exact distribution when everybody boosts who can; see boosted.py."""
        return boosted.boosted_odds(self.edition, request, sheets)

    def shared(self) -> SharedTests:
        """An edition may know opposed tests alone."""
        if not self.edition.shared_tests:
            return SharedTests(opposed=OPPOSED)
        return SharedTests(True, GROUP_CONDITIONS, CONDITIONS_MET, OPPOSED)

    def settle_opposed(self, first: CheckResult, second: CheckResult | int) -> CheckResult:
        """The initiator's result against the opponent's; see opposed.py."""
        return opposed.settle_opposed(self.edition, first, second)

    def opposed_odds(self, first: CheckRequest, second: CheckRequest | int, sheets: Sheets) -> Odds:
        """The exact distribution of an opposed test's result before any die is thrown; see opposed.py."""
        return opposed.opposed_odds(self.edition, first, second, sheets)
