"""What abilities cost. Which abilities there are, the table knows: the rules see the price and when it is paid.

An ability that shapes the roll is paid before it, so what the roll brings comes too late; one that uses the result is
paid after it, and the Momentum of that very roll may pay [Generowanie Rozmachu - Testy].
"""

from __future__ import annotations

from rules.caerbannog.checks import settle
from rules.caerbannog.edition import Edition
from rules.caerbannog.prices import check_payable, payment
from rules.caerbannog.request import participant, sheet_of
from rules.caerbannog.steps import standing_bonuses
from rules.errors import RuleError
from rules.values import N_, CheckResult, Choice, Sheets, Taken


def ability(edition: Edition, result: CheckResult, choice: Choice, sheets_now: Sheets) -> CheckResult:
    """The same result, and an ability that used it was paid for; `note` tells which.

    Raises RuleError for a test not settled yet, an unnamed ability, and a price that can't be paid.
    """
    participant(result.request, choice.payer)
    if result.outcome == "pending":
        raise RuleError(N_("The result is not known yet."))
    if choice.cost is None or not choice.note.strip():
        raise RuleError(N_("Say which ability it is and what it costs."))
    check_payable(sheet_of(sheets_now, choice.payer), (choice.cost,))
    taken = Taken("ability", choice.payer, choice.cost, note=choice.note, before=result.value)
    effects = payment(choice.payer, (choice.cost,))
    return settle(
        edition, result.request, result.dice, standing_bonuses(result), (*result.taken, taken), effects
    )  # fmt: skip
