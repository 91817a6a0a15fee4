"""A whole campaign to a file and from a file."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from caerbannog_site.accounts import knocks
from caerbannog_site.accounts.access import need_to_open_tables
from caerbannog_site.errors import Refused
from caerbannog_site.http import once_of
from caerbannog_site.uploads import MOST_OF_A_CAMPAIGN
from caerbannog_site.words import say
from rules import registry
from sessions import waiting_files
from sessions.access import Viewer, campaign_for, need_head_gm
from sessions.actions.importing import already_here, brought, import_campaign
from sessions.exports import named_today
from sessions.import_forms import BringForm, CampaignFileForm
from sessions.models import Campaign
from sessions.pack import packed
from sessions.packing import Contents
from sessions.unpack_proof import need_drawable
from sessions.unpack_rows import unpacked

MOST_NAMES = 30  # of characters in the preview


@login_required
@require_GET
def campaign_export(request: HttpRequest, token: str) -> FileResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_head_gm(viewer)
    name = named_today(campaign.name, "zip")
    return FileResponse(packed(campaign, viewer), as_attachment=True, filename=name, content_type="application/zip")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_import(request: HttpRequest) -> HttpResponse:
    """A file is read whole, and put aside until its sender has seen what it holds."""
    need_to_open_tables(request.user)
    sent = request.method == "POST"
    if sent:
        knocks.count(request, "upload")
    form = CampaignFileForm(request.POST, request.FILES) if sent else CampaignFileForm()
    if sent and form.is_valid():
        try:
            return redirect("campaign_bring", _put_aside(request, form.cleaned_data["file"]))
        except Refused as error:
            form.add_error("file", str(error.message))
    return render(request, "sessions/campaign_import.html", {"form": form}, status=422 if sent else 200)


def _put_aside(request: HttpRequest, file: Any) -> str:
    if file.size > MOST_OF_A_CAMPAIGN:
        raise Refused(_("The file is larger than 64 MB."), field="file")
    with unpacked(file):
        return waiting_files.keep(request.user.pk, file)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def campaign_bring(request: HttpRequest, file: str) -> HttpResponse:
    """The preview, and the import itself. A second press finds what the first one made."""
    need_to_open_tables(request.user)
    if request.method == "POST" and (done := brought(request.user.pk, once_of(request))):
        return redirect("people", done.token)
    with waiting_files.kept(request.user.pk, file) as data, unpacked(data) as crate:
        if request.method == "POST":
            knocks.count(request, "upload")
        form = BringForm(
            request.POST if request.method == "POST" else None, here=already_here(request.user.pk, crate.contents.token)
        )
        if form.is_valid():
            actor = Viewer(user_id=request.user.pk, language=request.user.language)
            campaign = import_campaign(
                actor=actor, crate=crate, proof=need_drawable, into=form.campaign, once=once_of(request)
            )  # fmt: skip
        else:
            context = {"form": form, "contents": crate.contents, **_told(crate.contents)}
            return render(request, "sessions/campaign_bring.html", context, status=422 if form.is_bound else 200)
    waiting_files.drop(request.user.pk, file)
    return _done(request, campaign, form.campaign is not None)


def _done(request: HttpRequest, campaign: Campaign, updated: bool) -> HttpResponse:
    said = _("“%(name)s” is up to date with the file.") if updated else _("“%(name)s” was imported.")
    messages.success(request, said % {"name": campaign.name})
    return redirect("people", campaign.token)


def _told(contents: Contents) -> dict[str, Any]:
    """The file's numbers, in words."""
    count = contents.counts.get
    return {
        "game": say(registry.system(contents.system).name),
        "entries": ngettext("%(n)d entry", "%(n)d entries", count("log", 0)) % {"n": count("log", 0)},
        "pictures": ngettext("%(n)d picture", "%(n)d pictures", count("pictures", 0)) % {"n": count("pictures", 0)},
        "evenings": ngettext("%(n)d session", "%(n)d sessions", count("sessions", 0)) % {"n": count("sessions", 0)},
        "people": ", ".join(contents.people),
        "characters": contents.characters[:MOST_NAMES],
        "others": max(len(contents.characters) - MOST_NAMES, 0),
    }
