"""A row of the log in words, for searching and for files. It reads the row that was made for one reader, never its
entry: what that reader may not know is not in it."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from caerbannog_site.templatetags.words import number
from sessions.ask_display import AskRow
from sessions.check_row import CheckRow, Together
from sessions.log_display import Row
from sessions.sheets_display import SheetLines


def lines_of(row: Row) -> list[str]:
    """What stands in the row, the main thing first; a typed message keeps its lines."""
    if row.blind:
        return [_("Rolled blind")]
    if row.check is not None:
        came = [f"{one} ({_('undone')})" if one.undone else str(one) for one in row.check.came]
        return [*_check(row.check), *came, *([_("undone")] if row.undone else [])]
    if row.ask is not None:
        return list(_ask(row.ask))
    if row.entry.kind == "message":
        return [row.data["gone"]] if "gone" in row.data else row.data["text"].splitlines()
    if row.entry.kind == "dice":
        return [f"{row.data['formula']}: {number(row.data['total'])}"]
    pools = [f"{name} {old} → {new}" for name, _kind, old, new in row.pools]
    title = row.data.get("title", "") if row.entry.kind == "scene" else ""
    found = [": ".join(filter(None, (row.sentence or row.say, title))) if row.sentence else "", ", ".join(pools)]
    found += [line for one in row.sheets if (line := _sheet(one))]
    return [line for line in (*found, _("undone") if row.undone else "") if line] or [row.say]


def _sheet(one: SheetLines) -> str:
    """What the entry did on one of several sheets."""
    told = [f"{name} {old} → {new}" for name, _kind, old, new in one.pools]
    told += [f"{name} +{adds}" for name, adds, _total, _needed in one.trained]
    told += [_("healed: %(name)s") % {"name": name} for name in one.healed]
    return f"{one.name}: {', '.join(told)}" if told else ""


def _check(check: CheckRow) -> Iterator[str]:
    """What was tested and what came of it; the arithmetic; what was done to it."""
    result = check.verdict if check.seal in ("", "?") else f"{check.verdict} ({check.seal})"
    yield ", ".join(filter(None, (f"{check.title}: {result}", check.breakthroughs)))
    terms = [f"{label} {number(value)}" for _kind, label, value in check.steps]
    if terms:
        yield "; ".join(terms) + (f" = {check.total}" if check.total else "")
    if thrown := [f"{die.who} {die.face}" for die in check.dice if die.who]:
        yield ", ".join(thrown)
    if check.together is not None:
        yield from _others(check.together)
    yield from check.reasons
    yield from check.story


def _others(together: Together) -> Iterator[str]:
    """The other people in a test: what each threw, or what each side came to."""
    for one in together.people:
        faces = ", ".join(face for _sides, face, _label in one.dice)
        yield f"{one.name}: {one.tested} {faces}".rstrip(" :")
    for side in together.sides:
        yield f"{side.name}: {', '.join(filter(None, (side.score, side.note)))}"
    if together.note:
        yield together.note


def _ask(ask: AskRow) -> Iterator[str]:
    """What was asked, why, and what each of those who were asked made of it."""
    against = _("difficulty %(difficulty)s") % {"difficulty": ask.difficulty} if ask.difficulty else ""
    yield ", ".join(filter(None, (ask.title, against)))
    yield from filter(None, (ask.text, *ask.reasons, ask.refused))
    if not (ask.is_proposed or ask.is_refused):
        yield ask.progress
        yield from (f"{one.name}: {one.verdict}" for one in ask.answers)


def words_of(row: Row) -> str:
    """Everything that this reader's row says, to be searched."""
    return "\n".join((row.who, row.say, *lines_of(row)))
