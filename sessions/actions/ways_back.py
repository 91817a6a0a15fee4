"""Links that bring a guest back: made by a game master for a lost phone, or by the guest for one more device."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.accounts.models import User
from caerbannog_site.accounts.signals import end_streams
from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions import log
from sessions.access import Viewer, as_now, digest, need_gm, viewer_of
from sessions.actions.people import may_remove
from sessions.models import Campaign, LogEntry, Mode, Seat, WayBack
from sessions.models.way_back import WayBackQuerySet
from sessions.way_back_access import NoWayBack, way_back_for

LIFE = timedelta(hours=24)
OWN_LIFE = timedelta(hours=1)


def make_for_seat(*, actor: Viewer, campaign: Campaign, seat: Seat, once: str = "") -> str:
    """The secret of a new link for a guest's seat, told this once; an earlier one ends. In an archived campaign too.

    Refused for whoever has a password, and where the link would open another table as well, which is not the maker's
    to give away. Conflict when this press has made its link already.
    """
    need_gm(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            raise Conflict(_("This link was made already and shown once. Make another one."))
        seat, guest = _guests_seat(actor, campaign, seat)
        _end(seat.ways_back.all())
        way, secret = _made(guest, actor.user_id, LIFE, seat)
        if way.opens_others:
            raise Refused(_("This guest sits at another table too, and the link would open that as well. "
                            "Invite them here again as a new guest."))  # fmt: skip
        way.save()
        turn.record("way_back_made", mode=Mode.GM, listed=False, payload={"seat": seat.pk})
        return secret


def make_for_self(*, user_id: int | None) -> str:
    """The secret of a new link to a guest's own account, for one device more; an earlier one ends."""
    with transaction.atomic():
        user = User.objects.filter(pk=user_id, is_guest=True).first()
        if user is None:
            raise Refused(_("Such a link is for a guest. With a password you log in anywhere."))
        _end(WayBack.objects.filter(user=user, seat=None))
        way, secret = _made(user, user.pk, OWN_LIFE)
        way.save()
        return secret


def end_for_seat(*, actor: Viewer, campaign: Campaign, seat: Seat, once: str = "") -> LogEntry | None:
    """The link of this seat opens nothing any more. None: there was none. In an archived campaign too."""
    need_gm(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        if not may_remove(as_now(actor).role, seat.role):
            raise Forbidden(_("You may not do this for this person."))
        if not _end(seat.ways_back.all()):
            return None
        return turn.record("way_back_ended", mode=Mode.GM, listed=False, payload={"seat": seat.pk})


def take(*, secret: str, press: str) -> WayBack:
    """Come in by the link, which ends; a press that arrives twice comes in once more. Else NoWayBack.

    Of a game master's link the table is told, and wherever the guest was logged in before ends.
    """
    taken = WayBack.objects.select_related("user", "seat__campaign").filter(secret=digest(secret), press=press)
    if again := taken.filter(user__is_guest=True, user__is_active=True).first():
        return again
    way = way_back_for(secret)
    if way.seat is None:
        with transaction.atomic():
            return use(way, secret, press)
    viewer = viewer_of(way.seat, way.seat.campaign, way.user.language)
    with log.turn(viewer, way.seat.campaign.channel_id) as turn:
        way = use(way, secret, press)
        way.user.set_unusable_password()  # another one: sessions that hold the old one are over
        way.user.save(update_fields=["password"])
        end_streams(way.user)
        turn.record("seat_regained")
    return way


def _guests_seat(actor: Viewer, campaign: Campaign, seat: Seat) -> tuple[Seat, User]:
    """The seat as it is under the lock, and who sits there."""
    found = campaign.seats.select_related("user").filter(pk=seat.pk, removed_at=None).first()
    if found is None:
        raise Conflict(_("This person no longer sits at the table."))
    if not may_remove(as_now(actor).role, found.role):
        raise Forbidden(_("You may not do this for this person."))
    if found.user is None or not found.user.is_guest:
        raise Refused(_("Such a link is for a guest. Whoever has a password logs in with it."))
    return found, found.user


def _made(user: User, made_by: int | None, life: timedelta, seat: Seat | None = None) -> tuple[WayBack, str]:
    secret = secrets.token_urlsafe(32)
    expires_at = timezone.now() + life
    return WayBack(user=user, made_by_id=made_by, seat=seat, secret=digest(secret), expires_at=expires_at), secret


def _end(ways: WayBackQuerySet) -> int:
    return ways.filter(ended_at=None).update(ended_at=timezone.now())


def use(way: WayBack, secret: str, press: str) -> WayBack:
    """The link as it is now, which ends; one of those who press at the same moment comes in.

    The guest is held to the end of the transaction: nobody takes an account or a seat elsewhere meanwhile.
    """
    User.objects.select_for_update().filter(pk=way.user_id).first()
    way = way_back_for(secret)
    if not WayBack.objects.open().filter(pk=way.pk).update(ended_at=timezone.now(), press=press):
        raise NoWayBack
    return way
