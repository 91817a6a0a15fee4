from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from sessions.models.campaign import GM_ROLES, Seat


class WayBackQuerySet(models.QuerySet["WayBack"]):
    def open(self) -> WayBackQuerySet:
        """Those that can still be taken: only a guest has any use for one, and only a seat that is still theirs."""
        sits = Q(seat=None) | Q(seat__removed_at=None)
        guests = self.filter(sits, user__is_guest=True, user__is_active=True)
        return guests.filter(ended_at=None, expires_at__gt=timezone.now())


class WayBack(models.Model):
    """A link by which a guest, who has no password, comes in on another device, once.

    seat    the seat for which a game master (`made_by`) made it: the lost device is logged out then. Without one the
            guest made it, who stays logged in where it was made
    secret  the digest of what stands in the link (access.digest)
    press   the press that took it, which may arrive twice
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ways_back")
    seat = models.ForeignKey("game_sessions.Seat", models.CASCADE, null=True, related_name="ways_back")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    secret = models.CharField(max_length=43, unique=True, editable=False)
    press = models.CharField(max_length=24, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    objects = WayBackQuerySet.as_manager()

    @property
    def opens_others(self) -> bool:
        """Whether it would also open a table that its maker does not run: that is nobody's to give away."""
        if self.seat is None:
            return False
        run = Seat.objects.of(self.made_by_id).filter(role__in=GM_ROLES, removed_at=None)
        elsewhere = self.user.seats.filter(removed_at=None).exclude(campaign=self.seat.campaign_id)
        return elsewhere.exclude(campaign__in=run.values("campaign")).exists()
