"""The newest turn is taken back.

It leaves no trace but `kept`: what it gave and has been spent since is not given a second time.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from sessions.access import Viewer
from sessions.actions.rounds import show_turn
from sessions.actions.scene_turn import Now, scene_turn, target_of
from sessions.models import Campaign, Change, LogEntry, Scene
from sheets.actions import undo
from sheets.models import Character

BACK = "turn_back"
CLOCK = ("round", "active", "seen_round", "seen_active", "turn_in", "reacted_in", "kept", "rounds_left")
OF_TURNS = ("turn", "round", "reaction")  # entries of which everything is taken back


def go_back(*, actor: Viewer, campaign: Campaign, scene: Scene, expect: int, once: str = "") -> LogEntry:
    """Take back the newest turn with all that it brought, and the Reactions since.

    Raises Conflict before the first one. A turn of somebody who has left the scene is nobody's: then the one before
    it is taken back too.
    """
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        undone: list[LogEntry] = []
        while not undone or (now.active and now.active.left_at):
            newest = _turns(now).first()
            if newest is None:
                break
            undone += _take_back_since(now, newest)
        if not undone:
            raise Conflict(_("There is no turn to take back."))
        show_turn(now)
        roots = [entry.pk for entry in undone if entry.listed]
        return now.record(BACK, payload={"again": roots})


def _turns(now: Now) -> QuerySet[Change]:
    """The changes of whose turn it is that still count, the newest first."""
    changes = Change.objects.filter(
        character=None, target=target_of(now.scene), field__in=("active", "round"), undone=False
    )
    return changes.exclude(entry__kind=BACK).select_related("entry").order_by("-pk")


def _take_back_since(now: Now, turn: Change) -> list[LogEntry]:
    """Take back the entry of this turn, and before it the Reactions that were made since; the entries."""
    reactions = Change.objects.filter(
        character=None, target__in=[target_of(one) for one in now.people], field="reacted_in", undone=False,
        entry__kind="reaction", entry__seq__gt=turn.entry.seq,
    ).select_related("entry").order_by("-pk")  # fmt: skip
    entries = [*[change.entry for change in reactions], turn.entry]
    for entry in entries:
        _take_back(now, entry)
    return entries


def _take_back(now: Now, entry: LogEntry) -> None:
    """Reverse what the entry did to the scene's clock and, on the sheets, with it."""
    pending = [change for change in entry.changes.filter(undone=False).order_by("-pk") if _belongs(entry, change)]
    people = {target_of(one): one for one in now.people}
    for change in pending:
        if change.character_id is None:
            row = people.get(change.target, now.scene)
            now.put(row, change.field, _read(now, change.field, change.old))
    for change in pending:
        if change.character_id:
            _take_back_on_sheet(now, change)
    Change.objects.filter(pk__in=[change.pk for change in pending]).update(undone=True)


def _belongs(entry: LogEntry, change: Change) -> bool:
    """Of an entry that handed the turn on because somebody left, only that is taken back."""
    return entry.kind in OF_TURNS or change.field in CLOCK or change.target.startswith("counter:")


def _read(now: Now, name: str, stored: Any) -> Any:
    if name in ("active", "seen_active"):
        return next((one for one in now.people if one.token == stored), None)
    return datetime.fromisoformat(stored) if name == "left_at" and stored else stored


def _take_back_on_sheet(now: Now, change: Change) -> None:
    """What has moved on since stays as it is; of what was given, the part that is gone is remembered."""
    one = next((one for one in now.people if one.character_id == change.character_id), None)
    character = one.character if one else Character.objects.get(pk=change.character_id)
    try:
        done = undo.take_back(character, change, clamped=True)
    except Refused:
        done = None
    given, taken = change.delta or 0, -(done.delta or 0) if done else 0
    if one and given > taken:
        now.put(one, "kept", one.kept + given - taken)
    if done:
        now.changes.append(done)
