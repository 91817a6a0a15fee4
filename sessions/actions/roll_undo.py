"""A GM takes a roll back step by step: the last follow-up with its payment, at last the roll itself.

Its dice are never thrown again.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict
from sessions.access import Viewer
from sessions.actions.asking import reopen
from sessions.actions.following import Following, following
from sessions.actions.undoing import taken_back, touched
from sessions.models import Change, Check, LogEntry
from sheets.actions.undo import mark
from sheets.models import Character

STEPS = ("boost", "effort", "reroll", "correct", "difficulty", "applied", "consequence",
         "gathered", "shown", "answered", "unopposed", "opposed")  # fmt: skip


def undo_step(*, actor: Viewer, check: Check, expect: int, step: str = "", once: str = "") -> LogEntry:
    """Take back the newest step that still counts, or the consequence of this token: those stand side by side.

    Raises Conflict when nothing is left to undo, or when something that it changed has moved on.
    """
    with following(actor, check, expect, once, settled=True) as now:
        if isinstance(now, LogEntry):
            return now
        last = _consequence(now.check.root, step) if step else newest_step(now.check.root)
        people = touched(last)
        changes = taken_back(last, people, now.check.channel_id)
        mark(last, undone=True)
        return _record(now, last, changes, people)


def newest_step(root: LogEntry) -> LogEntry:
    """What an undo takes back next: the newest child that changed the result or a pool (a reveal pays what was held),
    else the roll itself. Conflict when that was undone, too."""
    undone = root.children.filter(kind="undone").values("undoes")
    steps = root.children.filter(Q(kind__in=STEPS) | Q(changes__undone=False)).exclude(kind="undone")
    last = steps.exclude(pk__in=undone).order_by("-seq").first() or root
    if last == root and root.rolled.state == Check.State.UNDONE:
        raise Conflict(_("This roll was undone already."))
    return last


def _consequence(root: LogEntry, token: str) -> LogEntry:
    """The consequence of this token that still counts."""
    undone = root.children.filter(kind="undone").values("undoes")
    found = root.children.filter(kind="consequence", token=token).exclude(pk__in=undone).first()
    if found is None:
        raise Conflict(_("This was undone already."))
    return found


def _record(now: Following, last: LogEntry, changes: list[Change], people: Mapping[int, Character]) -> LogEntry:
    check, root = now.check, now.check.root
    check.hidden = last.payload.get("was_hidden", check.hidden)
    secret, before = last.mode != root.mode, check.state
    check.state = _state_before(check, last)
    _put_back(now, last)
    reopened = last == root and reopen(check)
    entry = now.record(
        "undone", changes=changes, undoes=last, also=list(people.values()), secret=secret,
        quiet=secret and check.state == before, alone=last.kind == "consequence", reopened=reopened,
    )  # fmt: skip
    if last.kind != "consequence":
        check.newest = last if _is_whole(root, last) else _result_before(root, last)
    check.held = check.held and not _is_whole(root, last)
    check.asked = None
    check.save()
    return entry


def _is_whole(root: LogEntry, step: LogEntry) -> bool:
    """The throw itself: the roll, or of a test of several people the step with their last dice."""
    return step == root or step.kind == "gathered"


def _state_before(check: Check, last: LogEntry) -> str:
    """A roll is open again without its last step; without a consequence if that was the only one and had settled it."""
    if last.kind != "consequence":
        return Check.State.UNDONE if _is_whole(check.root, last) else Check.State.OPEN
    came = check.root.children.filter(kind="consequence")
    others = came.exclude(pk__in=check.root.children.filter(kind="undone").values("undoes")).exclude(pk=last.pk)
    opened = came.filter(payload__settles=True).exists() and not others.exists()
    return Check.State.OPEN if opened else check.state


def _put_back(now: Following, last: LogEntry) -> None:
    """The shares as far as they were before this step; dice that were thrown with it stay on the table."""
    were = {} if last.kind == "gathered" else last.payload.get("were", {})
    for part in now.parts:
        part.state = were.get(str(part.pk), part.state)


def _result_before(root: LogEntry, last: LogEntry) -> LogEntry:
    """The entry whose result counts once `last` is gone."""
    undone = root.children.filter(kind="undone").values("undoes")
    earlier = LogEntry.objects.filter(parent=root, seq__lt=last.seq, payload__has_key="result").exclude(pk__in=undone)
    return earlier.order_by("-seq").first() or root
