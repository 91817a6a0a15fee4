"""Tests of several people: begun, thrown for, called off, declared final."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from caerbannog_site.errors import Forbidden, Refused
from caerbannog_site.http import once_of
from caerbannog_site.words import say
from rules import registry
from rules.errors import RuleError
from sessions import odds_display, together_setup
from sessions.access import Viewer, campaign_for, need_voice
from sessions.actions import beginning, following, gathering, opposed
from sessions.actions.beginning import Plan
from sessions.check_access import OpenedCheck, check_to_lead, share_for, share_to_drop
from sessions.models import Campaign
from sessions.roll_forms import ExpectForm, valid
from sessions.together_forms import GROUP, OPPOSED, ShareForm, ThrowForm, TogetherForm
from sessions.views.rows import moved_answer, row_answer
from sheets.access import may_act


@login_required
@require_http_methods(["GET", "POST"])
def together(request: HttpRequest, token: str) -> HttpResponse:
    """The form that begins a test of several people, or of one side against another; its beginning."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_voice(viewer)
    if request.method == "GET":
        kind = request.GET.get("kind", GROUP)
        if kind not in (GROUP, OPPOSED):
            raise Http404
        context = together_setup.context(campaign, viewer, kind, request.GET)
        return render(request, "sessions/_together_form.html", context)
    plan = _plan(TogetherForm(request.POST), campaign, viewer)
    entry = beginning.begin(actor=viewer, channel_id=campaign.channel_id, plan=plan, once=once_of(request))
    return row_answer(request, entry, viewer, trigger="rolled")


@login_required
@require_GET
def together_odds(request: HttpRequest, token: str) -> HttpResponse:
    """The exact chances of the test that the form describes, told in the form."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_voice(viewer)
    try:
        plan = _plan(TogetherForm(request.GET), campaign, viewer)
        found = together_setup.odds(plan, viewer)
    except Forbidden:
        raise
    except Refused as error:
        return render(request, "sessions/_together_odds.html", {"refused": str(error.message)})
    except RuleError as error:
        return render(request, "sessions/_together_odds.html", {"refused": say(error.text)})
    context: dict[str, Any] = {"odds": found}
    if found:
        system = registry.system(campaign.system)
        context["lines"] = odds_display.lines(system, plan.request, found)
    return render(request, "sessions/_together_odds.html", context)


def _plan(form: TogetherForm, campaign: Campaign, viewer: Viewer) -> Plan:
    data = valid(form)
    people = together_setup.people(campaign, viewer, data["kind"])
    plan = form.plan(people, registry.system(campaign.system).shared(), viewer)
    if not may_act(plan.shares[0].character, viewer):
        raise Forbidden(_("This character is not yours."))
    return plan


@login_required
@require_POST
def throw_share(request: HttpRequest, token: str) -> HttpResponse:
    """Somebody's own dice."""
    form = ThrowForm(request.POST)
    data = valid(form)
    opened, who = share_for(request.user, token, data["who"])
    entry = gathering.throw_share(
        actor=opened.viewer, check=opened.check, who=who, thrown=data["thrown"], uses=form.uses, faces=data["faces"],
        once=once_of(request),
    )  # fmt: skip
    return row_answer(request, entry, opened.viewer)


@login_required
@require_POST
def leave_out(request: HttpRequest, token: str) -> HttpResponse:
    """A helper drops out or isn't waited for; an opponent does not resist."""
    data = valid(ShareForm(request.POST))
    opened, who = share_to_drop(request.user, token, data["who"])
    resists = opened.check.parts.filter(character=who, role="opponent").exists()
    action = opposed.unopposed if resists else gathering.leave_out
    return _act(request, opened, action, data, who=who)


@login_required
@require_POST
def cancel_check(request: HttpRequest, token: str) -> HttpResponse:
    opened = check_to_lead(request.user, token)
    return _act(request, opened, gathering.cancel, valid(ExpectForm(request.POST)))


@login_required
@require_POST
def done(request: HttpRequest, token: str) -> HttpResponse:
    """A side's throw is final."""
    data = valid(ShareForm(request.POST))
    opened, who = share_for(request.user, token, data["who"])
    return _act(request, opened, opposed.done, data, who=who)


def _act(request: HttpRequest, opened: OpenedCheck, action: Any, data: dict[str, Any], **wanted: Any) -> HttpResponse:
    """Do it at the step that the button named; when somebody was faster, show what stands there now and say who."""
    try:
        entry = action(actor=opened.viewer, check=opened.check, expect=data["expect"], once=once_of(request), **wanted)
    except following.Moved as moved:
        return moved_answer(request, moved, opened)
    return row_answer(request, entry, opened.viewer)
