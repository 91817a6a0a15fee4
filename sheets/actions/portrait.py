"""A sheet's portrait: a new one, or none. The old file stays, for the undo that may bring it back."""

from __future__ import annotations

from sessions.access import Viewer
from sessions.models import Change, LogEntry
from sheets import portraits
from sheets.actions.edit import changed
from sheets.actions.turns import secrecy, sheet_turn
from sheets.models import Character

KEPT = 20  # old pictures of one sheet; an undo that reaches further back is refused


def set_portrait(*, actor: Viewer, character: Character, data: bytes | None, once: str = "") -> LogEntry | None:
    """Put this picture on the sheet, or take the present one off (None). Returns None when there is none to take.

    Raises Refused for what is not a picture; decoding is done before any lock is taken.
    """
    name = portraits.keep(portraits.clean(data)) if data is not None else ""
    try:
        entry = _hang(actor, character, name, once)
    except Exception:
        portraits.drop(name)
        raise
    if entry is None or name != character.portrait:
        portraits.drop(name)  # this press had been answered before
    _forget_oldest(character)
    return entry


def _hang(actor: Viewer, character: Character, name: str, once: str) -> LogEntry | None:
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        old = character.portrait
        if old == name:
            return None
        character.portrait = name
        character.save(update_fields=["portrait"])
        change = changed(character, character, "portrait", old, name)
        return turn.record("portrait", character=character, changes=[change], mode=secrecy(character), listed=False)


def _forget_oldest(character: Character) -> None:
    """Without an end to them, somebody who changes portraits all day would fill the disk."""
    hung = Change.objects.filter(character=character, target="character", field="portrait").order_by("-pk")
    for name in hung.values_list("old", flat=True)[KEPT : KEPT + 5]:
        if name != character.portrait:
            portraits.drop(name or "")
