"""The catalogues of translations: read, brought up to date, checked and compiled, with Babel alone."""

from __future__ import annotations

import io
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from caerbannog_site.management.extraction import messages

SOURCE_LANGUAGE = "en"  # message ids are its sentences; its catalogue holds the plurals only
# Written by hand, for what a library writes there changes with its version and with the time.
HEADER = """\
# Stół Caerbannog. Written by `make messages`: fill in msgstr, leave the rest.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms};\\n"

"""
COUNT = {"n", "count", "counter"}  # a form for one thing may leave its number out
_PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w+)[^{}]*\}")


def path_of(locale: Path, language: str) -> Path:
    return locale / language / "LC_MESSAGES" / "django.po"


def read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(base: Path, old: Catalog, language: str) -> Catalog:
    """The catalogue of what the source says now, with the translations that are still wanted."""
    fresh = Catalog(locale=language)
    for message in messages(base):
        if message.plural is None and language == SOURCE_LANGUAGE:
            continue
        known = fresh.get(message.id, message.context)
        if message.plural is not None:
            ids: object = (message.id, message.plural)
        else:
            ids = known.id if known else message.id
        fresh.add(ids, locations=[(message.place[0], 1)], context=message.context)  # type: ignore[arg-type]
    for entry in fresh:
        if entry.id:
            entry.locations = sorted(set(entry.locations))
            _keep(entry, old, language)
    return fresh


def _keep(entry: Entry, old: Catalog, language: str) -> None:
    before = old.get(_ids(entry)[0], entry.context)
    if before and before.pluralizable == entry.pluralizable:
        entry.string = before.string
        entry.flags |= before.flags & {"fuzzy"}
        entry.user_comments = before.user_comments
    elif language == SOURCE_LANGUAGE:
        entry.string = _ids(entry)


def text_of(catalogue: Catalog, language: str) -> bytes:
    """The catalogue as its file, in a form that changes only with its words."""
    body = io.BytesIO()
    write_po(body, catalogue, width=120, include_lineno=False, omit_header=True)
    head = HEADER.format(language=language, plural_forms=catalogue.plural_forms.rstrip(";"))
    return head.encode() + body.getvalue().strip() + b"\n"


def save(path: Path, catalogue: Catalog, language: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text_of(catalogue, language))


def faults(catalogue: Catalog) -> Iterator[str]:
    """What is wrong with the translations: missing, unsure, or at odds with the placeholders of their message."""
    for entry in catalogue:
        if entry.id:
            yield from _faults_of(entry, catalogue.num_plurals)


def _faults_of(entry: Entry, forms: int) -> Iterator[str]:
    ids, strings = _ids(entry), _strings(entry)
    if entry.fuzzy:
        yield f"fuzzy: {ids[0]!r}"
    if not all(strings) or len(strings) != (forms if entry.pluralizable else 1):
        yield f"not translated: {ids[0]!r}"
        return
    wanted = placeholders(ids[-1])
    needed = wanted - COUNT if entry.pluralizable else wanted
    for string in strings:
        if missing := needed - placeholders(string):
            yield f"placeholder {', '.join(sorted(missing))} is missing in {string!r}"
        if unknown := placeholders(string) - wanted - placeholders(ids[0]):
            yield f"placeholder {', '.join(sorted(unknown))} is unknown in {string!r}"


def placeholders(text: str) -> set[str]:
    return {first or second for first, second in _PLACEHOLDER.findall(text)}


def _ids(entry: Entry) -> tuple[str, ...]:
    return (entry.id,) if isinstance(entry.id, str) else tuple(entry.id)


def _strings(entry: Entry) -> tuple[str, ...]:
    string = entry.string or ""
    return (string,) if isinstance(string, str) else tuple(form or "" for form in string)


def compile_to_mo(path: Path, language: str) -> bool:
    """Write the binary catalogue beside the text if it is older; in one step, for servers may be reading it."""
    target = path.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime_ns >= path.stat().st_mtime_ns:
        return False
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
        write_mo(file, read(path, language))
    os.chmod(file.name, 0o644)
    os.replace(file.name, target)
    return True
