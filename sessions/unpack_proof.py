"""Whether rows of the log that came with a file can be drawn: one that cannot would take the whole page with it."""

from __future__ import annotations

import logging

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions import log_reading, log_search
from sessions.access import Viewer
from sessions.log_text import lines_of
from sessions.models import LogEntry

logger = logging.getLogger(__name__)


def need_drawable(viewer: Viewer, first: int) -> None:
    """Refused unless the rows from this number on can be told to a game master, who is shown all that others are."""
    entries = LogEntry.objects.filter(channel=viewer.channel_id, seq__gte=first).listed()
    for chunk in log_search.chunks(entries, oldest_first=True):
        try:
            for row in log_reading.Reading(chunk, sheets={}).rows(viewer):
                lines_of(row)
        except Exception as error:  # what displays of unheard-of values raise
            logger.info("an entry of a file cannot be drawn", exc_info=error)
            raise Refused(_("The file has an entry of the log that cannot be shown."), field="file") from error
