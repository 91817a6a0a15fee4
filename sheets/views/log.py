"""The log of a character without a campaign: its rolls, notes to oneself and free dice."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from caerbannog_site.http import once_of, posted
from sessions import feed, log_pages
from sessions.actions import table as actions
from sessions.rollbar import modes_for
from sessions.views.rows import row_answer
from sheets.access import Opened, need_edit, sheet_for


@login_required
@require_GET
def sheet_log(request: HttpRequest, token: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    if opened.character.campaign:
        return redirect("table", opened.character.campaign.token)
    cursor = feed.cursor_of(opened.character.channel_id, opened.viewer)
    context = {
        "character": opened.character,
        "opened": opened,
        "viewer": opened.viewer,
        "modes": modes_for(opened.viewer),
        "log": _links(opened),
        "live_url": reverse("sheet_live", args=[token]) + "?log",
        "live_cursor": cursor,
        **log_pages.page(opened.character.channel_id, opened.viewer, request.GET),
    }
    return render(request, "sheets/log.html", context)


@login_required
@require_GET
def sheet_log_older(request: HttpRequest, token: str) -> HttpResponse:
    opened = _alone(request, token)
    context = log_pages.page(opened.character.channel_id, opened.viewer, request.GET)
    return render(request, "sessions/_log_page.html", {**context, "log": _links(opened)})


@login_required
@require_POST
def sheet_say(request: HttpRequest, token: str) -> HttpResponse:
    opened = _alone(request, token)
    need_edit(opened)
    entry = actions.say(
        actor=opened.viewer, channel_id=opened.character.channel_id, text=posted(request, "text"),
        once=once_of(request),
    )  # fmt: skip
    return row_answer(request, entry, opened.viewer)


@login_required
@require_POST
def sheet_throw(request: HttpRequest, token: str) -> HttpResponse:
    opened = _alone(request, token)
    need_edit(opened)
    entry = actions.throw_dice(
        actor=opened.viewer, channel_id=opened.character.channel_id, formula=posted(request, "formula"),
        once=once_of(request),
    )  # fmt: skip
    return row_answer(request, entry, opened.viewer)


def _alone(request: HttpRequest, token: str) -> Opened:
    """A sheet outside any campaign; at a table the table's own log is the place."""
    opened = sheet_for(request.user, token)
    if opened.character.campaign_id:
        raise Http404
    return opened


def _links(opened: Opened) -> dict[str, str]:
    token = opened.character.token
    return {
        "name": token,
        "page_url": reverse("sheet_log", args=[token]),
        "older_url": reverse("sheet_log_older", args=[token]),
        "say_url": reverse("sheet_say", args=[token]),
        "throw_url": reverse("sheet_throw", args=[token]),
    }
