"""Exact odds of a whole pool before it is thrown.

Only the numbers of tens, of eights and nines, and of ones matter, so the throws are counted by multinomials: a pool
of n dice takes about n³/6 terms, not 10ⁿ throws. What cancels out is thrown again until something else lies there,
so its share is left out of the whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from types import MappingProxyType

from rules.errors import RuleError
from rules.systems.d10_pool.checks import needed
from rules.systems.d10_pool.pool import plan
from rules.systems.d10_pool.reading import Reading, Shown, read
from rules.systems.d10_pool.tables import PoolTables, tables_of
from rules.values import N_, CheckRequest, Odds, Sheets

EIGHTS_AND_NINES, BLANKS = 2, 6  # faces of a die; a ten and a one are a face each


def odds(request: CheckRequest, sheets: Sheets) -> Odds:
    """The exact distribution of successes for one throw, a retry not counted.

    Raises RuleError for a request out of order, and for one that doesn't tell how many successes it needs.
    """
    size = sum(part.count for part in plan(request, sheets))
    if request.difficulty is None:
        raise RuleError(N_("The difficulty is not told yet."))
    return _odds(size, needed(request), tables_of(request))


@lru_cache(maxsize=1024)
def _odds(size: int, passing: int, tables: PoolTables) -> Odds:
    ways: Counter[int] = Counter()
    critical = 0
    for found, throws in _readings(size, tables).items():
        ways[found.successes] += throws
        critical += throws * found.critical
    total = ways.total()
    values = {value: Fraction(ways[value], total) for value in sorted(ways)}
    success = sum((chance for value, chance in values.items() if value >= passing), Fraction(0))
    return Odds(MappingProxyType(values), success, Fraction(critical, total), Fraction(0), passing)


def readings_of(request: CheckRequest, sheets: Sheets) -> Mapping[Reading, int]:
    """Everything that the pool may say once it says something, and how many throws say it.

    Raises RuleError for a request out of order.
    """
    return _readings(sum(part.count for part in plan(request, sheets)), tables_of(request))


def _readings(size: int, tables: PoolTables) -> Counter[Reading]:
    ways: Counter[Reading] = Counter()
    for seen, throws in _throws(size):
        found = read(seen, tables)
        if not found.again:
            ways[found] += throws
    return ways


def _throws(size: int) -> Iterator[tuple[Shown, int]]:
    """Everything that a pool may show, and how many of its throws show it."""
    for tens in range(size + 1):
        for ones in range(size - tens + 1):
            rest = size - tens - ones
            for successes in range(rest + 1):
                places = comb(size, tens) * comb(size - tens, ones) * comb(rest, successes)
                faces = EIGHTS_AND_NINES**successes * BLANKS ** (rest - successes)
                yield Shown(size, tens, successes, ones), places * faces
