"""The page on which a game master hands the campaign over."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from caerbannog_site.http import once_of
from sessions.access import campaign_for, need_head_gm
from sessions.actions import handing_over
from sessions.forms import HandOverForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: HttpRequest, token: str) -> HttpResponse:
    campaign, seat, viewer = campaign_for(request.user, token)
    need_head_gm(viewer)
    form = HandOverForm(
        request.POST if request.method == "POST" else None, successors=handing_over.successors(campaign, viewer)
    )
    if request.method == "POST" and form.is_valid():
        head = form.cleaned_data["seat"]
        handing_over.hand_over(actor=viewer, campaign=campaign, seat=head, once=once_of(request))
        messages.success(request, _("%(name)s runs the campaign now.") % {"name": head.name})
        return redirect("people", token)
    context = {"campaign": campaign, "seat": seat, "viewer": viewer, "tab": "more", "form": form}
    return render(request, "sessions/hand_over.html", context, status=422 if form.is_bound else 200)
