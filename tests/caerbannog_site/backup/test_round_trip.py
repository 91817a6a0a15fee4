"""What is saved comes back row for row, on either database; what can't come back is refused before anything is lost."""

import io
import json
import os
import re
import tarfile
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from caerbannog_site import running
from caerbannog_site.backup import restore, save
from tests.cast import UserFactory

pytestmark = pytest.mark.django_db  # so that they run on each database
VENDOR = "postgresql" if settings.ON_POSTGRESQL else "sqlite"


def test_a_table_comes_back_row_for_row_with_its_files_and_its_key_and_is_played_on(kept, place):
    new = place(VENDOR)
    new.must("restore", str(kept.file))
    assert new.content() == kept.content
    assert (new.data / "uploads" / "portrait.webp").read_bytes() == b"\x00a picture\xff"
    assert not [path.name for path in new.data.iterdir() if path.stat().st_mode & 0o077]
    assert (new.data / "secret_key").read_text() == (kept.place.data / "secret_key").read_text()
    with new.opened():
        UserFactory(username="nowy")
    again = place("sqlite")
    file, holds = new.must("backup").strip().split("  ")
    assert re.fullmatch(r"\d+ kB, tables: 1, characters: [1-9]\d*, uploads: 1", holds)
    again.must("restore", file)
    assert again.content() == new.content()
    with tarfile.open(kept.file) as archive:
        assert "rows/site_cache.jsonl" not in archive.getnames()
    assert "nowy" in again.content()


def test_moving_leaves_the_old_table_as_it_was(kept, place):
    new = place(VENDOR)
    kept.place.must("move", new.database or f"sqlite:///{new.data}/table.sqlite3")
    assert new.content() == kept.place.content() == kept.content


def test_people_are_replaced_only_when_told_and_kept_even_then(kept, place):
    new = place(VENDOR)
    new.must("migrate", "--verbosity", "0")
    with new.opened():
        UserFactory(username="stary")
    before = new.content()
    refused = new.manage("restore", str(kept.file))
    assert refused.returncode != 0
    assert "FORCE=1" in refused.stderr
    assert new.content() == before
    said = new.must("restore", str(kept.file), "--force")
    assert new.content() == kept.content
    saved = next((new.data / "backups").glob("before-restore-*.tar.gz"))
    assert str(saved) in said
    new.must("restore", str(saved), "--force")
    assert new.content() == before


def test_the_file_is_its_owners_alone(kept):
    assert kept.file.stat().st_mode & 0o077 == 0
    with tarfile.open(kept.file) as archive:
        assert {entry.mode & 0o077 for entry in archive if entry.name != "uploads/portrait.webp"} == {0}


def changed(path: Path, target: Path, name: str, content: bytes | None) -> Path:
    """The same backup but for one of its files (None: without it)."""
    with tarfile.open(path) as old, tarfile.open(target, "w:gz") as new:
        for entry in old:
            if entry.name != name:
                new.addfile(entry, old.extractfile(entry))
        if content is not None:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            new.addfile(entry, io.BytesIO(content))
    return target


def manifest(path: Path, **other) -> bytes:
    with tarfile.open(path) as archive:
        return json.dumps({**json.load(archive.extractfile("manifest.json")), **other}).encode()


DAMAGES = {
    "a text": lambda file, to: to.write_text("not a backup"),
    "half of it": lambda file, to: to.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
    "no manifest": lambda file, to: changed(file, to, "manifest.json", None),
    "no json": lambda file, to: changed(file, to, "manifest.json", b"{"),
    "a newer form": lambda file, to: changed(file, to, "manifest.json", manifest(file, v=99)),
    "newer migrations": lambda file, to: changed(
        file, to, "manifest.json", manifest(file, migrations=[["sheets", "0999_of_tomorrow"]])
    ),
    "rows that are missing": lambda file, to: changed(file, to, "rows/accounts_user.jsonl", None),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_file_that_cannot_come_back_is_refused_before_anything_is_lost(kept, tmp_path, monkeypatch, damage):
    monkeypatch.setattr(restore, "_drop_everything", lambda: pytest.fail("something was lost"))
    file = tmp_path / "damaged.tar.gz"
    DAMAGES[damage](kept.file, file)
    with pytest.raises(CommandError):
        call_command("restore", str(file))


def test_the_file_is_looked_at_before_people_are(kept, tmp_path, monkeypatch):
    UserFactory()
    monkeypatch.setattr(save, "save", lambda *_arguments: pytest.fail("kept for nothing"))
    DAMAGES["a text"](kept.file, tmp_path / "README.md")
    for force in ([], ["--force"]):
        with pytest.raises(CommandError, match="is no backup"):
            call_command("restore", str(tmp_path / "README.md"), *force)


def test_nothing_is_replaced_under_a_table_that_runs(kept, tmp_path, monkeypatch, settings):
    settings.DATA = tmp_path
    monkeypatch.setattr(restore, "_drop_everything", lambda: pytest.fail("something was lost"))
    lock = running.hold()
    with pytest.raises(CommandError, match="stop it first"):
        call_command("restore", str(kept.file), "--force")
    os.close(lock)
    assert not running.is_held()


def test_a_file_that_is_not_there_is_refused(monkeypatch):
    monkeypatch.setattr(restore, "_drop_everything", lambda: pytest.fail("something was lost"))
    with pytest.raises(CommandError):
        call_command("restore", "/nowhere/at/all.tar.gz")


def test_no_file_leads_out_of_the_uploads(kept, tmp_path, settings):
    settings.MEDIA_ROOT, settings.DATA = tmp_path / "in" / "uploads", tmp_path / "in"
    file = changed(kept.file, tmp_path / "hostile.tar.gz", "uploads/../../outside", b"gotcha")
    with tarfile.open(file) as archive, pytest.raises(tarfile.OutsideDestinationError):
        restore._put_files(archive)
    assert not list(tmp_path.rglob("outside"))


def test_a_backup_that_cannot_be_written_says_so_and_leaves_nothing(tmp_path):
    (tmp_path / "a file").touch()
    with pytest.raises(CommandError, match="No backup was written"):
        call_command("backup", "--into", str(tmp_path / "a file" / "folder"))
    assert [path.name for path in tmp_path.iterdir()] == ["a file"]
