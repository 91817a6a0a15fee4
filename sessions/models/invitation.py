from __future__ import annotations

import secrets

from django.db import models
from django.utils import timezone

# No 0 and O, 1, I and L, and no U: a code is read aloud and typed on a phone.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 10


def new_code() -> str:
    """Ten signs out of thirty: 49 random bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def clean_code(typed: str) -> str:
    """What was typed, without spaces and dashes, in capitals."""
    return "".join(typed.split()).replace("-", "").upper()


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def standing(self) -> InvitationQuerySet:
        """Those whose code is still good, while joining is paused too."""
        return self.filter(closed_at=None, expires_at__gt=timezone.now(), campaign__archived_at=None)

    def open(self) -> InvitationQuerySet:
        return self.standing().filter(paused_at=None)


class Invitation(models.Model):
    """The one door to a campaign: rotating it closes the old one for good, pausing it keeps the code for later."""

    campaign = models.ForeignKey("game_sessions.Campaign", models.CASCADE, related_name="invitations")
    code = models.CharField(max_length=LENGTH, unique=True, default=new_code)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    @property
    def spoken(self) -> str:
        """The code in two groups, as it is shown and read aloud."""
        return f"{self.code[:5]} {self.code[5:]}"
