"""The table: the party, the log beside it, messages, free dice."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from caerbannog_site.http import once_of, posted
from sessions import feed, log_pages, party, regions
from sessions.access import Viewer, campaign_for, need_voice
from sessions.actions import retracting
from sessions.actions import table as actions
from sessions.entry_access import message_for
from sessions.models import Campaign, Seat
from sessions.rollbar import modes_for
from sessions.screens import TABLE, Screen
from sessions.views.rows import row_answer


@login_required
@require_GET
def table(request: HttpRequest, token: str) -> HttpResponse:
    campaign, seat, viewer = campaign_for(request.user, token)
    return render(request, "sessions/table.html", page_context(campaign, seat, viewer, request.GET))


def page_context(campaign: Campaign, seat: Seat, viewer: Viewer, query: QueryDict) -> dict[str, Any]:
    """What the page's template is given for this person."""
    cursor = feed.cursor_of(campaign.channel_id, viewer)  # before the content: nothing falls between
    characters = party.party_of(campaign.pk, viewer)
    return {
        "campaign": campaign,
        "seat": seat,
        "viewer": viewer,
        "tab": "table",
        "cards": party.cards(characters, viewer),
        "has_sheet": any(one.owner_id == viewer.user_id for one in characters),
        "modes": modes_for(viewer),
        "regions": regions.on_page(viewer, Screen(TABLE)),
        "log": log_links(campaign.token),
        "live_url": reverse("table_live", args=[campaign.token]),
        "live_cursor": cursor,
        "of_whom": characters,
        "sessions_offered": log_pages.sessions_offered(viewer),
        **log_pages.page(campaign.channel_id, viewer, query),
    }


@login_required
@require_GET
def table_log(request: HttpRequest, token: str) -> HttpResponse:
    """Older rows of the log (`before`), or the log under another filter."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    context = log_pages.page(campaign.channel_id, viewer, request.GET)
    return render(request, "sessions/_log_page.html", {**context, "log": log_links(token)})


@login_required
@require_GET
def table_live(request: HttpRequest, token: str) -> HttpResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    return feed.answer_with_grant(request, campaign.channel_id, viewer, Screen(TABLE))


@login_required
@require_POST
def say(request: HttpRequest, token: str) -> HttpResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_voice(viewer)
    entry = actions.say(
        actor=viewer, channel_id=campaign.channel_id, text=posted(request, "text"),
        mode=request.POST.get("mode", "public"), once=once_of(request),
    )  # fmt: skip
    return row_answer(request, entry, viewer)


@login_required
@require_POST
def throw(request: HttpRequest, token: str) -> HttpResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_voice(viewer)
    mode = request.POST.get("mode") or "public"
    if mode not in {value for value, _label, _icon in modes_for(viewer)}:
        raise Http404
    entry = actions.throw_dice(
        actor=viewer, channel_id=campaign.channel_id, formula=posted(request, "formula"), mode=mode,
        once=once_of(request),
    )  # fmt: skip
    return row_answer(request, entry, viewer)


@login_required
@require_POST
def retract(request: HttpRequest, token: str) -> HttpResponse:
    entry, viewer = message_for(request.user, token)
    done = retracting.retract(actor=viewer, entry=entry, once=once_of(request))
    return row_answer(request, done, viewer)


def log_links(token: str) -> dict[str, str]:
    return {
        "name": token,
        "page_url": reverse("table", args=[token]),
        "older_url": reverse("table_log", args=[token]),
        "export_url": reverse("log_export", args=[token, "md"]).removesuffix("md"),
        "say_url": reverse("say", args=[token]),
        "throw_url": reverse("throw", args=[token]),
    }
