"""`make run`: bring the database, the translations and the static files up to date, then serve.

    python -m caerbannog_site.serve [--prepare]

Reads HOST, PORT, WORKERS and TRUSTED_PROXIES beside what settings.py reads. With --prepare it stops before serving.
"""

from __future__ import annotations

import os
import shutil
import socket
import sys
from pathlib import Path
from typing import NoReturn

from caerbannog_site import running

DEFAULTS = {"HOST": "127.0.0.1", "PORT": "8000", "WORKERS": "1", "TRUSTED_PROXIES": ""}


def main(arguments: list[str]) -> None:
    os.umask(0o077)  # the data folder is its owner's alone
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caerbannog_site.settings")
    need_settings()
    serves = "--prepare" not in arguments
    if problem := refusal() or (serves and port_refusal()):
        stop(problem)
    if serves:
        running.hold()
    prepare()
    if serves:
        share_metrics()
        print(addresses(), flush=True)
        command = [sys.executable, "-m", "uvicorn", "caerbannog_site.asgi:application", *uvicorn_options()]
        os.execv(sys.executable, command)  # noqa: S606 -- the same interpreter, no shell


def need_settings() -> None:
    """A mistake in the environment is a sentence, no traceback."""
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from environs import EnvError

    try:
        settings.DATA  # noqa: B018 -- read at the first look
    except (ImproperlyConfigured, EnvError) as error:
        stop(error)


def stop(problem: object) -> NoReturn:
    print(problem, file=sys.stderr)
    sys.exit(2)


def option(name: str) -> str:
    return os.environ.get(name) or DEFAULTS[name]


def refusal() -> str:
    """Why this configuration must not serve, or nothing."""
    from django.conf import settings

    workers = option("WORKERS")
    if not workers.isdigit() or int(workers) < 1:
        return f"WORKERS is {workers!r}; it must be a number from 1 up."
    if int(workers) > 1 and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        return (
            f"WORKERS={workers} needs PostgreSQL. On SQLite one process serves: others would not hear its live updates,"
            " and their writers would not take turns. Set DATABASE_URL=postgresql://..., or leave WORKERS out."
        )
    return ""


def port_refusal() -> str:
    """Why nobody can listen there, or nothing."""
    host, port = option("HOST"), option("PORT")
    if not port.isdecimal() or not 0 < int(port) < 2**16:
        return f"PORT is {port!r}; it must be a number from 1 to 65535."
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind((host, int(port)))
        except OSError as error:
            return f"The table can't listen at {host}, port {port}: {error.strerror}. PORT= chooses another."
    return ""


def prepare() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("messages", "--compile", verbosity=0)
    keep_before_migrating()
    call_command("migrate", interactive=False, verbosity=1)
    call_command("collectstatic", interactive=False, verbosity=0)


def keep_before_migrating() -> None:
    """A copy of everything, if this version changes the tables of a database that is in use."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from caerbannog_site.backup import save

    executor = MigrationExecutor(connection)
    in_use = ("accounts", "0001_initial") in executor.loader.applied_migrations
    if in_use and executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print(f"Before the update everything is kept in {save.save('before-update')}", flush=True)


def share_metrics() -> None:
    """Several processes count together, in a folder that begins empty with them (metrics.py)."""
    from django.conf import settings

    from caerbannog_site import metrics

    if option("WORKERS") != "1":
        folder = Path(settings.DATA) / "metrics"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        os.environ[metrics.FOLDER] = str(folder)


def addresses() -> str:
    """Where people can open the table, a line each."""
    from django.conf import settings

    from caerbannog_site import hosts

    host, port = option("HOST"), option("PORT")
    here = [f"http://{address}:{port}" for address in hosts.lan_addresses()] if host in hosts.EVERYWHERE else []
    own = "127.0.0.1" if host in hosts.EVERYWHERE else f"[{host}]" if ":" in host else host
    lines = [f"The table is open at {settings.PUBLIC_URL or f'http://{own}:{port}'}"]
    if here:
        lines += ["Phones in the same network open", *(f"  {address}" for address in here)]
    elif hosts.is_loopback(own) and not settings.PUBLIC_URL:
        lines += ["Phones can't reach it yet: start it with HOST=0.0.0.0 for those in the same network."]
    return "\n".join(lines)


def uvicorn_options() -> list[str]:
    """Five seconds are for requests under way; streams end by themselves at once (asgi.py)."""
    return [
        "--host", option("HOST"),
        "--port", option("PORT"),
        "--workers", option("WORKERS"),
        "--timeout-graceful-shutdown", "5",
        *proxy_options(option("TRUSTED_PROXIES")),
        "--no-access-log",  # paths hold invitation codes
        "--no-server-header",
    ]  # fmt: skip


def proxy_options(trusted: str) -> list[str]:
    """Whose word counts about who asks and by which scheme: addresses and networks, with commas; nobody's without."""
    if not trusted.strip():
        return ["--no-proxy-headers"]
    return ["--proxy-headers", "--forwarded-allow-ips", trusted]


if __name__ == "__main__":
    main(sys.argv[1:])
