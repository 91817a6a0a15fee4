"""A campaign made, set up, archived; and the page of everything that has no tab of its own."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from caerbannog_site.accounts.access import need_to_open_tables
from caerbannog_site.http import once_of
from sessions.access import Viewer, campaign_for, need_gm
from sessions.actions import campaigns
from sessions.actions.people import is_last_gm
from sessions.forms import CampaignForm, SettingsForm
from sessions.house_form import HouseForm


@login_required
def campaign_new(request: HttpRequest) -> HttpResponse:
    need_to_open_tables(request.user)
    form = CampaignForm(request.POST or None, initial={"gm_name": str(request.user)[:40]})
    if request.method == "POST" and form.is_valid():
        actor = Viewer(user_id=request.user.pk, language=request.user.language)
        campaign = campaigns.create_campaign(actor=actor, once=once_of(request), **form.cleaned_data)
        return redirect("people", campaign.token)
    return render(request, "sessions/campaign_new.html", {"form": form}, status=422 if form.is_bound else 200)


@login_required
def campaign_settings(request: HttpRequest, token: str) -> HttpResponse:
    campaign, seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    shown_name = campaign.name
    form = SettingsForm(request.POST or None, instance=campaign)
    if request.method == "POST" and form.is_valid():
        wanted = {name: form.cleaned_data[name] for name in form.changed_data}
        campaigns.change_settings(actor=viewer, campaign=campaign, once=once_of(request), **wanted)
        messages.success(request, _("Saved."))
        return redirect("campaign_settings", token)
    campaign.name = shown_name  # a refused form has written its words into the instance
    context = {"campaign": campaign, "seat": seat, "viewer": viewer, "tab": "more", "form": form}
    return render(request, "sessions/campaign_settings.html", context, status=422 if form.is_bound else 200)


@login_required
def house(request: HttpRequest, token: str) -> HttpResponse:
    """The house rules: everybody reads them, the game masters settle them."""
    campaign, seat, viewer = campaign_for(request.user, token)
    form = HouseForm(campaign.system, campaign.house, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        need_gm(viewer)
        if form.is_valid():
            campaigns.change_house(actor=viewer, campaign=campaign, once=once_of(request), **form.changed)
            messages.success(request, _("Saved."))
            return redirect("house", token)
    context = {"campaign": campaign, "seat": seat, "viewer": viewer, "tab": "more", "form": form,
               "can_edit": viewer.is_gm and not viewer.archived}  # fmt: skip
    return render(request, "sessions/house.html", context, status=200 if form.is_valid() else 422)


@require_POST
@login_required
def campaign_archive(request: HttpRequest, token: str) -> HttpResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    away = request.POST.get("away") == "1"
    campaigns.archive_campaign(actor=viewer, campaign=campaign, away=away, once=once_of(request))
    return redirect("campaign_settings", token)


@require_safe
@login_required
def more(request: HttpRequest, token: str) -> HttpResponse:
    campaign, seat, viewer = campaign_for(request.user, token)
    context = {"campaign": campaign, "seat": seat, "viewer": viewer, "tab": "more",
               "last_gm": is_last_gm(campaign, seat)}  # fmt: skip
    return render(request, "sessions/more.html", context)
