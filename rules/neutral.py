"""The answers of a game that knows no tests of several people."""

from __future__ import annotations

from rules.errors import RuleError
from rules.spec import SharedTests
from rules.values import N_, CheckRequest, CheckResult, Odds, Sheets

NO_OPPOSED = N_("This game has no opposed tests.")


class AloneOnly:
    """See protocol.py for what each function promises."""

    def shared(self) -> SharedTests:
        return SharedTests()

    def settle_opposed(self, first: CheckResult, second: CheckResult | int) -> CheckResult:
        raise RuleError(NO_OPPOSED)

    def opposed_odds(self, first: CheckRequest, second: CheckRequest | int, sheets: Sheets) -> Odds:
        raise RuleError(NO_OPPOSED)
