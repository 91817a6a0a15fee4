"""A sheet's life: made, copied, archived, taken to a table and away from it, an NPC shown and hidden."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from caerbannog_site.http import once_of, posted
from caerbannog_site.words import alphabetical
from sessions.access import Viewer, campaign_for, need_voice
from sessions.models import Campaign, Role
from sheets.access import need_decider, need_edit, sheet_for
from sheets.actions import births, life, npcs
from sheets.life_forms import CharacterForm


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def character_new(request: HttpRequest) -> HttpResponse:
    """At a table with `?campaign=TOKEN`, else at none; `&npc` ticks that it is to be an NPC."""
    table = _table(request)
    campaign, viewer = table.get("campaign"), table.get("viewer")
    sent = request.POST if request.method == "POST" else None
    asked = {"npc": "npc" in request.GET}
    form = CharacterForm(sent, initial=asked, campaign=campaign, gm=bool(viewer and viewer.is_gm))
    if form.is_valid():
        actor = viewer or Viewer(user_id=request.user.pk, language=request.user.language)
        character = births.create_character(
            actor=actor, campaign=campaign, once=once_of(request), **form.cleaned_data
        )  # fmt: skip
        return redirect("sheet", character.token)
    return render(request, "sheets/new.html", {"form": form, **table}, status=422 if form.is_bound else 200)


def _table(request: HttpRequest) -> dict[str, Any]:
    token = request.GET.get("campaign", "")
    if not token:
        return {}
    campaign, seat, viewer = campaign_for(request.user, token)
    need_voice(viewer)
    return {"campaign": campaign, "seat": seat, "viewer": viewer, "tab": "people" if viewer.is_gm else "sheet"}


@login_required
@require_POST
def copy(request: HttpRequest, token: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    twin = births.copy_character(actor=opened.viewer, character=opened.character, once=once_of(request))
    messages.success(request, _("This is the copy. The first sheet stayed as it was."))
    return redirect("sheet", twin.token)


@login_required
@require_POST
def make_template(request: HttpRequest, token: str) -> HttpResponse:
    """A template like this NPC, for copies to come."""
    opened = sheet_for(request.user, token)
    template = npcs.make_template(actor=opened.viewer, character=opened.character, once=once_of(request))
    messages.success(request, _("This is the template. The NPC itself stayed in play."))
    return redirect("sheet", template.token)


@login_required
@require_POST
def archive(request: HttpRequest, token: str) -> HttpResponse:
    """`away=1` puts the sheet away, `away=0` brings it back."""
    opened = sheet_for(request.user, token)
    away = request.POST.get("away") == "1"
    life.archive_character(actor=opened.viewer, character=opened.character, away=away, once=once_of(request))
    messages.success(request, _("The sheet is in the archive.") if away else _("The sheet is back in play."))
    return redirect("sheet", token)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_join(request: HttpRequest, token: str) -> HttpResponse:
    """Choose among one's own tables of the same game; POST with `campaign`."""
    opened = sheet_for(request.user, token)
    need_decider(opened.rights)
    if request.method == "POST":
        campaign, _seat, viewer = campaign_for(request.user, posted(request, "campaign"))
        life.join_campaign(actor=viewer, character=opened.character, campaign=campaign, once=once_of(request))
        messages.success(request, _("The sheet now lies on the table “%(table)s”.") % {"table": campaign.name})
        return redirect("sheet", token)
    need_edit(opened)
    open_tables = Campaign.objects.of(request.user).filter(system=opened.character.system, archived_at=None)
    played = open_tables.exclude(seats__in=_watched(request.user))
    campaigns = sorted(played, key=lambda one: alphabetical(one.name))
    return render(
        request, "sheets/join.html", {"opened": opened, "character": opened.character, "campaigns": campaigns}
    )


def _watched(user):
    return user.seats.filter(role__in=[Role.SPECTATOR, Role.SCREEN]).values("pk")


@login_required
@require_POST
def sheet_leave(request: HttpRequest, token: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    life.leave_campaign(actor=opened.viewer, character=opened.character, once=once_of(request))
    messages.success(request, _("The sheet lies at no table now. Only you see it."))
    return redirect("sheet", token)


@login_required
@require_POST
def npc_show(request: HttpRequest, token: str) -> HttpResponse:
    """`hidden=0` tells the players the name, `hidden=1` hides it behind the alias again."""
    opened = sheet_for(request.user, token)
    hidden = request.POST.get("hidden") == "1"
    life.show_npc(actor=opened.viewer, character=opened.character, hidden=hidden, once=once_of(request))
    messages.success(request, _("The players see the alias only.") if hidden else _("The players see this NPC's name."))
    if request.POST.get("back") == "seen" and opened.character.campaign:
        return redirect("seen", opened.character.campaign.token)
    return redirect("sheet", token)
