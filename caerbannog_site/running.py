"""Whether a server runs on this DATA: it holds a lock there for as long as it lives."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from django.conf import settings


def hold() -> int:
    """Until this process ends, whatever program it becomes, or closes this; several machines may share the folder."""
    descriptor = _opened()
    os.set_inheritable(descriptor, True)
    with suppress(OSError):  # not every disk in a network keeps locks, and the table runs there all the same
        fcntl.flock(descriptor, fcntl.LOCK_SH)
    return descriptor


def is_held() -> bool:
    descriptor = _opened()
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return isinstance(error, BlockingIOError)
    finally:
        os.close(descriptor)
    return False


def _opened() -> int:
    return os.open(Path(settings.DATA) / "running", os.O_RDWR | os.O_CREAT, 0o600)
