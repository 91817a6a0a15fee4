"""python -m tests.upgrade.freeze: keeps the demo table of this version as a file that later ones must take over."""

from __future__ import annotations

import gzip
import os
import sqlite3
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
SMALL = 512  # bytes of a page: most tables hold a few rows


def freeze(target: Path) -> None:
    from tests.installations import Place

    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder))
        place.must("migrate", "--verbosity", "0")
        place.must("demo")
        database = Path(folder) / "table.sqlite3"
        with sqlite3.connect(database) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute(f"PRAGMA page_size = {SMALL}")
            connection.execute("VACUUM")
        target.write_bytes(gzip.compress(database.read_bytes(), mtime=0))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    version = tomllib.loads((HERE.parent.parent / "pyproject.toml").read_text())["project"]["version"]
    file = HERE / f"{version}.sqlite3.gz"
    if file.exists():
        sys.exit(f"{file.name} is kept already, as that version made it.")
    freeze(file)
