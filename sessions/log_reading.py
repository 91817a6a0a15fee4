"""Entries of the log with all that their rows need, read once for however many readers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property

from django.db.models import Model

from rules import serialise
from rules.values import CheckResult, Sheets
from sessions import came_display, message_display, sheets_display
from sessions.access import Viewer
from sessions.actions.undoing import UNDOABLE
from sessions.ask_display import asks_of
from sessions.check_offers import Person
from sessions.log_display import Row, row_of, tell_ask
from sessions.models import Ask, Check, CheckPart, LogEntry, Role
from sessions.models.log import LogQuerySet
from sessions.together_display import Shares
from sheets import snapshot
from sheets.access import may_act, name_of
from sheets.models import Character


def _columns(model: type[Model], path: str = "") -> list[str]:
    return [path + field.name for field in model._meta.concrete_fields]


# Of people and seats only their names, of a roll's newest step only its result: half the columns of all tables.
DETAILS = (
    *_columns(LogEntry), *_columns(Character, "character__"), *_columns(Check, "rolled__"),
    "character__campaign__house", "rolled__newest__payload", "seat__name", "actor__username", "actor__display_name",
)  # fmt: skip


def with_details(entries: LogQuerySet) -> LogQuerySet:
    """Whatever rows need, fetched in a number of queries that does not grow with them."""
    joined = entries.select_related("seat", "actor", "character__campaign", "rolled__newest").only(*DETAILS)
    return joined.prefetch_related("changes")


def rows(entries: Sequence[LogEntry], viewer: Viewer) -> list[Row]:
    """The rows of root entries, read with their details, that are visible to this viewer."""
    return Reading(entries).rows(viewer)


class Reading:
    """Root entries whose rows are drawn for one reader or for several; with `sheets` nobody's need be read."""

    def __init__(self, entries: Sequence[LogEntry], sheets: Sheets | None = None) -> None:
        self.entries, self._known = entries, sheets
        checks = [entry for entry in entries if entry.kind == "check"]
        self.results = {entry.pk: found for entry in checks if (found := _side(entry, "result"))}
        self.answers = {entry.pk: _side(entry, "answer") for entry in checks}
        self.parts = _parts(checks)
        self.asks = asks_of(entries)
        self.retractors = message_display.retractors(entries)
        self.people = _people(entries, self.results.values(), self.parts.values(), self.asks.values())
        for part in (part for parts in self.parts.values() for part in parts):
            part.character = self.people[part.character_id]
        self.came = came_display.steps_of(entries)
        self.reached = self._reached()

    def rows(self, viewer: Viewer) -> list[Row]:
        """The rows for a viewer who sees these entries."""
        sheets = self.sheets if self._acts_for(viewer) else {}
        acts = self._acts_for(viewer)
        names = {pk: Person(one.token, name_of(one, viewer), pk in acts) for pk, one in self.people.items()}
        found = [
            row_of(entry, self.results.get(entry.pk), viewer, names, sheets, self._shares(entry))
            for entry in self.entries
        ]
        for row in found:
            row.undo = _undo(row, viewer)
            if row.entry.kind == "message":
                message_display.tell(row, viewer, self.retractors)
            if row.entry.pk in self.asks:
                tell_ask(row, self.asks[row.entry.pk], viewer, names)
            if row.check and self.came.get(row.entry.pk):
                _tell_came(row, self.came[row.entry.pk], viewer, self.reached)
            if row.entry.kind == "recap_published" and viewer.role == Role.SCREEN:
                row.data = {}  # its page is for people: no way there
            if row.entry.kind in sheets_display.KINDS:
                row.sheets = sheets_display.lines(row.entry, viewer, self.people)
                row.say = row.sentence = sheets_display.sentence(row.entry, row.sheets)
                row.data = {}
        return found

    def _shares(self, entry: LogEntry) -> Shares:
        return Shares(self.parts.get(entry.pk, ()), self.answers.get(entry.pk))

    def eyes(self, viewer: Viewer) -> Hashable:
        """What the rows depend on: viewers with the same eyes are shown the same."""
        told = {**self.reached, **self.people} if self._tells_of_sheets else self.reached
        own = frozenset(pk for pk, one in told.items() if one.owner_id and one.owner_id == viewer.user_id)
        sees = (viewer.groups, own) if told else ()
        may = self._acts_for(viewer), message_display.own(self.entries, viewer)
        goes_on = viewer.role != Role.SCREEN or all(one.kind != "recap_published" for one in self.entries)
        return viewer.language, viewer.is_gm, viewer.campaign_id, viewer.archived, may, sees, goes_on

    @property
    def _tells_of_sheets(self) -> bool:
        return any(one.kind in sheets_display.KINDS for one in self.entries)

    def _reached(self) -> dict[int, Character]:
        """The people to whom something came of these rolls."""
        ids = came_display.reached_by(step for steps in self.came.values() for step in steps)
        missing = ids - self.people.keys()
        known = {pk: self.people[pk] for pk in ids - missing}
        return {**known, **(Character.objects.in_bulk(missing) if missing else {})}

    def _acts_for(self, viewer: Viewer) -> frozenset[int]:
        return frozenset(pk for pk, one in self.people.items() if may_act(one, viewer))

    @cached_property
    def sheets(self) -> Sheets:
        """The sheets of the people whose offers are to be drawn: only those of open rolls."""
        if self._known is not None:
            return self._known
        wanted = {
            one.who
            for entry in self.entries
            if entry.kind == "check" and entry.rolled.state == Check.State.OPEN
            for side in (self.results[entry.pk], self.answers[entry.pk])
            if side
            for one in side.request.participants
        }
        found = [self.people[pk] for pk in wanted if pk in self.people]
        if not found:
            return {}
        return {pk: rows.sheet() for pk, rows in snapshot.load(found, snapshot.FOR_A_CHECK).items()}


def _side(entry: LogEntry, name: str) -> CheckResult | None:
    """The result that counts now, or an opponent's side of it; nothing while dice are waited for."""
    stored = entry.rolled.newest.payload.get(name)
    return serialise.result_from_json(stored) if stored else None


def _parts(checks: Sequence[LogEntry]) -> dict[int, list[CheckPart]]:
    """The shares of the tests among these that are not one person's alone, by their rows."""
    roots = {entry.rolled.pk: entry.pk for entry in checks if entry.rolled.request is not None}
    found: dict[int, list[CheckPart]] = {root: [] for root in roots.values()}
    for part in CheckPart.objects.filter(check_of__in=roots).order_by("pk") if roots else ():
        found[roots[part.check_of_id]].append(part)
    return found


def _people(
    entries: Iterable[LogEntry],
    results: Iterable[CheckResult],
    parts: Iterable[Iterable[CheckPart]],
    asks: Iterable[Ask],
) -> dict[int, Character]:
    known = {entry.character_id: entry.character for entry in entries if entry.character}
    known |= {answer.character_id: answer.character for ask in asks for answer in ask.answers.all()}
    ids = {one.who for result in results for one in result.request.participants}
    ids |= {one.character_id for side in parts for one in side}
    ids |= {change.character_id for entry in entries for change in entry.told if change.character_id}
    ids |= {pk for entry in entries if entry.kind in sheets_display.KINDS for pk in entry.payload["people"]}
    missing = ids - known.keys()
    return {**known, **(Character.objects.select_related("campaign").in_bulk(missing) if missing else {})}


def _tell_came(row: Row, steps: Sequence[LogEntry], viewer: Viewer, people: Mapping[int, Character]) -> None:
    """Add what came of a roll to its row, and the newest of it to what is said."""
    if row.check is None or row.blind:
        return
    row.check.came = came_display.came_of(row.check.check, steps, viewer, people, row.check.has_menu)
    standing = [came for came in row.check.came if not came.undone]
    if standing and not row.undone:
        row.say = f"{row.say} {standing[-1]}"


def _undo(row: Row, viewer: Viewer) -> str:
    here = viewer.is_gm and viewer.campaign_id is not None and not viewer.archived
    if not here or row.entry.kind not in UNDOABLE or not row.entry.told:
        return ""
    return "redo" if row.undone else "undo"
