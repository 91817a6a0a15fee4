"""What happened to a sheet, in a word or two, where its changes alone do not tell."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from caerbannog_site.words import say
from sessions.models import Change, LogEntry
from sheets import games

TITLES = {
    "undo": gettext_lazy("Undone"),
    "undone": gettext_lazy("Roll undone"),
    "check": gettext_lazy("Roll"),
    "boost": gettext_lazy("Boost"),
    "effort": gettext_lazy("Heroic effort"),
    "reroll": gettext_lazy("Reroll"),
    "correct": gettext_lazy("Roll corrected"),
    "difficulty": gettext_lazy("Difficulty told"),
    "reveal": gettext_lazy("Roll revealed"),
    "consequence": gettext_lazy("Consequence of a roll"),
    "applied": gettext_lazy("Held effects applied"),
    "scene": gettext_lazy("New scene"),
    "situation": gettext_lazy("A challenge or a combat begins"),
    "scene_closed": gettext_lazy("The scene is over"),
    "turn": gettext_lazy("Own turn"),
    "round": gettext_lazy("Own turn"),
    "turn_back": gettext_lazy("Turn taken back"),
    "reaction": gettext_lazy("Reaction"),
    "participants": gettext_lazy("The turn goes on"),
    "award": gettext_lazy("Experience"),
}


def title(entry: LogEntry, changes: Iterable[Change]) -> str:
    """What happened, where the changes alone do not tell; "" for plain edits."""
    if any(_is_birth(change) for change in changes):
        return _("The sheet was made")
    if entry.kind in ("use", "wear"):
        return str(entry.payload.get("name", ""))
    if entry.kind == "rest":
        return say(games.rest_name(entry.payload["system"], entry.payload["rest"]))
    kind = "undo" if entry.payload.get("alone") else entry.kind  # not with its roll
    reason = entry.payload.get("reason", "")
    return ": ".join(word for word in (str(TITLES.get(kind, "")), reason) if word)


def _is_birth(change: Change) -> bool:
    return (change.target, change.field, change.old) == ("character", "name", None)
