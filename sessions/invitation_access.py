"""The way to an invitation by its code. Wrong codes are counted, by address and all of them together."""

from __future__ import annotations

from django.http import HttpRequest

from caerbannog_site.accounts import knocks
from sessions.door_access import invitation_for, need_joining
from sessions.models import Invitation


def invitation_at(request: HttpRequest, code: str) -> Invitation:
    """The open invitation of this code; NoInvitation, and TooOften for whoever guesses. JoiningPaused is no guess."""
    with knocks.guessing(request, "code", key="all"):
        invitation = invitation_for(code)
    need_joining(invitation)
    return invitation
