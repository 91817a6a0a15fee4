"""The page after the door: my tables and my characters."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import OuterRef, Prefetch, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from caerbannog_site.accounts.access import may_open_tables
from caerbannog_site.words import alphabetical
from sessions.forms import CodeForm
from sessions.models import LogEntry, Mode, Role, Seat
from sheets.models import Character


@login_required
def home(request: HttpRequest) -> HttpResponse:
    tables = [_table(seat) for seat in _seats_of(request.user)]
    owned = Character.objects.filter(owner=request.user.pk).select_related("campaign")
    characters = sorted(owned.order_by("pk"), key=lambda one: alphabetical(one.name))
    context = {
        "tables": [table for table in tables if not table["campaign"].archived_at],
        "archived_tables": [table for table in tables if table["campaign"].archived_at],
        "characters": [one for one in characters if not one.archived_at],
        "archived_characters": [one for one in characters if one.archived_at],
        "may_open": may_open_tables(request.user),
        "code_form": CodeForm(),
        "tab": "home",
    }
    return render(request, "sessions/home.html", context)


def _table(seat: Any) -> dict[str, Any]:
    company = [other for other in seat.campaign.company if other.pk != seat.pk and other.role != Role.SCREEN]
    return {
        "campaign": seat.campaign,
        "role": seat.get_role_display(),
        "is_gm": seat.is_gm,
        "others": [other.name for other in company],
        "active_at": seat.active_at,
    }


def _seats_of(user) -> QuerySet[Seat]:
    """This person's seats with their tables, the people there and the hour of the last thing that all could see.

    Only public entries count: the hour of a secret roll would tell that there was one.
    """
    public = LogEntry.objects.filter(channel=OuterRef("campaign__channel"), mode=Mode.PUBLIC, group="").listed()
    company = Seat.objects.filter(removed_at=None).order_by("joined_at")
    return (
        Seat.objects.of(user.pk)
        .filter(removed_at=None)
        .select_related("campaign")
        .prefetch_related(Prefetch("campaign__seats", queryset=company, to_attr="company"))
        .annotate(active_at=Subquery(public.order_by("-seq").values("at")[:1]))
        .order_by("-active_at")
    )
