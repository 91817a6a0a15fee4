"""Programs that tests run beside the product. `python -m tests.debian nginx caddy` makes sure that they are there."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HELP = """
{name} was not found, and could not be installed. The tests run the configuration files in docs/hosting with it:
  - on Debian: apt install {name} (nothing needs to run; `systemctl disable --now {name}` where it should not);
  - else it must be on the PATH.
"""


def need(name: str) -> str:
    """The path of a program, installed as Debian's package of that name where we may; RuntimeError says what to do."""
    with (Path(tempfile.gettempdir()) / f"caerbannog-debian-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other workers may need it too
        if _found(name) is None:
            install(name)
    path = _found(name)
    if path is None:
        raise RuntimeError(HELP.format(name=name))
    return path


def install(package: str) -> bool:
    """Whether Debian's package could be installed."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(f"Installing {package} for the tests ...", flush=True)
    ran(["apt-get", "update", "-qq"])
    return ran(["apt-get", "install", "-y", "-qq", "--no-install-recommends", package])


def ran(command: list[str], quiet: int | None = None) -> bool:
    """Whether it ran to a good end. RUNLEVEL keeps a package from starting its service."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    try:
        done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=quiet, check=False)
    except OSError:
        return False
    return done.returncode == 0


def _found(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/local/sbin:/usr/sbin")


if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        try:
            need(wanted)
        except RuntimeError as missing:
            sys.exit(str(missing))
