"""The browser of the journeys. `python -m tests.chromium` makes sure that there is one, or says what to do.

An installed Chromium or Chrome; else Debian's package, where we may install it; else Playwright's own download.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests import debian

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HELP = """
No browser was found, and none could be installed. The browser tests need one of
  - Chromium or Chrome on the PATH (Debian: apt install chromium), or its path in CHROMIUM=...;
  - Playwright's own: .venv/bin/python -m playwright install --with-deps chromium
"""


@functools.cache
def installed() -> str | None:
    """The path of a Chromium that starts. A snap's empty wrapper, for one, does not."""
    found = [shutil.which(name) for name in (os.environ.get("CHROMIUM", ""), *NAMES) if name]
    return next((path for path in found if path and debian.ran([path, "--version"], subprocess.DEVNULL)), None)


def playwrights_own() -> bool:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def ensure() -> bool:
    if installed() or playwrights_own():
        return True
    if debian.install("chromium"):
        installed.cache_clear()
    if installed():
        return True
    print("Asking Playwright for its Chromium ...", flush=True)
    deps = ["--with-deps"] if os.geteuid() == 0 else []
    return debian.ran([sys.executable, "-m", "playwright", "install", *deps, "chromium"]) and playwrights_own()


if __name__ == "__main__":
    sys.exit(None if ensure() else HELP)
