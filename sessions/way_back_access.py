"""The only way to a link that brings a guest back."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions.access import digest
from sessions.models import LogEntry, Seat, WayBack
from sessions.models.campaign import GM_ROLES
from sheets.models import Character


class NoWayBack(Refused):
    """The same answer to a link that was used, revoked, outdated or never made."""

    status = 404
    heading = _("This link does not work")

    def __init__(self) -> None:
        super().__init__(_("It was used already, revoked, or is too old. Ask the game master for another one."))


def way_back_for(secret: str) -> WayBack:
    """What the link of this secret opens, while it does; else NoWayBack."""
    ways = WayBack.objects.open().select_related("user", "seat__campaign")
    way = ways.filter(secret=digest(secret)).first()
    if way is None or way.opens_others:
        raise NoWayBack
    return way


def seats_beside(guest: Any, user: Any) -> list[Seat]:
    """This person's own seats, former ones too, at the tables at which the guest has one."""
    tables = guest.seats.values("campaign")
    return list(Seat.objects.of(user.pk).filter(campaign__in=tables).select_related("campaign"))


def hindrance(guest: Any, user: Any) -> Any:
    """Why this person cannot take the guest's place; else nothing. Two lives at one table are not made one: who did
    what, and who may see whose secret rolls, would change under everybody's eyes.
    """
    for seat in seats_beside(guest, user):
        if seat.role in GM_ROLES or _characters(user, seat).exists() or _rows(user, seat).exists():
            words = _("You have a place of your own at “%(table)s” already, with a part in its game: %(name)s.")
            return words % {"table": seat.campaign.name, "name": seat}
    return ""


def belongings(guest: Any) -> dict[str, Any]:
    """What goes with the guest's place, as its page names it."""
    return {
        "seats": guest.seats.filter(removed_at=None).select_related("campaign").order_by("pk"),
        "characters": Character.objects.filter(owner=guest).order_by("pk"),
    }


def _characters(user: Any, seat: Seat) -> QuerySet[Character]:
    return Character.objects.filter(owner=user, campaign=seat.campaign_id)


def _rows(user: Any, seat: Seat) -> QuerySet[LogEntry]:
    """What they did there, but for coming and going."""
    own = LogEntry.objects.filter(actor=user, channel=seat.campaign.channel_id)
    return own.exclude(kind__in=("seat_joined", "seat_left", "seat_named"))
