"""The file for systemd: what it runs, and with what."""

from __future__ import annotations

import configparser
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.docs.hosting.started import started
from tests.servers import free_port

FILE = Path(settings.BASE_DIR) / "docs" / "hosting" / "caerbannog.service"


@pytest.fixture
def service() -> configparser.SectionProxy:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(FILE)
    return unit["Service"]


def test_the_service_serves_from_its_folder_and_ends_when_it_is_told_to(service, tmp_path):
    given = dict(pair.split("=", 1) for pair in shlex.split(service["Environment"]))
    assert given["DATA"].startswith(service["ReadWritePaths"])
    given |= {"DATA": str(tmp_path / "data"), "PORT": str(free_port())}
    python, *arguments = shlex.split(service["ExecStart"])
    assert python == f"{service['WorkingDirectory']}/.venv/bin/python"
    code = tmp_path / "table"
    code.symlink_to(settings.BASE_DIR)
    with started([sys.executable, *arguments], code, given):
        assert (tmp_path / "data" / "table.sqlite3").exists()


def test_what_it_does_beforehand_is_a_target_of_the_makefile(service):
    command = shlex.split(service["ExecStartPre"])
    dry = subprocess.run([*command, "--dry-run"], cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert dry.returncode == 0, dry.stderr
