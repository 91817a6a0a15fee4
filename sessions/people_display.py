"""The people of a table, a row for each, with what the reader may do with their seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from caerbannog_site.words import alphabetical
from sessions.access import Viewer
from sessions.actions.people import may_name, may_remove, roles_given_by
from sessions.forms import NameForm, RoleForm
from sessions.models import Campaign, Role, Seat, WayBack
from sheets.models import Character

ORDER = list(Role)


def by_name(characters: QuerySet[Character]) -> list[Character]:
    return sorted(characters.order_by("pk"), key=lambda one: alphabetical(one.name))


def rows_of(campaign: Campaign, viewer: Viewer) -> list[dict[str, Any]]:
    """Game masters first. Each has the seat, its sheets, and what the reader may do with the seat."""
    sheets = defaultdict(list)
    for character in by_name(Character.objects.filter(campaign=campaign, owner__isnull=False)):
        sheets[character.owner_id].append(character)
    seats = campaign.seats.filter(user__isnull=False, removed_at=None).select_related("user").order_by("joined_at")
    by_rank = sorted(seats, key=lambda one: ORDER.index(Role(one.role)))
    ways = _ways_back(campaign) if viewer.is_gm else {}
    return [_row(one, sheets[one.user_id], viewer, ways) for one in by_rank]


def _ways_back(campaign: Campaign) -> dict[int, datetime]:
    """Until when the links of guests' seats are open."""
    return dict(WayBack.objects.open().filter(seat__campaign=campaign).values_list("seat", "expires_at"))


def _row(seat: Seat, sheets: list[Character], viewer: Viewer, ways: Mapping[int, datetime]) -> dict[str, Any]:
    given = () if viewer.archived else roles_given_by(viewer.role, seat.role)
    own = seat.pk == viewer.seat_id
    decides = not own and may_remove(viewer.role, seat.role)
    return {
        "seat": seat,
        "sheets": sheets,
        "own": own,
        "name_form": NameForm(seat=seat) if may_name(viewer, seat) and not viewer.archived else None,
        "role_form": RoleForm(seat=seat, given=given) if given else None,
        "may_remove": decides and not viewer.archived,
        "may_bring_back": decides and seat.user is not None and seat.user.is_guest,
        "way_open_until": ways.get(seat.pk),
    }
