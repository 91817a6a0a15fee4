"""Vendored files are what their note says they are."""

import hashlib
import re

from tests.static.table import STATIC

VENDOR = STATIC / "vendor"


def test_every_vendored_script_matches_its_noted_sum():
    noted = dict(re.findall(r"sha256\s+([0-9a-f]{64})\s+(\S+)", (VENDOR / "README.md").read_text()))
    real = {hashlib.sha256(file.read_bytes()).hexdigest(): file.name for file in VENDOR.glob("*.js")}
    assert real == noted


def test_the_licence_lies_beside_it():
    assert "Zero-Clause BSD" in (VENDOR / "LICENSE-htmx.txt").read_text()
