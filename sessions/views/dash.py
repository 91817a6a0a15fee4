"""The game master's own page of the table: scene, party, what is asked, the log, side by side."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from caerbannog_site.errors import Refused
from caerbannog_site.http import htmx_of, once_of, posted
from sessions import best as best_display
from sessions import feed, log_pages, party, regions
from sessions import seen as seen_display
from sessions.access import Viewer, campaign_for, need_gm
from sessions.actions import gm_notes as actions
from sessions.gm_notes_display import FIELD
from sessions.models import Campaign, Seat
from sessions.rollbar import modes_for
from sessions.screens import DASH, Screen
from sessions.views.table import log_links
from sheets.actions.edit import TextConflict, fingerprint

HARDEST = 20  # the roll bar's too


@login_required
@require_GET
def dash(request: HttpRequest, token: str) -> HttpResponse:
    campaign, seat, viewer = _opened(request, token)
    cursor = feed.cursor_of(campaign.channel_id, viewer)  # before the content: nothing falls between
    context: dict[str, Any] = {
        "campaign": campaign,
        "seat": seat,
        "viewer": viewer,
        "tab": "dash",
        "trait_names": best_display.offered(campaign),
        "cards": party.cards(party.party_of(campaign.pk, viewer), viewer, DASH),
        "modes": modes_for(viewer),
        "regions": regions.on_page(viewer, Screen(DASH)),
        "log": log_links(token),
        "live_url": reverse("dash_live", args=[token]),
        "live_cursor": cursor,
        **log_pages.page(campaign.channel_id, viewer, {}),
    }
    return render(request, "sessions/dash.html", context)


@login_required
@require_GET
def dash_live(request: HttpRequest, token: str) -> HttpResponse:
    campaign, _seat, viewer = _opened(request, token)
    return feed.answer_with_grant(request, campaign.channel_id, viewer, Screen(DASH))


@login_required
@require_GET
def best(request: HttpRequest, token: str) -> HttpResponse:
    """Who is best at the trait of this name (`trait`), against this `difficulty`."""
    campaign, _seat, viewer = _opened(request, token)
    typed, level = request.GET.get("trait", "")[:60], request.GET.get("difficulty", "").strip()
    difficulty = min(int(level), HARDEST) if level.isascii() and level.isdigit() else None
    name, standings = best_display.standings(campaign, viewer, typed, difficulty)
    context = {"name": name, "standings": standings, "typed": typed, "difficulty": difficulty}
    return render(request, "sessions/_best.html", context)


@login_required
@require_GET
def seen(request: HttpRequest, token: str) -> HttpResponse:
    """What the players can see now."""
    campaign, seat, viewer = _opened(request, token)
    context = {"campaign": campaign, "seat": seat, "viewer": viewer, "tab": "dash"}
    return render(request, "sessions/seen.html", {**context, **seen_display.context(campaign, viewer)})


@login_required
@require_POST
def gm_notes(request: HttpRequest, token: str) -> HttpResponse:
    """The field of the secret notes saves itself."""
    campaign, _seat, viewer = _opened(request, token)
    text = posted(request, "value").replace("\r\n", "\n")
    try:
        actions.write(
            actor=viewer, campaign=campaign, text=text, was=posted(request, "was"), once=once_of(request)
        )  # fmt: skip
    except TextConflict as conflict:
        context = {"field_id": FIELD, "error": conflict}
        return render(request, "sheets/_conflict.html", context, status=conflict.status)
    except Refused as refusal:
        if refusal.field != "value" or not htmx_of(request):
            raise
        context = {"field_id": FIELD, "error": refusal}
        return render(request, "sheets/_refusal.html", context, status=refusal.status)
    if not htmx_of(request):
        return redirect("dash", token)
    return HttpResponse(status=204, headers={"X-Was": fingerprint(text)})


def _opened(request: HttpRequest, token: str) -> tuple[Campaign, Seat, Viewer]:
    """The campaign, for one of its game masters."""
    campaign, seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    return campaign, seat, viewer
