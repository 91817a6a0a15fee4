"""Game sessions: the list, one session's page, and what a game master does to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from caerbannog_site.errors import Conflict
from caerbannog_site.http import htmx_of, once_of
from sessions import evening_display, feed, log_pages, party
from sessions.access import Viewer, campaign_for, need_gm, need_open
from sessions.actions import evenings as actions
from sessions.evening_access import OpenedSession, session_for
from sessions.evening_forms import BeginForm, EditForm, PlanForm, new_plan
from sessions.models import LogEntry
from sessions.screens import EVENINGS, Screen
from sessions.views.rows import row_answer, stale_answer


@login_required
def sessions(request: HttpRequest, token: str) -> HttpResponse:
    """Everybody's list; a game master plans the next one here."""
    campaign, seat, viewer = campaign_for(request.user, token)
    form = new_plan()
    if request.method == "POST":
        need_gm(viewer)
        need_open(viewer)
        form = PlanForm(request.POST)
        if form.is_valid():
            actions.plan(actor=viewer, campaign=campaign, once=once_of(request), **form.cleaned_data)
            return redirect("sessions", token)
    cursor = feed.cursor_of(campaign.channel_id, viewer)  # before the content: nothing falls between
    found = evening_display.evenings(campaign, viewer)
    context = {"campaign": campaign, "seat": seat, "viewer": viewer, "tab": "more", "form": form,
               "live_url": reverse("sessions_live", args=[token]), "live_cursor": cursor,
               "groups": evening_display.by_state(found), "any": bool(found)}  # fmt: skip
    template = "sessions/_evenings.html" if htmx_of(request) else "sessions/sessions.html"
    return render(request, template, context, status=422 if form.is_bound else 200)


@login_required
@require_GET
def sessions_live(request: HttpRequest, token: str) -> HttpResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    return feed.answer_with_grant(request, campaign.channel_id, viewer, Screen(EVENINGS))


@login_required
@require_GET
def session(request: HttpRequest, token: str, session: str) -> HttpResponse:
    opened = session_for(request.user, token, session)
    context = {
        **_around(opened),
        "log": _links(opened),
        "of_whom": party.party_of(opened.campaign.pk, opened.viewer),
        **log_pages.page(opened.campaign.channel_id, opened.viewer, request.GET, opened.session),
    }
    if opened.viewer.is_gm and context["evening"].is_planned:
        context["form"] = BeginForm(campaign=opened.campaign)
    return render(request, "sessions/session.html", context)


@login_required
@require_GET
def session_log(request: HttpRequest, token: str, session: str) -> HttpResponse:
    """Older rows of the session's log."""
    opened = session_for(request.user, token, session)
    found = log_pages.page(opened.campaign.channel_id, opened.viewer, request.GET, opened.session)
    return render(request, "sessions/_log_page.html", {**found, "log": _links(opened)})


@login_required
def edit(request: HttpRequest, token: str, session: str) -> HttpResponse:
    """Title, day and who was there."""
    opened = session_for(request.user, token, session)
    need_gm(opened.viewer)
    form = EditForm(request.POST or None, instance=opened.session)
    context = _around(opened)
    if request.method == "POST":
        need_open(opened.viewer)
        if form.is_valid():
            wanted = {name: form.cleaned_data[name] for name in form.changed_data}
            actions.change(
                actor=opened.viewer, campaign=opened.campaign, session=opened.session, once=once_of(request), **wanted
            )  # fmt: skip
            return redirect("session", token, session)
    context["form"] = form
    return render(request, "sessions/session_edit.html", context, status=422 if form.is_bound else 200)


@login_required
@require_POST
def begin_now(request: HttpRequest, token: str) -> HttpResponse:
    """An evening that nobody planned."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    need_open(viewer)
    return _act(request, viewer, actions.begin, campaign=campaign, today=timezone.localdate())


@login_required
@require_POST
def begin(request: HttpRequest, token: str, session: str) -> HttpResponse:
    """Begin a planned session, or go on with a played one. The page asks who is here, a lone button does not."""
    opened = _to_run(request, token, session)
    form = BeginForm(request.POST, campaign=opened.campaign) if "asked" in request.POST else None
    present = form.cleaned_data["present"] if form and form.is_valid() else None
    return _act(
        request, opened.viewer, actions.begin, campaign=opened.campaign, session=opened.session, present=present,
        today=timezone.localdate(),
    )  # fmt: skip


@login_required
@require_POST
def end(request: HttpRequest, token: str, session: str) -> HttpResponse:
    opened = _to_run(request, token, session)
    return _act(request, opened.viewer, actions.end, campaign=opened.campaign, session=opened.session)


@login_required
@require_POST
def remove(request: HttpRequest, token: str, session: str) -> HttpResponse:
    opened = _to_run(request, token, session)
    actions.remove(actor=opened.viewer, campaign=opened.campaign, session=opened.session, once=once_of(request))
    return redirect("sessions", token)


def _to_run(request: HttpRequest, token: str, session: str) -> OpenedSession:
    opened = session_for(request.user, token, session)
    need_gm(opened.viewer)
    need_open(opened.viewer)
    return opened


def _act(request: HttpRequest, viewer: Viewer, action: Callable[..., LogEntry], **given: Any) -> HttpResponse:
    """Do it and answer with the row and the strip; 409 with the strip as it stands now when somebody was faster.

    A form without a script goes to the session's page.
    """
    try:
        entry = action(actor=viewer, once=once_of(request), **given)
    except Conflict as conflict:
        return stale_answer(request, conflict, viewer, "evening")
    if htmx_of(request):
        return row_answer(request, entry, viewer)
    return redirect("session", entry.payload["campaign"], entry.payload["session"])


def _around(opened: OpenedSession) -> dict[str, Any]:
    """What every page of a session has; the session itself only as its reader may see it."""
    return {
        "campaign": opened.campaign,
        "seat": opened.seat,
        "viewer": opened.viewer,
        "tab": "more",
        "evening": evening_display.opened(opened.session, opened.viewer),
    }


def _links(opened: OpenedSession) -> dict[str, str]:
    where = [opened.campaign.token, opened.session.token]
    return {
        "name": opened.campaign.token,
        "page_url": reverse("session", args=where),
        "older_url": reverse("session_log", args=where),
        "export_url": reverse("session_export", args=[*where, "md"]).removesuffix("md"),
    }
