"""The scene: its life, its turns, who is in it. Game masters run it; players end their own turns and react."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from caerbannog_site.http import once_of, posted
from sessions import scene_forms
from sessions.access import campaign_for, need_gm, need_open
from sessions.actions import participants, reactions, rounds, scene_end, turn_back
from sessions.actions import scenes as actions
from sessions.actions.scene_turn import Now, SceneMoved
from sessions.models import LogEntry, Participant
from sessions.models.scene import NOTE_LENGTH
from sessions.roll_forms import ExpectForm, valid
from sessions.scene_access import (
    OpenedScene,
    participant_in,
    participant_to_act,
    scene_for,
    scene_to_run,
)
from sessions.views.rows import SCENE, row_answer, stale_answer
from sheets.access import Opened, rights_on
from sheets.actions.edit import TextConflict, fingerprint
from sheets.models import Character


@login_required
@require_POST
def scene(request: HttpRequest, token: str) -> HttpResponse:
    """The GM's next scene; with nothing chosen a free one for all players' characters."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    need_open(viewer)
    form = scene_forms.OpenForm(request.POST)
    data = valid(form)
    instead = data["instead"] if "instead" in request.POST else None
    try:
        entry = actions.open_scene(
            actor=viewer, campaign=campaign, title=data["title"], plan=form.plan, people=form.people(campaign),
            instead=instead, once=once_of(request),
        )  # fmt: skip
    except SceneMoved as moved:
        return stale_answer(request, moved, viewer, *SCENE)
    return row_answer(request, entry, viewer)


def _run(
    form_class: Callable[..., forms.Form], action: Callable[..., LogEntry], wanted: Callable[..., dict[str, Any]]
) -> Callable[..., HttpResponse]:
    """The view of a game master's button: `wanted` makes the action's arguments from the scene and the form."""

    @login_required
    @require_POST
    def view(request: HttpRequest, token: str, scene: str, who: str = "") -> HttpResponse:
        opened = scene_to_run(request.user, token, scene)
        given: dict[str, Any] = {"participant": participant_in(opened, who)} if who else {}
        form = form_class(request.POST)
        data = valid(form)
        return _act(request, opened, action, expect=data["expect"], **given, **wanted(form, opened))

    return view


def _act(request: HttpRequest, opened: OpenedScene, action: Callable[..., LogEntry], **given: Any) -> HttpResponse:
    """Do it and answer with what changed; 409 with the scene as it stands now when somebody was faster."""
    sheet = _sheet(given.pop("sheet_of", None), opened)
    try:
        entry = action(
            actor=opened.viewer, campaign=opened.campaign, scene=opened.scene, once=once_of(request), **given
        )  # fmt: skip
    except SceneMoved as moved:
        return stale_answer(request, moved, opened.viewer, *SCENE, sheet=sheet)
    return row_answer(request, entry, opened.viewer, sheet=sheet)


def _sheet(character: Character | None, opened: OpenedScene) -> Opened | None:
    """The sheet on whose page the button stands perhaps."""
    if character is None:
        return None
    return Opened(character, opened.viewer, rights_on(character, opened.viewer))


situation = _run(scene_forms.SituationForm, actions.turn_into, lambda form, _opened: {"plan": form.plan})
surprise = _run(
    scene_forms.SurpriseForm, actions.surprise, lambda form, _opened: {"side": form.cleaned_data["surprise"]}
)
close = _run(
    scene_forms.CloseForm, scene_end.close_scene,
    lambda form, _opened: {
        "won": scene_forms.ENDS[form.cleaned_data["ended"]],
        "granted": scene_forms.GRANTS[form.cleaned_data["granted"]],
    },
)  # fmt: skip
go_on = _run(ExpectForm, rounds.go_on, lambda _form, _opened: {})
go_back = _run(ExpectForm, turn_back.go_back, lambda _form, _opened: {})
join = _run(
    scene_forms.JoinForm, participants.join, lambda form, opened: {"joining": form.joining(opened.campaign)}
)  # fmt: skip
leave = _run(ExpectForm, participants.leave, lambda _form, _opened: {})
side = _run(scene_forms.SideForm, participants.take_side, lambda form, _opened: {"side": form.cleaned_data["side"]})
show = _run(scene_forms.ShowForm, participants.show, lambda form, _opened: {"hidden": form.cleaned_data["hidden"]})
move = _run(scene_forms.MoveForm, participants.move, lambda form, _opened: {"to": form.cleaned_data["to"]})
sort = _run(scene_forms.ScoresForm, participants.sort, lambda form, _opened: {"scores": form.scores()})
roll_order = _run(
    scene_forms.RollOrderForm, participants.roll_order, lambda form, _opened: {"trait": form.cleaned_data["trait"]}
)


@login_required
@require_POST
def note(request: HttpRequest, token: str, scene: str) -> HttpResponse:
    """The secret note saves itself."""
    opened = scene_to_run(request.user, token, scene)
    text = posted(request, "value").replace("\r\n", "\n")[:NOTE_LENGTH]
    try:
        entry = actions.write_note(
            actor=opened.viewer, campaign=opened.campaign, scene=opened.scene, text=text, was=posted(request, "was")
        )  # fmt: skip
    except TextConflict as conflict:
        context = {"error": conflict, "field_id": f"scene-note-{opened.scene.token}"}
        return render(request, "sheets/_conflict.html", context, status=conflict.status)
    response = row_answer(request, entry, opened.viewer) if entry else HttpResponse(status=204)
    response.headers["X-Was"] = fingerprint(text)
    return response


@login_required
@require_POST
def end_turn(request: HttpRequest, token: str, scene: str, who: str) -> HttpResponse:
    """A player ends their own turn."""
    opened = scene_for(request.user, token, scene)
    one = participant_to_act(opened, who)
    data = valid(ExpectForm(request.POST))
    action = rounds.go_on if opened.viewer.is_gm else rounds.end_turn
    return _act(request, opened, action, expect=data["expect"], sheet_of=one.character)


@login_required
@require_http_methods(["GET", "POST"])
def react(request: HttpRequest, token: str, scene: str, who: str) -> HttpResponse:
    """The Reactions open to somebody now, to choose from; posted, the one that was chosen."""
    opened = scene_for(request.user, token, scene)
    one = participant_to_act(opened, who)
    if request.method == "GET":
        return render(request, "sessions/_reactions.html", _offers(opened, one))
    data = valid(scene_forms.ReactForm(request.POST))
    offer = reactions.offer_of(data["name"], data["counter"], data["amount"])
    return _act(request, opened, reactions.react, participant=one, offer=offer, sheet_of=one.character)


def _offers(opened: OpenedScene, one: Participant) -> dict[str, Any]:
    now = Now(None, opened.campaign, opened.scene)
    found = now.one(one.pk)
    offers = reactions.offers(now, found) if found and not found.left_at else ()
    return {"offers": offers, "one": one, "opened": opened}
