"""What looks odd on a sheet. Never a block: a table is free to agree on anything."""

from __future__ import annotations

from rules.systems.d10_pool.sheet import CATEGORY, trait
from rules.values import NP_, Sheet, Text

TOO_LOW = NP_(
    "{n} attribute is written below level 1 and counts as 1.",
    "{n} attributes are written below level 1 and count as 1.",
)


def warnings(sheet: Sheet) -> tuple[Text, ...]:
    """Odd things on one sheet: attributes go from 1 to 5 [Bazowa liczba kości]."""
    rows = [trait(sheet, key) for key in sheet.traits]
    low = sum(row.level < CATEGORY[row.category].lowest for row in rows)
    return (Text(TOO_LOW, low),) if low else ()
