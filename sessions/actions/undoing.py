"""A GM takes back an entry that touched several sheets, exactly and as a whole; and brings it back the same way.

To let a kind be undone: give its entries a Change for everything that they changed, add it to UNDOABLE, and show
`row.undo` in its row. What belongs to a roll is undone with the roll (roll_undo.py), one consequence alone too.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from sessions import log
from sessions.access import Viewer
from sessions.actions.table_rows import take_back_here
from sessions.models import Change, LogEntry
from sheets.actions.undo import mark, take_back
from sheets.models import Character

UNDOABLE = ("pool", "use", "reaction", "scene_closed", "rest", "award")


def undo_entry(*, actor: Viewer, entry: LogEntry, back: bool = False, once: str = "") -> LogEntry:
    """Take the entry's changes back, or with `back` the undo of it; its row is drawn anew.

    Raises Conflict when somebody did that already, or when something has moved on since and what that is; then nothing
    at all is changed. Refused for a kind that cannot be undone as a whole.
    """
    with log.turn(actor, entry.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        if entry.kind not in UNDOABLE:
            raise Refused(_("This cannot be undone here."))
        undone = _undone_by(entry)
        if (undone is not None) != back:
            raise _faster(entry, back)
        last = undone or entry
        people = touched(last)
        changes = taken_back(last, people, entry.channel_id)
        if not changes:
            raise Conflict(_("The counter cannot move back any further."))
        mark(last, undone=True)
        return turn.record(
            "undone", character=entry.character, changes=changes, mode=entry.mode, group=entry.group, parent=entry,
            undoes=last, concerns=people.values(), payload={"alone": True},
        )  # fmt: skip


def touched(entry: LogEntry) -> dict[int, Character]:
    """Whose sheets the entry changed."""
    ids = {change.character_id for change in entry.changes.all() if change.character_id}
    return Character.objects.select_related("campaign").in_bulk(ids)


def taken_back(entry: LogEntry, people: dict[int, Character], channel_id: int) -> list[Change]:
    """Its changes reversed, in the order in which they were made: a maximum comes before the value that it allows.

    A pool that is spent stops at 0 (RULES 7, row 8). Raises Conflict, which says on whose sheet something moved on.
    """
    found = []
    for change in _standing(entry):
        if change.character_id:
            found.append(_reversed(people[change.character_id], change, channel_id))
        else:
            found.append(take_back_here(channel_id, change))
    return [change for change in found if change]


def _standing(entry: LogEntry) -> Iterable[Change]:
    return entry.changes.filter(undone=False).order_by("pk")


def _reversed(character: Character, change: Change, channel_id: int) -> Change | None:
    if character.channel_id != channel_id:  # its lock would not be this table's
        raise Conflict(_("%(who)s no longer sits at this table.") % {"who": character.name})
    try:
        return take_back(character, change, clamped=True)
    except Refused as moved:
        raise Conflict(_("%(who)s: %(why)s") % {"who": character.name, "why": moved.message}) from moved


def _undone_by(entry: LogEntry) -> LogEntry | None:
    """The undo of this entry that counts, if its changes do not."""
    if not entry.changes.exists() or _standing(entry):
        return None
    return entry.undone_by.filter(changes__undone=False).order_by("-seq").first()


def _faster(entry: LogEntry, back: bool) -> Conflict:
    last = entry.children.select_related("seat").order_by("-seq").first()
    who = last.seat.name if last and last.seat else ""
    message = _("This counts again already.") if back else _("This was undone already.")
    return Conflict(f"{who}: {message}" if who else message, who=who)
