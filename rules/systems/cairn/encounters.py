"""What the Warden may throw for: how strangers react, and whom chance favours [Reakcje, Kość Przeznaczenia]."""

from __future__ import annotations

from rules.errors import RuleError
from rules.tables import Row, name_for
from rules.values import N_, Text

FAVOURABLE = 4  # on the die of fate, and above

ATTITUDES = (
    Row(2, Text(N_("hostile"))),
    Row(3, Text(N_("wary"))),
    Row(6, Text(N_("curious"))),
    Row(9, Text(N_("courteous"))),
    Row(12, Text(N_("helpful"))),
)
FOR, AGAINST = Text(N_("in the players' favour")), Text(N_("against the players"))


def reaction(total: int) -> Text:
    """How somebody whose attitude is open meets the party, by the sum of 2k6. Raises RuleError for no such sum."""
    if not 2 <= total <= 12:
        raise RuleError(N_("Two six-sided dice give from 2 to 12."))
    return name_for(ATTITUDES, total)


def fate(face: int) -> Text:
    """Whom a k6 of `face` favours: the players from 4 up."""
    return FOR if face >= FAVOURABLE else AGAINST
