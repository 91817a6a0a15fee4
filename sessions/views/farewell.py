"""The pages of what cannot be taken back: deleting one's account, deleting a campaign. Reading them does nothing."""

from __future__ import annotations

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Refused
from caerbannog_site.http import posted
from sessions.access import campaign_for, need_head_gm
from sessions.actions.accounts import delete_account as delete
from sessions.actions.deleting import delete_campaign as delete_table
from sessions.farewell_forms import DeleteAccountForm, DeleteCampaignForm
from sessions.own_traces import places_of
from sheets.models import Character


@sensitive_post_parameters()
@login_required
@rate_limit(action="reauthenticate")
@require_http_methods(["GET", "HEAD", "POST"])
def account_delete(request: HttpRequest) -> HttpResponse:
    """A preview of what goes and what stays; with the password it goes."""
    user = User.objects.get(pk=request.user.pk)
    places = places_of(user)
    blocked = any(place.blocks for place in places)
    sent = request.POST if request.method == "POST" else None
    tables = [place.seat.campaign for place in places if place.sheets]
    form = DeleteAccountForm(sent, user=user, campaigns=tables)
    if sent is not None and not blocked and form.is_valid():
        delete(user=user, left=form.left)
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect("account_login")
    rows = [(place, form[place.seat.campaign.token] if place.sheets else None) for place in places]
    alone = Character.objects.filter(owner=user, campaign=None).order_by("pk")
    context = {"form": form, "rows": rows, "alone": alone, "blocked": blocked, "tab": "profile"}
    return render(request, "sessions/account_delete.html", context, status=200 if sent is None else 422)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_delete(request: HttpRequest, token: str) -> HttpResponse:
    campaign, seat, viewer = campaign_for(request.user, token)
    need_head_gm(viewer)
    form = DeleteCampaignForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            name = campaign.name
            delete_table(actor=viewer, campaign=campaign, name=posted(request, "name"))
            messages.success(request, _("The campaign “%(name)s” is deleted.") % {"name": name})
            return redirect("home")
        except Refused as error:
            if error.field != "name":
                raise
            form.add_error("name", str(error.message))
    context = {
        "campaign": campaign,
        "seat": seat,
        "viewer": viewer,
        "tab": "more",
        "form": form,
        "entries": campaign.channel.entries.listed().visible_to(viewer).count(),
        "evenings": campaign.game_sessions.kept().count(),
        "sheets": campaign.characters.filter(owner__isnull=False).count(),
        "npcs": campaign.characters.filter(owner=None).count(),
    }
    return render(request, "sessions/campaign_delete.html", context, status=422 if form.is_bound else 200)
