"""The turn of an action on one sheet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict
from sessions import log
from sessions.access import Viewer
from sessions.models import Mode
from sheets.models import Character


@contextmanager
def sheet_turn(actor: Viewer, character: Character, *others: int, once: str = "") -> Iterator[log.Turn]:
    """Lock the sheet's channel and read the character's row again under the lock.

    Raises Conflict when the character changed tables between the page and the lock, unless this very press did it.
    """
    with log.turn(actor, character.channel_id, *others, once=once) as turn:
        channel_id = character.channel_id
        character.refresh_from_db(from_queryset=Character.objects.select_related("campaign"))
        if character.channel_id != channel_id and not turn.repeated:
            raise Conflict(_("This character has just moved to another table. Load the page again."))
        yield turn


def secrecy(character: Character) -> str:
    """The mode of entries about this sheet's own changes: an NPC's are the GMs' business."""
    return Mode.GM if character.is_npc else Mode.PUBLIC
