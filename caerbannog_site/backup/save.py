"""One file of everything, made while people play: its rows are those of one moment."""

from __future__ import annotations

import io
import json
import os
import tarfile
import tempfile
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.utils import timezone

from caerbannog_site.backup import FORMAT, VERSION, rows
from caerbannog_site.backup.moment import one_moment

LARGE = 16 * 1024 * 1024  # bytes of a table's rows that are held in memory


def folder() -> Path:
    return Path(settings.DATA) / "backups"


def save(name: str = "table", into: Path | None = None) -> Path:
    """Write a new file `NAME-DATE-TIME.tar.gz`, readable by its owner alone, and give its path."""
    target = (into or folder()) / f"{name}-{timezone.now():%Y%m%d-%H%M%S}.tar.gz"
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, unfinished = tempfile.mkstemp(dir=target.parent, suffix=".unfinished")
    try:
        with os.fdopen(descriptor, "wb") as file, tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as archive:
            with one_moment():
                _add_rows(archive)
                _add_files(archive)
            archive.close()
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, target)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise
    return target


def holds(path: Path) -> dict[str, int]:
    """What somebody looks for in a backup, counted in the file itself: so it has been read once, too."""
    with tarfile.open(path) as archive:
        uploads = sum(name.startswith("uploads/") for name in archive.getnames())
        file = archive.extractfile("manifest.json")
        assert file is not None
        rows_of = json.load(file)["rows"]
    wanted = {"tables": "game_sessions.Campaign", "characters": "sheets.Character"}
    counts = {what: rows_of[apps.get_model(model)._meta.db_table] for what, model in wanted.items()}
    return {**counts, "uploads": uploads}


def _add_rows(archive: tarfile.TarFile) -> None:
    migrations = rows.applied()
    counts = {}
    for model in rows.models_at(migrations):
        with tempfile.SpooledTemporaryFile(LARGE) as held:
            count = -1  # the first line names the columns
            for line in rows.lines_of(model):
                held.write(line.encode() + b"\n")
                count += 1
            counts[model._meta.db_table] = count
            size = held.tell()
            held.seek(0)
            archive.addfile(_entry(f"rows/{model._meta.db_table}.jsonl", size), held)
    manifest = {
        "format": FORMAT, "v": VERSION, "made_at": timezone.now().isoformat(), "database": connection.vendor,
        "migrations": migrations, "rows": counts,
    }  # fmt: skip
    _add_text(archive, "manifest.json", json.dumps(manifest, indent=1))


def _add_files(archive: tarfile.TarFile) -> None:
    uploads = Path(settings.MEDIA_ROOT)
    for path in sorted(one for one in uploads.rglob("*") if one.is_file()):
        try:
            archive.add(path, f"uploads/{path.relative_to(uploads)}")
        except FileNotFoundError:  # it was thrown away this very moment
            continue
    key = Path(settings.DATA) / "secret_key"
    if key.exists():
        _add_text(archive, "secret_key", key.read_text())


def _add_text(archive: tarfile.TarFile, name: str, text: str) -> None:
    content = text.encode()
    archive.addfile(_entry(name, len(content)), io.BytesIO(content))


def _entry(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = size, 0o600, int(timezone.now().timestamp())
    return entry
