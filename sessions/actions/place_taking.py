"""Somebody who has an account takes a guest's place with it: their own from an imported campaign, or from before they
had one. All that is the guest's becomes theirs, and the guest is no more.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.accounts.models import User
from caerbannog_site.accounts.signals import end_streams
from caerbannog_site.errors import Conflict, Refused
from sessions import log
from sessions.access import Viewer, digest, viewer_of
from sessions.actions.accounts import channels_of
from sessions.actions.ways_back import use
from sessions.models import LogEntry, Seat, WayBack
from sessions.way_back_access import NoWayBack, hindrance, seats_beside, way_back_for
from sheets.models import Character


def take_place(*, secret: str, user: Any, press: str) -> WayBack:
    """Take the place that a game master's link opens, in one transaction; a press that arrives twice changes nothing.

    NoWayBack where the link opens nothing; Refused for a guest, and for who sits at such a table already and has a
    part in it. A seat there in which nothing was done is given up.
    """
    if again := WayBack.objects.filter(secret=digest(secret), press=press, user=user, ended_at__isnull=False).first():
        return again
    if user.is_guest:
        raise Refused(_("Only an account can take a place over."))
    way = way_back_for(secret)
    if way.seat is None:  # a guest's own link to one device more is nobody's place to give away
        raise NoWayBack
    with ExitStack() as stack:
        actor = Viewer(user_id=user.pk, language=user.language)
        turns = {pk: stack.enter_context(log.turn(actor, pk)) for pk in channels_of(way.user)}
        way = use(way, secret, press)
        guest = way.user
        if not turns.keys() >= set(channels_of(guest)):
            raise Conflict(_("Something has just changed. Load the page again."))
        if hindered := hindrance(guest, user):
            raise Refused(hindered)
        end_streams(guest)
        _give_up(seats_beside(guest, user))
        for seat in _handed_over(guest, user):
            turn = turns[seat.campaign.channel_id]
            turn.actor = viewer_of(seat, seat.campaign, user.language)
            turn.record("seat_taken")
        way.user = user
        way.save(update_fields=["user"])
        guest.delete()
    return way


def _give_up(seats: list[Seat]) -> None:
    """They stay nobody's, under their names, for the log's sake."""
    own = Seat.objects.filter(pk__in=[seat.pk for seat in seats])
    own.filter(removed_at=None).update(removed_at=timezone.now())
    own.update(user=None)
    log.raise_epochs(own)


def _handed_over(guest: User, user: Any) -> list[Seat]:
    """Everything of the guest becomes this person's; the seats at which they sit from now on."""
    own = Seat.objects.filter(user=guest)
    sits = list(own.filter(removed_at=None).values_list("pk", flat=True))
    log.raise_epochs(own)  # an open page of the guest's would hold on to the seat, whose epoch is all that it compares
    own.update(user=user)
    Character.objects.filter(owner=guest).update(owner=user)
    LogEntry.objects.filter(actor=guest).update(actor=user)
    return list(Seat.objects.filter(pk__in=sits).select_related("campaign").order_by("pk"))
