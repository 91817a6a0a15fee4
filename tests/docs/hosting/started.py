"""A shipped command, run as whatever it is shipped for would run it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.servers import PATIENCE

OF_THE_MACHINE = ("PATH", "HOME", "LANG", "TMPDIR")  # all else is what the shipped file says


def environment(given: Mapping[str, str]) -> dict[str, str]:
    return {**{name: os.environ[name] for name in OF_THE_MACHINE if name in os.environ}, **given}


@contextmanager
def started(command: Sequence[str], folder: Path, given: Mapping[str, str]) -> Iterator[None]:
    """Runs once it is ready for people; at its end it is told to stop, as systemd and Docker tell it, and does so."""
    log = folder / "started.log"
    with log.open("wb") as written:
        process = subprocess.Popen(command, cwd=folder, env=environment(given), stdout=written, stderr=written)
    try:
        _wait_until_ready(f"http://127.0.0.1:{given['PORT']}/readyz", process, log)
        yield
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM), log.read_text()
    finally:
        process.kill()
        process.wait()
        log.unlink()


def _wait_until_ready(url: str, process: subprocess.Popen, log: Path) -> None:
    until = time.monotonic() + 2 * PATIENCE  # it migrates an empty database first
    while time.monotonic() < until:
        assert process.poll() is None, log.read_text()
        try:
            urllib.request.urlopen(url, timeout=10).close()
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(log.read_text())
