"""What is known of one person, counted for them before they delete their account."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import Count

from caerbannog_site.accounts.models import User
from sessions.actions.people import is_last_gm
from sessions.models import LogEntry, Mode, Seat
from sheets.models import Character

THROWN = ("check", "dice")


@dataclass
class Place:
    """A table: what one has there, how much one said and threw. `blocks`: it has no other game master."""

    seat: Seat
    sheets: list[Character] = field(default_factory=list)
    messages: int = 0
    rolls: int = 0
    blocks: bool = False


def places_of(user: User) -> list[Place]:
    """The tables where this person sits or sat."""
    seats = user.seats.select_related("campaign").order_by("removed_at", "pk")
    counted = _counted(user)
    sheets = defaultdict(list)
    for one in Character.objects.filter(owner=user).order_by("pk"):
        sheets[one.campaign_id].append(one)
    return [
        Place(
            seat, sheets[seat.campaign_id], counted[seat.campaign.channel_id, "message"],
            sum(counted[seat.campaign.channel_id, kind] for kind in THROWN),
            seat.removed_at is None and is_last_gm(seat.campaign, seat),
        )
        for seat in seats
    ]  # fmt: skip


def _counted(user: User) -> dict[tuple[int, str], int]:
    """How many entries of each kind this person wrote in each log; of blind rolls nothing tells, this neither."""
    own = LogEntry.objects.filter(actor=user, kind__in=("message", *THROWN), parent=None).exclude(mode=Mode.BLIND)
    rows = own.order_by().values_list("channel", "kind").annotate(number=Count("pk"))
    return defaultdict(int, {(channel, kind): number for channel, kind, number in rows})
