"""Links for a table's screen: made by its game masters, and taken back by them at any time."""

from __future__ import annotations

import secrets

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from sessions import log
from sessions.access import Viewer, digest, need_gm, need_open
from sessions.actions.invitations import NAME_LENGTH, free_name
from sessions.models import Campaign, LogEntry, Mode, Role, Seat

MOST_SCREENS = 10  # open links of one campaign


def open_screen(*, actor: Viewer, campaign: Campaign, name: str, once: str = "") -> tuple[Seat, str]:
    """A seat that nobody has, and the secret of the link to it, which is told this once: only its digest is kept.

    Refused for a name that will not do; Conflict when this press has made its link already.
    """
    need_gm(actor)
    need_open(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            raise Conflict(_("This link was made already and shown once. Revoke it and make another one."))
        if not name.strip():
            raise Refused(_("Give the screen a name."), field="name")
        if campaign.seats.filter(role=Role.SCREEN, user=None, removed_at=None).count() >= MOST_SCREENS:
            raise Refused(_("There are too many links. Revoke some first."))
        secret = secrets.token_urlsafe(32)
        seat = Seat.objects.create(
            campaign=campaign, role=Role.SCREEN, name=free_name(campaign, name.strip()[:NAME_LENGTH]),
            secret=digest(secret),
        )  # fmt: skip
        turn.record("screen_opened", mode=Mode.GM, listed=False, payload={"name": seat.name})
        return seat, secret


def revoke_screen(*, actor: Viewer, campaign: Campaign, seat: Seat, once: str = "") -> LogEntry | None:
    """The link opens nothing any more, and pages that it opened end. None: it was revoked already.

    In an archived campaign too: who closes a leak must not have to open the table for it.
    """
    need_gm(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        seat.refresh_from_db(fields=["removed_at"])
        if seat.removed_at:
            return None
        seat.removed_at = timezone.now()
        seat.save(update_fields=["removed_at"])
        log.raise_epochs(Seat.objects.filter(pk=seat.pk))
        return turn.record("screen_revoked", mode=Mode.GM, listed=False, payload={"name": seat.name})
