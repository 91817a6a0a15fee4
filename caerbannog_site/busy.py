"""SQLite has one writer. Who waits for it too long, while a whole campaign is brought in for one, is told so."""

from __future__ import annotations

from django.db import OperationalError
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused

PATIENCE = 15  # seconds; browsers give up after 20 (templates/base.html)


class Busy(Refused):
    """Nothing was written. The same press, sent again, counts once."""

    status = 503
    heading = _("One moment")
    seconds = 5

    def __init__(self) -> None:
        super().__init__(
            _("The table is busy with something large just now, so this was not saved. Press again in a moment.")
        )


def is_locked(error: BaseException) -> bool:
    """Whether SQLite says with this error that somebody else was writing all the while."""
    cause = error.__cause__ if isinstance(error, OperationalError) else None
    return str(getattr(cause, "sqlite_errorname", "")).startswith("SQLITE_BUSY")
