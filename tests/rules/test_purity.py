"""The promises of the whole package, read off its source."""

import ast
import string
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules.dice import parse
from rules.errors import RuleError
from rules.values import PLURALS

ROOT = Path(rules.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
IMPURE = {"secrets", "random", "time", "datetime", "os", "socket", "subprocess", "threading", "uuid"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


def calls(path: Path, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


@pytest.mark.parametrize("path", FILES, ids=name)
def test_rules_import_the_standard_library_and_themselves_alone(path: Path) -> None:
    assert imported(path) <= sys.stdlib_module_names | {"rules"}


@pytest.mark.parametrize("path", FILES, ids=name)
def test_only_dice_know_randomness_and_nobody_knows_a_clock(path: Path) -> None:
    assert imported(path) & IMPURE <= ({"secrets"} if name(path) == "dice.py" else set())


@pytest.mark.parametrize("path", FILES, ids=name)
def test_every_word_for_a_player_is_marked(path: Path) -> None:
    bare = [call for call in calls(path, "RuleError", "Text") if call.args and isinstance(call.args[0], ast.Constant)]
    typed_names = [call for call in bare if call.args[0].value == "{name}"]  # type: ignore[attr-defined]
    assert len(bare) == len(typed_names) <= (1 if name(path) == "house.py" else 0)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_every_mark_holds_literals_whose_braces_are_fields(path: Path) -> None:
    for call in calls(path, "N_", "NP_"):
        for argument in call.args:
            assert isinstance(argument, ast.Constant)
            assert isinstance(argument.value, str)
            assert all(
                field is None or field.isidentifier() for _, field, _, _ in string.Formatter().parse(argument.value)
            )


@pytest.mark.parametrize("path", FILES, ids=name)
def test_every_refusal_is_a_sentence(path: Path) -> None:
    for refusal in calls(path, "RuleError"):
        marks = [node for node in ast.walk(refusal) if isinstance(node, ast.Call) and node is not refusal]
        for mark in marks:
            for word in mark.args:
                if isinstance(mark.func, ast.Name) and mark.func.id in ("N_", "NP_"):
                    text = ast.literal_eval(word)
                    assert text.endswith(".")
                    assert text[0].isupper() or text[0] == "{"


def test_a_counted_message_knows_its_plural() -> None:
    with pytest.raises(RuleError) as refused:
        parse("500k6")
    assert refused.value.text.id == "At most {n} die at once."
    assert PLURALS[refused.value.text.id] == "At most {n} dice at once."


@pytest.mark.parametrize("path", FILES, ids=name)
def test_modules_stay_short(path: Path) -> None:
    limit = 285 if name(path) == "values.py" else 200  # values.py is a list of the values, one after another
    assert len(path.read_text("utf-8").splitlines()) <= limit


@pytest.mark.parametrize("path", FILES, ids=name)
def test_functions_stay_short(path: Path) -> None:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 40, node.name
