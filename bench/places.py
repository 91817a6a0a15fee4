"""Where a run keeps what it writes, and the environment of its processes: the product's own settings."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SECRET = "only for measuring, on this machine"


def scratch(name: str) -> Path:
    """A new folder on a real disk (a commit shall cost what it costs), gone with this process."""
    folder = Path(tempfile.mkdtemp(prefix=f"bench-{name}-"))
    owner = os.getpid()
    atexit.register(lambda: shutil.rmtree(folder, ignore_errors=True) if os.getpid() == owner else None)
    return folder


def environment(database: str = "") -> dict[str, str]:
    """The product on a fresh database: SQLite in a folder of its own, or `database`. Static files are in place."""
    data, ready = scratch("data"), _ready()
    made = {**_clean(), "DATA": str(data)}
    (data / "static").symlink_to(ready / "static")
    if database:
        manage({**made, "DATABASE_URL": database}, "migrate", "--verbosity", "0")
        return {**made, "DATABASE_URL": database}
    shutil.copy(ready / "table.sqlite3", data)
    return made


@functools.cache
def _ready() -> Path:
    """A data folder as `make run` prepares it, made once for all servers of a run."""
    data = scratch("ready")
    subprocess.run(
        [sys.executable, "-m", "caerbannog_site.serve", "--prepare"],
        cwd=ROOT, env={**_clean(), "DATA": str(data)}, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    return data


def _clean() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "DEBUG", "PUBLIC_URL")}
    return {
        **kept, "DJANGO_SETTINGS_MODULE": "caerbannog_site.settings", "SECRET_KEY": SECRET,
        "LOG_LEVEL": "WARNING", "DB_POOL": "8",
        "ROLLS_A_MINUTE": "1000000", "MESSAGES_A_MINUTE": "1000000",  # a few writers stand for very many
    }  # fmt: skip


def manage(env: dict[str, str], *arguments: str) -> None:
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, check=True)


@functools.cache
def django_here() -> None:
    """Django in this process, on a fresh SQLite database, for parts that need no server."""
    os.environ.update(environment())
    import django

    django.setup()


def signed_in(cookie: str) -> Any:
    """A test client with these cookies, where `django_here` was called."""
    from django.test import Client

    client = Client(headers={"host": "127.0.0.1"})
    client.cookies.load(cookie)
    return client
