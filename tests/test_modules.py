"""Modules and functions stay as short as a reader likes them; tests/rules/test_purity.py does it for the rules."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SETTINGS = ROOT / "caerbannog_site" / "settings.py"  # a list of the settings, one after another
MODULES = [
    path
    for app in ("caerbannog_site", "sessions", "sheets")
    for path in sorted((ROOT / app).rglob("*.py"))
    if "migrations" not in path.parts and path != SETTINGS
]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_modules_and_functions_stay_short(path):
    source = path.read_text("utf-8")
    assert len(source.splitlines()) <= 200
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno - node.lineno < 40, node.name
