"""An NPC's attack: whom it is aimed at, and the asking for their defence."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from caerbannog_site.http import once_of
from sessions.access import campaign_for, need_gm, need_open
from sessions.actions import attacks
from sessions.ask_requests import asked_people
from sessions.scene_access import scene_first
from sessions.views.rows import row_answer
from sheets.access import npc_in
from sheets.panel_rows import attack_views
from sheets.snapshot import load_one


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def attack(request: HttpRequest, token: str, npc: str, row: str) -> HttpResponse:
    """The form with everybody who may be the target; posted, `who` are those that are asked, once each."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    need_open(viewer)
    attacker = npc_in(campaign, npc)
    people = [one for one in asked_people(campaign.pk) if one.pk != attacker.pk]
    if request.method == "POST":
        chosen = set(request.POST.getlist("who"))
        entry = attacks.attack(
            actor=viewer, campaign=campaign, attacker=attacker, token=row,
            targets=[one for one in people if one.token in chosen], hidden="hidden" in request.POST,
            once=once_of(request),
        )  # fmt: skip
        return row_answer(request, entry, viewer, trigger="rolled")
    made = next((one for one in attack_views(load_one(attacker, ["attack"])) if one.row.token == row), None)
    if made is None:
        raise Http404
    shown = scene_first(people, campaign.pk)
    context = {"campaign": campaign, "attacker": attacker, "attack": made, "people": shown}
    return render(request, "sessions/_attack.html", context)
