"""Server processes on loopback: how they start, what they cost."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.places import ROOT, scratch

PATIENCE = 30
PRODUCT, BARE = "caerbannog_site.asgi:application", "bench.bare.asgi:application"


class Server:
    """uvicorn with one worker, with the options that the product starts it with."""

    def __init__(self, app: str, env: dict[str, str]) -> None:
        self.port, self.log = _free_port(), scratch("log") / "server.log"
        command = [sys.executable, "-m", "uvicorn", app, "--host", "127.0.0.1", "--port", str(self.port)]
        options = ["--timeout-graceful-shutdown", "2", "--no-access-log", "--no-server-header"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *options, "--log-level", "warning"], cwd=ROOT, env=env, stdout=log, stderr=log
            )
        self._wait_until_open()

    def cpu(self) -> float:
        """Seconds of CPU so far, all its threads; as exact as the kernel tells."""
        tasks = Path(f"/proc/{self.process.pid}/task")
        try:
            return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9
        except OSError:
            import psutil

            times = psutil.Process(self.process.pid).cpu_times()
            return times.user + times.system

    def memory(self) -> float:
        """Resident MB."""
        import psutil

        return psutil.Process(self.process.pid).memory_info().rss / 1e6

    def complaints(self) -> str:
        return self.log.read_text(errors="replace").strip()

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        said = "\n".join(line for line in self.complaints().splitlines() if "graceful" not in line)
        if said:
            print(f"the server said:\n{said[:2000]}", file=sys.stderr)

    def _wait_until_open(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended at its start:\n{self.complaints()}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        self.stop()
        raise TimeoutError("the server did not open its port")


@contextmanager
def running(*wanted: tuple[str, dict[str, str]]) -> Iterator[list[Server]]:
    """Servers of (app, environment), all ended at the end."""
    started: list[Server] = []
    try:
        for app, env in wanted:
            started.append(Server(app, env))
        yield started
    finally:
        for server in started:
            server.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
