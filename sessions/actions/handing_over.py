"""A campaign goes into other hands: somebody else becomes its game master."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from sessions import log
from sessions.access import Viewer, as_now, need_head_gm
from sessions.actions.campaigns import need_room
from sessions.models import Campaign, LogEntry, Role, Seat


def successors(campaign: Campaign, actor: Viewer) -> QuerySet[Seat]:
    """The seats of those who can take the campaign over: players and game masters, who must have a password, since a
    table whose head has lost a phone has none any more.
    """
    here = campaign.seats.filter(removed_at=None, user__is_active=True, user__is_guest=False)
    return here.filter(role__in=(Role.GM, Role.CO_GM, Role.PLAYER)).exclude(pk=actor.seat_id)


def hand_over(*, actor: Viewer, campaign: Campaign, seat: Seat, once: str = "") -> LogEntry:
    """Make this seat the campaign's game master; the actor stays as a co-game master. In an archived campaign too.

    Refused for a guest, a spectator, and for somebody who runs as many campaigns as one may.
    """
    need_head_gm(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        if as_now(actor).role != Role.GM:
            raise Conflict(_("This campaign has been handed over already."))
        head = successors(campaign, actor).filter(pk=seat.pk).first()
        if head is None:
            raise Refused(_("This person can't take the campaign over."), field="seat")
        if head.role != Role.GM and campaign.archived_at is None:
            need_room(head.user_id)
        own = Seat.objects.get(pk=actor.seat_id)
        head.role, own.role = Role.GM, Role.CO_GM
        for one in (head, own):
            one.save(update_fields=["role"])
        log.raise_epochs(Seat.objects.filter(pk__in=[head.pk, own.pk]))
        return turn.record("handed_over", payload={"name": head.name, "was": own.name, "seat": head.pk})
