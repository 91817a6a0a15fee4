"""The only way to a called rest, and to what one person chooses for it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Forbidden
from sessions.access import Viewer, campaign_for, need_gm, need_open
from sessions.models import Campaign, Rest
from sheets.access import Opened, may_act, sheet_for


@dataclass(frozen=True)
class OpenedRest:
    rest: Rest
    campaign: Campaign
    viewer: Viewer


def rest_for(user, token: str, rest: str) -> OpenedRest:
    """A game master's rest of this table, over or not; Http404 where there is none, Forbidden for all but GMs."""
    opened = _rest_of(user, token, rest)
    need_gm(opened.viewer)
    need_open(opened.viewer)
    return opened


def resting_for(user, token: str, rest: str, character: str) -> tuple[OpenedRest, Opened]:
    """The rest with one of its characters, for whoever may choose for it: its owner or a GM."""
    opened = _rest_of(user, token, rest)
    sheet = sheet_for(user, character)
    if str(sheet.character.pk) not in opened.rest.choices or sheet.character.campaign_id != opened.campaign.pk:
        raise Http404
    need_open(opened.viewer)
    if not may_act(sheet.character, opened.viewer):
        raise Forbidden(_("This character is not yours."))
    return opened, sheet


def _rest_of(user, token: str, rest: str) -> OpenedRest:
    campaign, _seat, viewer = campaign_for(user, token)
    found = Rest.objects.select_related("campaign").filter(campaign=campaign, token=rest).first()
    if found is None:
        raise Http404
    return OpenedRest(found, campaign, viewer)
