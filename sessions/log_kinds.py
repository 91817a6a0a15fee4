"""The one place that knows each kind of log entry: its template and its filter; its sentence is in log_sentences.py.

To add a kind: record it in an action, add a line to KINDS, write templates/sessions/log/_<kind>.html.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy

ROLLS, MESSAGES, POOLS, TABLE = "rolls", "messages", "pools", "table"
FILTERS = {
    ROLLS: gettext_lazy("Rolls"),
    MESSAGES: gettext_lazy("Messages"),
    POOLS: gettext_lazy("Pools"),
    TABLE: gettext_lazy("Table"),
}

# kind -> (template's name, filter)
KINDS: dict[str, tuple[str, str]] = {
    "check": ("check", ROLLS),
    "ask": ("ask", ROLLS),
    "dice": ("dice", ROLLS),
    "message": ("message", MESSAGES),
    "pool": ("pool", POOLS),
    "use": ("use", POOLS),
    "undo": ("pool", POOLS),
    "scene": ("scene", TABLE),
    "situation": ("scene", TABLE),
    "scene_closed": ("scene", TABLE),
    "round": ("round", TABLE),
    "reaction": ("use", TABLE),
    "rest_called": ("sheets", TABLE),
    "rest_cancelled": ("sheets", TABLE),
    "rest": ("sheets", TABLE),
    "award": ("sheets", POOLS),
    "created": ("event", TABLE),
    "fielded": ("event", TABLE),
    "enemy_pool": ("pool", POOLS),
    "pool_shared": ("pool", POOLS),
    "joined": ("event", TABLE),
    "left": ("event", TABLE),
    "revealed": ("event", TABLE),
    "hidden": ("event", TABLE),
    "campaign": ("event", TABLE),
    "seat_joined": ("event", TABLE),
    "seat_left": ("event", TABLE),
    "seat_removed": ("event", TABLE),
    "seat_named": ("event", TABLE),
    "seat_regained": ("event", TABLE),
    "seat_taken": ("event", TABLE),
    "seat_erased": ("event", TABLE),
    "role": ("event", TABLE),
    "handed_over": ("event", TABLE),
    "invitation": ("event", TABLE),
    "house": ("event", TABLE),
    "session_began": ("event", TABLE),
    "session_resumed": ("event", TABLE),
    "session_ended": ("event", TABLE),
    "recap_published": ("recap", TABLE),
    "imported": ("event", TABLE),
    "campaign_archived": ("event", TABLE),
    "campaign_opened": ("event", TABLE),
}

TOLD = ("event", "use", "scene", "round", "recap")  # templates of rows that are a sentence


def kinds_of(wanted: str) -> list[str]:
    """The entry kinds behind a filter."""
    return [kind for kind, (_template, group) in KINDS.items() if group == wanted]
