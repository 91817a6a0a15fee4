"""The only way to a game session: through its campaign."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from sessions.access import Viewer, campaign_for
from sessions.models import Campaign, GameSession, Seat


@dataclass(frozen=True)
class OpenedSession:
    campaign: Campaign
    seat: Seat
    viewer: Viewer
    session: GameSession


def session_for(user, token: str, session: str) -> OpenedSession:
    """A session of this campaign; Http404 for one of another, and for one that was called off."""
    campaign, seat, viewer = campaign_for(user, token)
    found = GameSession.objects.kept().filter(campaign=campaign, token=session).first()
    if found is None:
        raise Http404
    found.campaign = campaign
    return OpenedSession(campaign, seat, viewer, found)
