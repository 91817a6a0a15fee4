"""Links that bring a guest back: given away on a page that shows them once, and taken on another device."""

from __future__ import annotations

import base64
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from caerbannog_site.http import once_of
from sessions.access import campaign_for, need_gm, seat_in
from sessions.actions import ways_back
from sessions.actions.invitations import press_of
from sessions.actions.place_taking import take_place
from sessions.models import WayBack
from sessions.views.join import BACKEND
from sessions.views.links import given, qr
from sessions.way_back_access import belongings, hindrance, way_back_for

HEADERS = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow"}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seat_way_back(request: HttpRequest, token: str, seat: str) -> HttpResponse:
    """The one page that shows a game master the link for a guest's lost phone."""
    campaign, own, viewer = campaign_for(request.user, token)
    if request.method != "POST":  # a browser that opens its pages again: the link is shown once
        return redirect("people", token)
    need_gm(viewer)
    other = seat_in(campaign, seat)
    secret = ways_back.make_for_seat(actor=viewer, campaign=campaign, seat=other, once=once_of(request))
    context = {"campaign": campaign, "seat": own, "viewer": viewer, "tab": "people", "guest": other}
    return _shown(request, secret, {**context, "back": reverse("people", args=[token])})


@login_required
@require_POST
def seat_way_back_end(request: HttpRequest, token: str, seat: str) -> HttpResponse:
    campaign, _own, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    other = seat_in(campaign, seat)
    ways_back.end_for_seat(actor=viewer, campaign=campaign, seat=other, once=once_of(request))
    return redirect("people", token)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def other_device(request: HttpRequest) -> HttpResponse:
    """The one page that shows a guest the link to open on one device more."""
    if request.method != "POST":
        return redirect("profile")
    secret = ways_back.make_for_self(user_id=request.user.pk)
    return _shown(request, secret, {"tab": "profile", "back": reverse("profile")})


@require_http_methods(["GET", "HEAD", "POST"])
def way_back(request: HttpRequest, secret: str) -> HttpResponse:
    """Reading the page takes nothing: messengers open every link that is sent."""
    if request.method == "POST":
        press = press_of(request.META.get("CSRF_COOKIE", ""), once_of(request), secret)
        if request.POST.get("then") == "account":
            return _take_place(request, secret, press)
        return _come_in(request, ways_back.take(secret=secret, press=press))
    way = way_back_for(secret)
    context = {"way": way}
    if _may_take(request, way):
        context |= {"hindered": hindrance(way.user, request.user), **belongings(way.user)}
    return HttpResponse(render(request, "sessions/way_back.html", context).content, headers=HEADERS)


def _may_take(request: HttpRequest, way: WayBack) -> bool:
    """A game master's link, opened by somebody who has an account."""
    return way.seat is not None and request.user.is_authenticated and not request.user.is_guest


@login_required
def _take_place(request: HttpRequest, secret: str, press: str) -> HttpResponse:
    """With the account that is logged in here, which stays so."""
    way = take_place(secret=secret, user=request.user, press=press)
    messages.success(request, _("Welcome back, %(name)s.") % {"name": way.seat})
    return redirect("table", way.seat.campaign.token)


def _come_in(request: HttpRequest, way: WayBack) -> HttpResponse:
    login(request, way.user, backend=BACKEND)
    name = way.seat.name if way.seat else str(way.user)
    messages.success(request, _("Welcome back, %(name)s.") % {"name": name})
    if request.POST.get("then") == "claim":
        return redirect("claim")
    return redirect("table", way.seat.campaign.token) if way.seat else redirect("home")


def _shown(request: HttpRequest, secret: str, context: dict[str, Any]) -> HttpResponse:
    told = given(request, reverse("way_back", args=[secret]))
    picture = base64.b64encode(qr(told["link"])).decode()
    return render(request, "sessions/way_back_made.html", {**told, **context, "qr": picture})
