"""Real server processes with the product's own settings, for journeys that need two of them or a sudden death.

They share the running test's database, so the test needs `transactional_db`; dice there fall by chance.
"""

from __future__ import annotations

import functools
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from caerbannog_site import serve
from tests.places import scratch

PATIENCE = 60  # seconds; a busy machine starts slowly


class ServerProcess:
    """`python -m uvicorn` on a port of its own. After `kill` or `stop` it can be started again on the same port."""

    def __init__(self, port: int, environment: dict[str, str], log: Path) -> None:
        self.port, self.environment, self.log = port, environment, log
        self.url = f"http://127.0.0.1:{port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> ServerProcess:
        command = [sys.executable, "-m", "uvicorn", "caerbannog_site.asgi:application"]
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--timeout-graceful-shutdown", "5"]
        options += serve.proxy_options(self.environment.get("TRUSTED_PROXIES", ""))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *options, "--log-level", "warning"],
                cwd=settings.BASE_DIR,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        self._wait_until_open()
        return self

    @property
    def pid(self) -> int:
        assert self.process is not None, "not started"
        return self.process.pid

    def stop(self) -> float:
        """Ask it to end, as systemd and Ctrl-C do; the seconds that it took."""
        began = time.monotonic()
        self._end(signal.SIGTERM)
        return time.monotonic() - began

    def kill(self) -> None:
        """SIGKILL: no goodbye, nothing finished."""
        self._end(signal.SIGKILL)

    def printed(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def _end(self, number: signal.Signals) -> None:
        if self.process is None:
            return
        if self.process.poll() is None:
            os.kill(self.process.pid, number)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.process = None

    def _wait_until_open(self) -> None:
        assert self.process is not None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended at its start:\n{self.printed()}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        self.kill()
        raise TimeoutError(f"the server did not open its port:\n{self.printed()}")


class Servers:
    """The server processes of one test: `start()` begins one more; all end with the test."""

    def __init__(self) -> None:
        self.processes: list[ServerProcess] = []

    def start(self, **environment: str) -> ServerProcess:
        number = len(self.processes)
        log = settings.DATA / f"server-{os.getpid()}-{number}.log"
        log.unlink(missing_ok=True)
        process = ServerProcess(free_port(), {**environment_of_servers(), **environment}, log)
        self.processes.append(process)
        return process.start()

    def end(self) -> None:
        for process in self.processes:
            process.kill()


def database_url() -> str:
    """The running test's database, as another process is told of it."""
    now = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{now['NAME']}"
    port = f":{now['PORT']}" if now["PORT"] else ""
    user = quote(now["USER"], safe="") + (f":{quote(now['PASSWORD'], safe='')}" if now["PASSWORD"] else "")
    return f"postgresql://{user}@{quote(now['HOST'], safe='')}{port}/{now['NAME']}"


def environment_of_servers() -> dict[str, str]:
    """The product's own settings on the test's database, with the test's key, so that its cookies are good there."""
    return {**_product(), "DATABASE_URL": database_url(), "SECRET_KEY": settings.SECRET_KEY}


@functools.cache
def _product() -> dict[str, str]:
    """A data folder for all server processes of this run, with the static files in it."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "caerbannog_site.settings",
        "DATA": str(scratch("served")),
        "DB_POOL": "8",
        "LOG_LEVEL": "WARNING",
        "ROLLS_A_MINUTE": "100000",  # tests are faster than people
        "MESSAGES_A_MINUTE": "100000",
    }
    environment.pop("DATABASE_URL", None)
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(collect, cwd=settings.BASE_DIR, env=environment, check=True)
    return environment


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
