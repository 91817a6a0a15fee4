"""The only way to a campaign. A stranger gets 404, a member without the right 403.

A Viewer says who is looking or acting: plain values, so that it is also the key under which a live frame
is rendered once for all who see the same.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from caerbannog_site import logs
from caerbannog_site.errors import Forbidden
from sessions.models import Campaign, Role, Seat
from sessions.models.campaign import GM_ROLES

ALONE = "owner"  # the role of a person with a character outside any campaign
OTHERS = {
    Campaign.SheetView.FULL: "apbc",
    Campaign.SheetView.POOLS: "ap",
    Campaign.SheetView.NAMES: "a",
}


@dataclass(frozen=True)
class Viewer:
    user_id: int | None
    seat_id: int | None = None
    campaign_id: int | None = None
    channel_id: int | None = None  # the log that this role is about
    role: str = ALONE
    language: str = "pl"
    sheet_view: str = Campaign.SheetView.FULL
    sees_placeholders: bool = True
    archived: bool = False
    epoch: int = 0  # of the seat, at which its role was read
    borrowed: bool = False  # a game master looks through this person's eyes: what not even GMs see stays hidden

    @property
    def is_gm(self) -> bool:
        """Alone with one's own character, one is one's own game master."""
        return self.role in (*GM_ROLES, ALONE)

    @property
    def is_watching(self) -> bool:
        return self.role in (Role.SPECTATOR, Role.SCREEN)

    @property
    def groups(self) -> str:
        """The field groups (sheets/access.py) of other people's sheets that this person sees."""
        if self.is_gm:
            return "apbce"
        return OTHERS[Campaign.SheetView(self.sheet_view)] if self.role == Role.PLAYER else "a"

    @cached_property
    def anyone(self) -> Viewer:
        """The same audience without the person: what everybody of this role sees."""
        return _one_of_all(replace(self, user_id=None, seat_id=None, epoch=0))

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Kept, since each frame is looked up by it for each open page."""
        return hash(tuple(getattr(self, one.name) for one in fields(self)))


@lru_cache(256)
def _one_of_all(viewer: Viewer) -> Viewer:
    """One instance for all that are equal: they are compared for each open page."""
    return viewer


class Removed(Forbidden):
    """A former member: told so, and shown nothing of the campaign."""

    def __init__(self) -> None:
        super().__init__(_("You no longer sit at this table. Ask the game master if this is a mistake."))


def viewer_of(seat: Seat, campaign: Campaign, language: str) -> Viewer:
    logs.about(campaign=campaign.token)
    return Viewer(
        user_id=seat.user_id,
        seat_id=seat.pk,
        campaign_id=campaign.pk,
        channel_id=campaign.channel_id,
        role=seat.role,
        language=language,
        sheet_view=campaign.sheet_view,
        sees_placeholders=campaign.secret_placeholders,
        archived=campaign.archived_at is not None,
        epoch=seat.epoch,
    )


def campaign_for(user, token: str) -> tuple[Campaign, Seat, Viewer]:
    """The campaign of this token as this person may see it; Http404 for a stranger, Removed for a former member."""
    seat = Seat.objects.of(user.pk).select_related("campaign__channel").filter(campaign__token=token).first()
    if seat is None:
        raise Http404
    if seat.removed_at:
        raise Removed
    return seat.campaign, seat, viewer_of(seat, seat.campaign, user.language)


def seat_in(campaign: Campaign, token: str) -> Seat:
    """A seat of this table, a former member's too (actions refuse what no longer makes sense); else Http404."""
    seat = campaign.seats.filter(token=token).first()
    if seat is None:
        raise Http404
    return seat


def digest(secret: str) -> str:
    """What is kept of a screen's secret. It is random and long, so that no salt is needed."""
    return base64.urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()).decode().rstrip("=")


def screen_for(secret: str, language: str) -> tuple[Campaign, Viewer]:
    """The campaign that the link of this secret shows, an archived one too, and who looks through it; else Http404."""
    seats = Seat.objects.select_related("campaign__channel").filter(role=Role.SCREEN, user=None, removed_at=None)
    seat = seats.filter(secret=digest(secret)).first()
    if seat is None:
        raise Http404
    return seat.campaign, viewer_of(seat, seat.campaign, language)


def eyes_of(campaign: Campaign, gm: Viewer, token: str) -> tuple[Seat, Viewer]:
    """The seat of a player or spectator, and what a game master sees through its eyes; Http404 for any other seat."""
    need_gm(gm)
    seats = campaign.seats.filter(token=token, removed_at=None, user__isnull=False)
    seat = seats.filter(role__in=(Role.PLAYER, Role.SPECTATOR)).first()
    if seat is None:
        raise Http404
    return seat, replace(viewer_of(seat, campaign, gm.language), borrowed=True)


def screen_in(campaign: Campaign, token: str) -> Seat:
    """A screen of this table, a revoked one too; else Http404."""
    seat = campaign.seats.filter(token=token, role=Role.SCREEN, user=None).first()
    if seat is None:
        raise Http404
    return seat


def as_now(viewer: Viewer) -> Viewer:
    """With the rights of this moment, none where the seat is taken away: for actions under the lock, as pages age."""
    seat = Seat.objects.filter(pk=viewer.seat_id, removed_at=None).select_related("campaign").first()
    return replace(viewer, role=seat.role if seat else "", archived=bool(seat and seat.campaign.archived_at))


def need_gm(viewer: Viewer) -> None:
    if not viewer.is_gm:
        raise Forbidden(_("Only a game master can do this."))


def need_head_gm(viewer: Viewer) -> None:
    """What a co-GM may not do: the campaign itself and the GMs' seats."""
    if viewer.role != Role.GM:
        raise Forbidden(_("Only the campaign's game master can do this."))


def need_voice(viewer: Viewer) -> None:
    """May add to the log: everybody at the table but those who only watch, while the campaign is not archived."""
    if viewer.is_watching:
        raise Forbidden(_("You are only watching this table."))
    need_open(viewer)


def need_open(viewer: Viewer) -> None:
    if viewer.archived:
        raise Forbidden(_("This campaign is archived. Its game master can open it again."))
