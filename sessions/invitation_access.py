"""The way to an invitation by its code. Wrong codes are counted, by address and all of them together."""

from __future__ import annotations

from django.http import HttpRequest

from caerbannog_site.accounts import knocks
from sessions.door_access import invitation_for
from sessions.models import Invitation


def invitation_at(request: HttpRequest, code: str) -> Invitation:
    """The open invitation of this code; NoInvitation, and TooOften for whoever guesses."""
    with knocks.guessing(request, "code", key="all"):
        return invitation_for(code)
