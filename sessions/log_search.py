"""Finding words in the log, whatever their case and marks: "zolw" finds "Żółw".

What is searched is what the reader's own rows say, not what is stored: nothing hidden can be found, and both databases
find the same. So rows are made a chunk at a time, from new to old, until a page is full or enough was looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from caerbannog_site.words import folded
from sessions import log_reading
from sessions.access import Viewer
from sessions.log_display import Row
from sessions.log_text import words_of
from sessions.models import LogEntry
from sessions.models.log import LogQuerySet

CHUNK = 200
MOST = 1000  # entries looked at in one request: a third of a second of work
LONGEST = 80  # of what is searched for


def find(entries: LogQuerySet, viewer: Viewer, search: str, most: int) -> tuple[list[Row], str]:
    """At most so many rows with all these words, and the token to search on from ("" at the end of the log).

    `entries` are those that the viewer sees, newest first.
    """
    looked, found = 0, []
    for chunk in chunks(entries):
        for row in log_reading.Reading(chunk, sheets={}).rows(viewer):  # without buttons: no sheet need be read
            if says(row, search):
                found.append(row.entry)
            if len(found) > most:
                return log_reading.rows(found[:most], viewer), found[most - 1].token
        looked += len(chunk)
        if looked >= MOST and len(chunk) == CHUNK:
            return log_reading.rows(found, viewer), chunk[-1].token
    return log_reading.rows(found, viewer), ""


def says(row: Row, search: str) -> bool:
    text = folded(words_of(row))
    return all(word in text for word in folded(search).split())


def chunks(entries: LogQuerySet, *, oldest_first: bool = False) -> Iterator[list[LogEntry]]:
    """The entries with what their rows need, so many at a time, in a number of queries that grows with the chunks."""
    ahead = log_reading.with_details(entries).order_by("seq" if oldest_first else "-seq")
    chunk = list(ahead[:CHUNK])
    while chunk:
        yield chunk
        if len(chunk) < CHUNK:
            return
        seq = chunk[-1].seq
        chunk = list((ahead.filter(seq__gt=seq) if oldest_first else ahead.filter(seq__lt=seq))[:CHUNK])
