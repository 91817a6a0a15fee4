"""A player's pages as that player sees them, for a game master: to look at, with nothing to press.

No press gets through: the pages carry no token against forgery, their fields are off, and no stream is opened.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from sessions import party
from sessions.access import Viewer, campaign_for, eyes_of
from sessions.models import Campaign, Seat
from sessions.views import table
from sheets.access import Opened, rights_on
from sheets.models import Character
from sheets.views import sheet

NO_TOKEN = "none"  # noqa: S105 -- instead of the one against forgery


@login_required
@require_safe
def as_table(request: HttpRequest, token: str, seat: str) -> HttpResponse:
    campaign, borrowed, viewer = _eyes(request, token, seat)
    context = table.page_context(campaign, borrowed, viewer, QueryDict())
    return _shown(request, "sessions/table.html", context, borrowed, None)


@login_required
@require_safe
def as_sheet(request: HttpRequest, token: str, seat: str, character: str) -> HttpResponse:
    campaign, borrowed, viewer = _eyes(request, token, seat)
    found = Character.objects.filter(campaign=campaign, token=character).select_related("campaign").first()
    if found is None:
        raise Http404
    opened = Opened(found, viewer, rights_on(found, viewer))
    return _shown(request, "sheets/sheet.html", sheet.page_context(opened, QueryDict()), borrowed, found)


def _eyes(request: HttpRequest, token: str, seat: str) -> tuple[Campaign, Seat, Viewer]:
    campaign, _own, gm = campaign_for(request.user, token)
    return campaign, *eyes_of(campaign, gm, seat)


def _shown(
    request: HttpRequest, template: str, context: dict[str, Any], seat: Seat, character: Character | None
) -> HttpResponse:
    campaign, viewer = context["campaign"], context["viewer"]
    table_link = {"name": campaign.name, "url": reverse("as_table", args=[campaign.token, seat.token])}
    links = [{**table_link, "current": character is None}]
    for one in party.party_of(campaign.pk, viewer):
        url = reverse("as_sheet", args=[campaign.token, seat.token, one.token])
        links.append({"name": one.name, "url": url, "current": character is not None and character.pk == one.pk})
    eyes = {"seat": seat, "links": links, "back": reverse("seen", args=[campaign.token])}
    return render(request, template, {**context, "eyes": eyes, "live_url": None, "csrf_token": NO_TOKEN})
