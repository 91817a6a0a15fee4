"""A table's screen: big, read-only, only what is public. Who has its link looks through it; no log-in, no cookie."""

from __future__ import annotations

import base64

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from caerbannog_site.http import once_of, posted
from sessions import feed, log_pages, party, regions
from sessions.access import campaign_for, need_gm, screen_for, screen_in
from sessions.actions import tv as actions
from sessions.screens import TV, Screen
from sessions.views.links import given, qr
from sheets import portraits
from sheets.models import Character

PRIVATE = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",  # the address is the key
    "X-Robots-Tag": "noindex, nofollow",
}


@require_safe
def tv(request: HttpRequest, secret: str) -> HttpResponse:
    campaign, viewer = screen_for(secret, get_language() or "pl")
    cursor = feed.cursor_of(campaign.channel_id, viewer)  # before the content: nothing falls between
    context = {
        "title": campaign.name,
        "viewer": viewer,
        "cards": party.cards(party.party_of(campaign.pk, viewer), viewer, TV),
        "regions": regions.on_page(viewer, Screen(TV)),
        "rows": log_pages.page(campaign.channel_id, viewer, {})["rows"],
        "live_url": reverse("tv_live", args=[secret]),
        "live_cursor": cursor,
    }
    return HttpResponse(render_to_string("sessions/tv.html", context, request), headers=PRIVATE)


@require_safe
def tv_live(request: HttpRequest, secret: str) -> HttpResponse:
    campaign, viewer = screen_for(secret, get_language() or "pl")
    return feed.answer_with_grant(request, campaign.channel_id, viewer, Screen(TV))


@require_safe
def tv_portrait(request: HttpRequest, secret: str, token: str, name: str) -> HttpResponse:
    campaign, viewer = screen_for(secret, get_language() or "pl")
    shown = Character.objects.filter(campaign=campaign, token=token, portrait=name)
    known = {one.pk for one in party.party_of(campaign.pk, viewer)}
    data = portraits.read(name) if any(one.pk in known for one in shown) else None
    if data is None:
        raise Http404
    return HttpResponse(data, content_type="image/webp", headers=PRIVATE)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def screen_open(request: HttpRequest, token: str) -> HttpResponse:
    """The one page that shows the new link."""
    campaign, seat, viewer = campaign_for(request.user, token)
    if request.method != "POST":  # a browser that opens its pages again: the link is shown once
        return redirect("people", token)
    made, secret = actions.open_screen(
        actor=viewer, campaign=campaign, name=posted(request, "name"), once=once_of(request)
    )  # fmt: skip
    link = given(request, reverse("tv", args=[secret]))
    context = {
        "campaign": campaign,
        "seat": seat,
        "viewer": viewer,
        "tab": "people",
        "made": made,
        **link,
        "qr": base64.b64encode(qr(link["link"])).decode(),
    }
    return render(request, "sessions/screen_opened.html", context)


@login_required
@require_POST
def screen_revoke(request: HttpRequest, token: str, seat: str) -> HttpResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    actions.revoke_screen(actor=viewer, campaign=campaign, seat=screen_in(campaign, seat), once=once_of(request))
    return redirect("people", token)
