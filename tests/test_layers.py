"""Every module has its place in the layers of pyproject.toml, so none escapes import-linter by being new."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
APPS = ("caerbannog_site", "sessions", "sheets")
PLACELESS = {"apps", "migrations"}  # Django finds these by their names


def _layered() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "layers")
    return {name for layer in layers for name in re.split(r"[\s:]+", layer) if name}


def _modules(package: Path) -> set[str]:
    found = set()
    for path in package.iterdir():
        is_package = path.is_dir() and (path / "__init__.py").exists()
        if (is_package or path.suffix == ".py") and path.stem not in {"__init__", *PLACELESS}:
            found.add(".".join(path.relative_to(ROOT).with_suffix("").parts))
    return found


def test_every_module_has_its_layer():
    modules = set().union(*(_modules(ROOT / app) for app in (*APPS, "caerbannog_site/accounts")))
    modules.discard("caerbannog_site.accounts")  # its modules are named one by one
    missing = sorted(modules - _layered())
    assert not missing, f"give these modules a layer in pyproject.toml: {', '.join(missing)}"


def test_the_layers_name_only_what_exists():
    gone = [
        name
        for name in _layered() - {"rules"}
        if not (ROOT / name.replace(".", "/")).is_dir() and not (ROOT / (name.replace(".", "/") + ".py")).exists()
    ]
    assert not gone
