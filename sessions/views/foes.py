"""The game masters' bestiary: templates of NPCs, and their copies that come into play."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from caerbannog_site.errors import Refused
from caerbannog_site.http import once_of, posted
from sessions import bestiary
from sessions.access import Viewer, campaign_for, need_gm, need_open
from sessions.actions import foes as actions
from sessions.actions.scene_turn import SceneMoved
from sessions.forms import FieldForm, TemplateForm
from sessions.models import Campaign, Seat
from sessions.scene_access import running_scene, scene_to_run
from sessions.views.rows import SCENE, row_answer, stale_answer
from sheets.access import template_in
from sheets.actions import births


@require_safe
@login_required
def foes(request: HttpRequest, token: str) -> HttpResponse:
    campaign, seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    return _page(request, campaign, seat, viewer)


@require_POST
@login_required
def foe_new(request: HttpRequest, token: str) -> HttpResponse:
    """A new template; its sheet is where it gets its traits and attacks."""
    campaign, seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    need_open(viewer)
    form = TemplateForm(request.POST)
    if not form.is_valid():
        return _page(request, campaign, seat, viewer, new_form=form)
    template = births.create_character(
        actor=viewer, campaign=campaign, system="", name=form.cleaned_data["name"], npc=True, template=True,
        once=once_of(request),
    )  # fmt: skip
    return redirect("sheet", template.token)


@require_POST
@login_required
def foe_field(request: HttpRequest, token: str, foe: str) -> HttpResponse:
    """Copies of a template come into play."""
    campaign, seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    need_open(viewer)
    template = template_in(campaign, foe)
    form = FieldForm(request.POST, template=template, scene=running_scene(campaign.pk))
    if not form.is_valid():
        return _page(request, campaign, seat, viewer, refused=form)
    entry = actions.put_into_play(actor=viewer, template=template, once=once_of(request), **form.cleaned_data)
    names = ", ".join(change.new for change in entry.told if change.field == "name")
    messages.success(request, _("Into play: %(names)s") % {"names": names})
    return redirect("foes", token)


@login_required
@require_POST
def pool(request: HttpRequest, token: str, scene: str) -> HttpResponse:
    """What enemies share: `change` is what was typed (5, +5, -7), else `delta` the pressed button; `end` ends it."""
    opened = scene_to_run(request.user, token, scene)
    typed = posted(request, "change").strip() or posted(request, "delta")
    if not typed and "end" not in request.POST:
        raise Refused(_("Type a number: 5 sets, +5 adds, −7 takes away."), field="change")
    try:
        entry = actions.change_pool(
            actor=opened.viewer, campaign=opened.campaign, scene=opened.scene, typed=typed, once=once_of(request)
        )  # fmt: skip
    except SceneMoved as moved:
        return stale_answer(request, moved, opened.viewer, *SCENE)
    return row_answer(request, entry, opened.viewer) if entry else HttpResponse(status=204)


def _page(
    request: HttpRequest, campaign: Campaign, seat: Seat, viewer: Viewer, *, new_form: TemplateForm | None = None,
    refused: FieldForm | None = None,
) -> HttpResponse:  # fmt: skip
    context: dict[str, Any] = {
        "campaign": campaign, "seat": seat, "viewer": viewer, "tab": "more", "new_form": new_form or TemplateForm(),
        **bestiary.context(campaign, refused),
    }  # fmt: skip
    return render(request, "sessions/foes.html", context, status=422 if new_form or refused else 200)
