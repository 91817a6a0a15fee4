"""A full disk: what was saved before stays, and whoever presses something meanwhile is told so."""

from __future__ import annotations

import errno

from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
POSTGRESQL = "53100"  # its code for disk_full


class DiskFull(Refused):
    """Nothing can be written down until somebody makes room."""

    status = 507

    def __init__(self) -> None:
        super().__init__(
            _(
                "The server's disk is full, so this was not saved. Everything saved before is safe. "
                "Tell whoever runs the table to make room, then try again."
            )
        )


def is_full(error: BaseException) -> bool:
    """Whether a database or a file says with this error that there is no room left."""
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    if not isinstance(error, DatabaseError):
        return False
    cause = error.__cause__
    return getattr(cause, "sqlite_errorname", "") == "SQLITE_FULL" or getattr(cause, "sqlstate", "") == POSTGRESQL
