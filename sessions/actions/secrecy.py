"""What a GM does with secret rolls: reveal, hide again, apply what a blind roll held."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from rules import serialise
from sessions.access import Viewer
from sessions.actions.following import Following, following
from sessions.models import Check, LogEntry, Mode


def reveal(*, actor: Viewer, check: Check, expect: int, once: str = "") -> LogEntry:
    """Show a secret roll (and its hidden difficulty) to the table; the effects that it held are applied now."""
    with following(actor, check, expect, once, settled=True) as now:
        if isinstance(now, LogEntry):
            return now
        if now.check.root.mode == Mode.PUBLIC and not now.check.hidden:
            raise Conflict(_("This roll is public already."))
        if now.check.root.mode == Mode.SELF:
            raise Refused(_("This roll belongs to its roller alone."))
        _move(now, Mode.PUBLIC)
        now.check.hidden = False
        return _with_held_effects(now, "reveal")


def conceal(*, actor: Viewer, check: Check, expect: int, once: str = "") -> LogEntry:
    """Hide a revealed roll again, as it was rolled; what it did to the pools stays done."""
    with following(actor, check, expect, once, settled=True) as now:
        if isinstance(now, LogEntry):
            return now
        first = now.check.root.payload["mode"]
        if first == Mode.PUBLIC or now.check.root.mode != Mode.PUBLIC:
            raise Conflict(_("This roll is not a revealed one."))
        _move(now, first)
        shown = now.check.root.children.filter(kind="reveal").order_by("-seq").first()
        now.check.hidden = shown.payload.get("was_hidden", now.check.hidden) if shown else now.check.hidden
        return now.record("conceal", revealed=shown.seq if shown else 0)


def apply_held(*, actor: Viewer, check: Check, expect: int, once: str = "") -> LogEntry:
    """Let a blind roll's effects happen without showing the roll."""
    with following(actor, check, expect, once, settled=True) as now:
        if isinstance(now, LogEntry):
            return now
        if not now.check.held:
            raise Conflict(_("The effects of this roll have been applied already."))
        return _with_held_effects(now, "applied")


def _move(now: Following, mode: str) -> None:
    """The mode is the one thing of an entry that may change, with all its follow-ups'."""
    root = now.check.root
    LogEntry.objects.filter(parent=root).update(mode=mode)
    LogEntry.objects.filter(pk=root.pk).update(mode=mode)
    root.mode = mode


def _with_held_effects(now: Following, kind: str) -> LogEntry:
    """Record, with the effects that waited: those of the roll itself, as nothing is paid while it is held."""
    if not now.check.held:
        return now.record(kind)
    now.check.held = False
    rolled = serialise.result_from_json(_first(now.check.root).payload["result"])
    return now.record(kind, changes=now.applied(rolled.effects))


def _first(root: LogEntry) -> LogEntry:
    """The entry that has the dice: the roll itself, or of a shared test the one with its last dice."""
    return root if "result" in root.payload else root.children.filter(kind="gathered").latest("seq")
