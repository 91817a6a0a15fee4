"""The game masters' secret notes about their campaign."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions.access import Viewer
from sessions.actions.evenings import gm_turn
from sessions.models import Campaign, Change, LogEntry, Mode
from sessions.models.campaign import NOTES_LENGTH
from sheets.actions.edit import TextConflict, fingerprint


def write(*, actor: Viewer, campaign: Campaign, text: str, was: str, once: str = "") -> LogEntry | None:
    """Set the notes. `was` is the fingerprint of the text that the writer had read; TextConflict when it moved on.

    None when nothing changed. Who is no game master does not even learn that somebody wrote.
    """
    if len(text) > NOTES_LENGTH:
        raise Refused(_("Notes have at most %(most)s characters.") % {"most": NOTES_LENGTH}, field="value")
    with gm_turn(actor, campaign, once) as turn:
        if turn.repeated:
            return turn.repeated
        campaign.refresh_from_db(fields=["gm_notes"])
        old = campaign.gm_notes
        if old == text:
            return None
        if was != fingerprint(old):
            raise TextConflict(theirs=old, mine=text)
        campaign.gm_notes = text
        campaign.save(update_fields=["gm_notes"])
        change = Change(target="campaign", field="gm_notes", old=old, new=text, group="e")
        return turn.record("gm_notes", mode=Mode.GM, listed=False, changes=[change])
