"""Taking back one entry's changes. An undo is an entry itself and can be taken back the same way."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions.access import Viewer
from sessions.models import Change, LogEntry
from sheets import portraits, snapshot
from sheets.access import Rights, rights_on
from sheets.actions import counters, enemy_pool
from sheets.actions.edit import changed
from sheets.actions.turns import secrecy, sheet_turn
from sheets.changes import changes_seen
from sheets.models import ROWS, Character, Row

UNDOABLE = ("edit", "pool", "undo", "use", "wear", "portrait")  # what belongs to a check is undone with the check


def undo(*, actor: Viewer, character: Character, token: str, once: str = "") -> LogEntry:
    """Take back the entry of this token on this sheet.

    A GM may undo any entry, others their own newest not-undone one, and nobody what they do not see. Raises
    Conflict when a value has moved on or the entry was undone already, Refused for what cannot be undone here.
    """
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        rights = rights_on(character, actor)
        if not rights.edit:
            raise Forbidden(_("This sheet is not yours to change."))
        entry = _entry(actor, character, rights, token)
        pending = list(entry.changes.filter(character=character, undone=False).order_by("pk"))
        if not pending:
            raise Conflict(_("This was undone already."))
        _need_right(actor, character, entry)
        # In their order: a maximum comes before the value that it allows.
        changes = [change for one in pending if (change := take_back(character, one))]
        mark(entry, undone=True)
        return turn.record(
            "undo", character=character, changes=changes, mode=secrecy(character), listed=entry.listed,
            group=entry.group or _group(changes), undoes=entry,
        )  # fmt: skip


def _entry(actor: Viewer, character: Character, rights: Rights, token: str) -> LogEntry:
    """The entry, if the actor sees it and every one of its changes."""
    seen = changes_seen(character, actor, rights).filter(entry__token=token)
    entry = LogEntry.objects.filter(pk__in=seen.values("entry")).select_related("undoes").first()
    if entry is None or entry.kind not in UNDOABLE:
        raise Refused(_("This cannot be undone here."))
    if seen.count() != entry.changes.count():
        raise Forbidden(_("This field is not yours to change."))
    return entry


def own_newest(actor: Viewer, character: Character) -> set[int]:
    """The entries of this sheet that a player may take back: the newest own change, and the newest own undo."""
    own = LogEntry.objects.filter(
        actor=actor.user_id, kind__in=UNDOABLE, changes__character=character, changes__undone=False
    ).order_by("-pk")
    newest = [own.first(), own.exclude(kind="undo").first()]
    return {entry.pk for entry in newest if entry}


def _need_right(actor: Viewer, character: Character, entry: LogEntry) -> None:
    if not actor.is_gm and entry.pk not in own_newest(actor, character):
        raise Forbidden(_("You can undo your own last change of this sheet; a game master can undo any."))


def mark(entry: LogEntry, *, undone: bool) -> None:
    """Mark the entry's changes; undoing an undo makes the first entry's changes count again."""
    entry.changes.update(undone=undone)
    if entry.undoes:
        mark(entry.undoes, undone=not undone)


def _group(changes: list[Change]) -> str:
    """An undo of something that all saw (an ability used) tells of pools, which not all may see."""
    return "p" if any(change.group == "p" for change in changes) else ""


def take_back(character: Character, change: Change, *, clamped: bool = False) -> Change | None:
    """Reverse one Change. A delta by its opposite; any other field only while it still has the value it was given.

    Raises Conflict when that cannot be; `clamped`: what stands there already, or a counter that cannot move back any
    further, gives None instead.
    """
    if enemy_pool.is_pool(change):
        return enemy_pool.take_back(character, change, clamped=clamped)
    if change.target.startswith("counter:") and change.field == "current":
        return _take_back_counter(character, change, clamped)
    row = _row(character, change.target)
    now = getattr(row, change.field)
    if clamped and now == change.old:
        return None
    if now != change.new:
        raise Conflict(_("This has been changed again since, so it cannot be undone alone."))
    if change.field == "portrait" and change.old and not portraits.read(change.old):
        raise Refused(_("The older picture is no longer kept."))
    setattr(row, change.field, change.old)
    row.save(update_fields=[change.field])
    return changed(character, row, change.field, now, change.old)


def _take_back_counter(character: Character, change: Change, clamped: bool) -> Change | None:
    key = change.target.removeprefix("counter:")
    rows = snapshot.load_one(character, ["counter"])
    if rows.spec.counter(key) is None:
        raise Refused(_("This sheet has no such counter."))
    if change.delta is None:
        if rows.counter(key).value != change.new:
            raise Conflict(_("This has been changed again since, so it cannot be undone alone."))
        done = counters.set_to(rows, key, change.old or 0)
    elif _was_reset_since(change):
        raise Conflict(_("The counter has been set to another value since, so this cannot be undone alone."))
    else:
        done = counters.add(rows, key, -change.delta)
    if done is None and not clamped:  # nothing is left to take away: say so rather than write an empty undo
        raise Conflict(_("The counter cannot move back any further."))
    return done


def _was_reset_since(change: Change) -> bool:
    """A later setting of the counter stands in the way of undoing a delta; later deltas do not.

    A setting that was undone again does not either, and nor does that undo, which is a setting too.
    """
    later = Change.objects.filter(
        character=change.character_id, target=change.target, field="current", delta=None, undone=False, pk__gt=change.pk
    )
    return later.exclude(entry__undoes__pk__gt=change.entry_id).exists()


def _row(character: Character, target: str) -> Any:
    """Like edit.find_row, for removed rows too: undoing a removal brings them back."""
    if target == "character":
        return character
    kind, _sep, name = target.partition(":")
    if kind == "counter":
        return counters.written(snapshot.load_one(character, ["counter"]), name)
    row: Row | None = ROWS[kind].objects.filter(character=character, token=name).first() if kind in ROWS else None
    if row is None:
        raise Refused(_("This cannot be undone here."))
    return row
