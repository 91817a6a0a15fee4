"""What a part found out, as a table for the terminal and for RESULTS.md."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One finding. `budget` and `met` stay empty where nothing was promised."""

    what: str
    found: str
    beside: str = ""
    budget: str = ""
    met: bool | None = None


def at_most(what: str, value: float, budget: float, unit: str = "", beside: str = "") -> Line:
    return Line(what, f"{shown(value)}{unit}", beside, f"<= {budget:g}{unit}", value <= budget)


def at_least(what: str, value: float, budget: float, unit: str = "", beside: str = "") -> Line:
    return Line(what, f"{shown(value)}{unit}", beside, f">= {budget:g}{unit}", value >= budget)


def shown(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def share(values: Sequence[float], part: float) -> float:
    """The value below which this part of them lies: share(times, 0.95)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def shares(values: Sequence[float], unit: str = " ms") -> str:
    return " / ".join(shown(share(values, part)) for part in (0.5, 0.95, 0.99)) + unit


def load() -> str:
    return ", ".join(f"{one:.1f}" for one in os.getloadavg())


def head() -> list[str]:
    import django

    return [
        f"{time.strftime('%Y-%m-%d %H:%M')}, Python {platform.python_version()}, Django {django.__version__},"
        f" {os.cpu_count()} cores",
    ]


HEADINGS = ("", "found", "beside it", "budget", "")


def cells(line: Line) -> tuple[str, ...]:
    verdict = {True: "met", False: "MISSED", None: ""}[line.met]
    return line.what, line.found, line.beside, line.budget, verdict


def printed(lines: Sequence[Line]) -> str:
    rows = [cells(line) for line in lines]
    widths = [max(len(row[i]) for row in [HEADINGS, *rows]) for i in range(5)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
                     for row in [HEADINGS, *rows])  # fmt: skip


def markdown(lines: Sequence[Line]) -> str:
    rows = [HEADINGS, ("---",) * 5, *(cells(line) for line in lines)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)
