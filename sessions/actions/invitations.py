"""The door to a campaign: opened and closed by its game masters, entered by whoever holds the code."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site import limits
from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Refused, TooOften
from caerbannog_site.words import numbered
from sessions import log
from sessions.access import Viewer, need_gm, need_open, viewer_of
from sessions.door_access import NoInvitation, need_joining
from sessions.models import Campaign, Invitation, LogEntry, Mode, Role, Seat

DAYS = (1, 7, 30)
DEFAULT_DAYS = 7
NAME_LENGTH = 40
GUEST = "guest-"


def rotate_invitation(*, actor: Viewer, campaign: Campaign, days: int = DEFAULT_DAYS, once: str = "") -> LogEntry:
    """A new code for `days` days; the old one stops working."""
    need_gm(actor)
    need_open(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        close_all(campaign)
        expires_at = timezone.now() + timedelta(days=days)
        Invitation.objects.create(campaign=campaign, expires_at=expires_at)
        return turn.record("invitation", mode=Mode.GM, listed=False, payload={"days": days})


def pause_joining(*, actor: Viewer, campaign: Campaign, paused: bool, once: str = "") -> LogEntry | None:
    """Let nobody come in for a while, or open the door again with the same code; None when it already is so.

    Refused when there is no code to open it with.
    """
    need_gm(actor)
    need_open(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        doors = campaign.invitations.standing()
        if not paused and not doors.exists():
            raise Refused(_("The old code is out of date. Make a new invitation."))
        moment = timezone.now() if paused else None
        if not doors.filter(paused_at__isnull=paused).update(paused_at=moment):
            return None
        return turn.record("invitation", mode=Mode.GM, listed=False, payload={"paused": paused})


def close_all(campaign: Campaign) -> int:
    """Within a turn of the campaign's channel."""
    return campaign.invitations.filter(closed_at=None).update(closed_at=timezone.now())


def sit_down(*, actor: Viewer, invitation: Invitation, name: str, role: str, once: str = "") -> Seat:
    """Take a seat with an account. Who sits there already stays as they are; a former member's seat comes back."""
    with log.turn(actor, invitation.campaign.channel_id, once=once) as turn:
        return _take_seat(turn, invitation, actor.user_id, name, role, actor.language)


def sit_down_as_guest(*, invitation: Invitation, name: str, role: str, press: str, language: str) -> Seat:
    """Take a seat without an account: a person without a password comes to be, and is known by their cookie only.

    `press` names one press of one browser (press_of). A press that arrives twice finds the person it made at first.
    """
    with log.turn(Viewer(user_id=None, language=language), invitation.campaign.channel_id) as turn:
        user = User.objects.filter(username=GUEST + press, is_guest=True).first()
        if user is None:
            _need_open(invitation)
            user = User(username=GUEST + press, display_name=name, is_guest=True, language=language)
            user.set_unusable_password()
            user.save()
        return _take_seat(turn, invitation, user.pk, name, role, language)


def press_of(browser: str, once: str, code: str) -> str:
    """The name of one press. `browser` is a secret that only this browser holds, so that no one else can repeat it."""
    parts = f"{browser}\n{once}\n{code}"
    return hmac.new(settings.SECRET_KEY.encode(), parts.encode(), hashlib.sha256).hexdigest()[:24]


def _take_seat(
    turn: log.Turn, invitation: Invitation, user_id: int | None, name: str, role: str, language: str
) -> Seat:
    campaign = invitation.campaign
    seat = Seat.objects.of(user_id).filter(campaign=campaign).first()
    if seat and (turn.repeated or not seat.removed_at):
        return seat
    _need_open(invitation)
    _need_pace(campaign)
    seat = seat or Seat(campaign=campaign, user_id=user_id)
    seat.name, seat.role, seat.removed_at = free_name(campaign, name, but=seat), Role(role), None
    if seat.pk:
        seat.epoch += 1
    seat.save()
    turn.actor = viewer_of(seat, campaign, language)
    turn.record("seat_joined", payload={"name": seat.name, "role": seat.role})
    return seat


def _need_open(invitation: Invitation) -> None:
    """It may have been closed between the page and the lock."""
    now = Invitation.objects.standing().filter(pk=invitation.pk).first()
    if now is None:
        raise NoInvitation
    need_joining(now)


def _need_pace(campaign: Campaign) -> None:
    """A code in the wrong hands must not fill a table with guests."""
    since = timezone.now() - timedelta(seconds=limits.DOOR)
    if campaign.seats.filter(joined_at__gt=since).count() >= limits.NEW_SEATS_OF_CAMPAIGN:
        raise TooOften


def free_name(campaign: Campaign, name: str, *, but: Seat | None = None) -> str:
    """The name, or "name (2)" and so on where somebody has it already; `but` is who may keep it.

    Former members have theirs, too: the log still tells of them.
    """
    people = campaign.seats.filter(Q(removed_at=None) | Q(user__isnull=False))
    taken = _names(people, but)
    return numbered(name, NAME_LENGTH, lambda free: alike(free) in taken)


def is_taken(campaign: Campaign, name: str, *, but: Seat) -> bool:
    """Whether somebody else who sits at the table is called so. A former member's name may be chosen on purpose."""
    return alike(name) in _names(campaign.seats.filter(removed_at=None), but)


def alike(name: str) -> str:
    """Names that look the same are the same: capitals, signs made of two, blanks and signs that nobody sees."""
    seen = (sign for sign in unicodedata.normalize("NFKC", name) if unicodedata.category(sign) != "Cf")
    return " ".join("".join(seen).split()).casefold()


def _names(seats: QuerySet[Seat], but: Seat | None) -> set[str]:
    return {alike(name) for name in seats.exclude(pk=but.pk if but else None).values_list("name", flat=True)}
