"""Finds the words to translate, without gettext's tools: Python by its syntax tree, templates by Django's own reader.

Extraction needs the source alone, so both the check and the update of the catalogues see the same thing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation.template import templatize

# What a function's first string arguments mean.
KINDS = {
    "_": ("id",),  # in templates; in Python it stands for what it was imported as
    "gettext": ("id",),
    "gettext_lazy": ("id",),
    "gettext_noop": ("id",),
    "ngettext": ("id", "plural"),
    "ngettext_lazy": ("id", "plural"),
    "pgettext": ("context", "id"),
    "pgettext_lazy": ("context", "id"),
    "npgettext": ("context", "id", "plural"),
    "npgettext_lazy": ("context", "id", "plural"),
    "N_": ("id",),
    "NP_": ("id", "plural"),
}
SOURCES = {"django.utils.translation", "rules.values"}
FOLDERS = ("caerbannog_site", "rules", "sessions", "sheets", "templates")

_STRING = r"""[uU]?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_CALL = re.compile(r"(?<!\w)(n?p?gettext|_)\(((?:\s*" + _STRING + r"\s*,?)+)")


class Unreadable(Exception):
    """A message that can't be extracted, with the place where it stands."""


@dataclass(frozen=True)
class Message:
    id: str
    plural: str | None
    context: str | None
    place: tuple[str, int]


def messages(base: Path) -> Iterator[Message]:
    """Every message of the product, in the order of files and lines."""
    for folder in FOLDERS:
        for path in sorted((base / folder).rglob("*")):
            place = path.relative_to(base).as_posix()
            if path.suffix == ".py":
                yield from from_python(path.read_text(encoding="utf-8"), place)
            elif path.suffix in (".html", ".txt") and "templates" in path.parts:
                yield from from_template(path.read_text(encoding="utf-8"), place)


def from_python(source: str, place: str) -> Iterator[Message]:
    """The messages of a module; functions are known by their import, whatever they are called there."""
    tree = ast.parse(source, place)
    names = {name: name for name in ("N_", "NP_")}
    calls = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in SOURCES:
            names |= {one.asname or one.name: one.name for one in node.names if one.name in KINDS}
        elif isinstance(node, ast.Call):
            calls.append(node)
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if kind := KINDS.get(_called(call, names)):
            arguments = call.args[: len(kind)]
            # a message in a variable is marked where it is written
            if not any(isinstance(argument, ast.Name | ast.Attribute) for argument in arguments):
                yield _message(kind, [_string(argument) for argument in arguments], (place, call.lineno))


def _called(call: ast.Call, names: dict[str, str]) -> str:
    if isinstance(call.func, ast.Name):
        return names.get(call.func.id, "")
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        return call.func.attr if call.func.value.id == "translation" else ""
    return ""


def _string(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def from_template(source: str, place: str) -> Iterator[Message]:
    """The messages of a template: Django turns its tags into gettext calls, line by line."""
    calls = templatize(source, origin=place)
    for call in _CALL.finditer(calls):
        strings = [ast.literal_eval(text) for text in re.findall(_STRING, call[2])]
        yield _message(KINDS[call[1]], strings, (place, calls.count("\n", 0, call.start()) + 1))


def _message(kind: tuple[str, ...], strings: list[str | None], place: tuple[str, int]) -> Message:
    found = dict(zip(kind, strings, strict=False))
    if len(found) < len(kind) or None in found.values():
        raise Unreadable(f"{place[0]}:{place[1]}: a message must be written out as a string")
    return Message(found["id"] or "", found.get("plural"), found.get("context"), place)
