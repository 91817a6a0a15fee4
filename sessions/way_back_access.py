"""The only way to a link that brings a guest back."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions.access import digest
from sessions.models import WayBack


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
