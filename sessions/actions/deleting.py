"""A campaign goes for good, with everything that is its own."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site import live, traces
from caerbannog_site.errors import Conflict, Refused
from sessions import log
from sessions.access import Viewer, as_now, need_head_gm
from sessions.models import Campaign, LogEntry, Role
from sheets.actions.erasing import drop_pictures
from sheets.actions.life import detach
from sheets.models import Character


def delete_campaign(*, actor: Viewer, campaign: Campaign, name: str) -> None:
    """Delete the campaign whose name was typed: log, sessions, scenes, NPCs, seats. An archived one too.

    Players' sheets go back to them as they are, at no table; what happened to them here is no longer told. Nobody is
    left to read an entry about it, so there is none; open pages end.
    """
    need_head_gm(actor)
    with log.turn(actor, campaign.channel_id):
        if as_now(actor).role != Role.GM:
            raise Conflict(_("This campaign has been handed over already."))
        campaign.refresh_from_db(fields=["name"])
        if name.strip().casefold() != campaign.name.strip().casefold():
            raise Refused(_("Type the campaign's name as it stands above."), field="name")
        here = Character.objects.filter(campaign=campaign)
        for character in here.filter(owner__isnull=False).select_related("campaign"):
            detach(character)
        # With those who came along with a file as mere names of its log (importing_sheets.py).
        npcs = Character.objects.filter(channel=campaign.channel_id, owner=None)
        drop_pictures(npcs)
        LogEntry.objects.filter(channel=campaign.channel_id).delete()
        npcs.delete()
        channel = campaign.channel
        live.publish(channel.pk)
        campaign.delete()
        channel.delete()
        traces.wipe_at_commit()
