"""The log as a table for spreadsheets, which take some texts for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from sessions.exports import Line, Story
from sessions.log_kinds import FILTERS

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it Excel takes Polish letters for something else
FORMULA = tuple("=+-@\t\r\n\N{MINUS SIGN}＝＋－＠")


def write(story: Story) -> Iterator[str]:
    yield BOM + _written([[_("Day"), _("Time"), _("Session"), _("Kind"), _("Who"), _("What"), _("Result"),
                           _("Seen by"), _("Undone")]])  # fmt: skip
    for lines in story.chunks():
        yield _written(map(_row, lines))


def harmless(text: str) -> str:
    """A text that no spreadsheet computes: an apostrophe before what would begin a formula."""
    return f"'{text}" if text.lstrip(" \N{NO-BREAK SPACE}").startswith(FORMULA) else text


def _row(line: Line) -> list[Any]:
    undone = _("yes") if line.undone else ""
    # The result is a number of our own, and a spreadsheet may add it up; all else has been typed by somebody.
    return [
        f"{line.at:%Y-%m-%d}",
        f"{line.at:%H:%M:%S}",
        *map(harmless, (line.session, str(FILTERS[line.filter]), line.who, "\n".join(line.words))),
        line.result,
        line.mode_label,
        undone,
    ]


def _written(rows: Iterable[list[Any]]) -> str:
    """Rows with the separator that a spreadsheet expects where the comma stands within numbers."""
    separator = ";" if get_format("DECIMAL_SEPARATOR") == "," else ","
    file = io.StringIO()
    csv.writer(file, delimiter=separator).writerows(rows)
    return file.getvalue()
