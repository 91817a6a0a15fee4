"""The sheet's page, its panels one by one, its live stream."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from sessions import feed, regions, rollbar
from sessions.screens import LOG, Screen, sheet_screen
from sheets import panels, snapshot
from sheets.access import Opened, sheet_for
from sheets.views.answers import around


@login_required
@require_GET
def sheet(request: HttpRequest, token: str) -> HttpResponse:
    return render(request, "sheets/sheet.html", page_context(sheet_for(request.user, token), request.GET))


def page_context(opened: Opened, query: QueryDict) -> dict[str, Any]:
    """What the page's template is given for the reader who opened the sheet; the roll settings are in the query."""
    cursor = feed.cursor_of(opened.character.channel_id, opened.viewer)  # before the content: nothing falls between
    rows = snapshot.load_one(opened.character)
    settings = rollbar.settings_of(query)
    shown = panels.seen(opened.rights, rows)
    drawn = {panel.name: panels.draw(panel, rows, opened.rights, settings=settings) for panel in shown}
    return {
        **around(opened),
        "panels": drawn,
        "regions": regions.on_page(opened.viewer, sheet_screen(opened)),
        "live_url": reverse("sheet_live", args=[opened.character.token]),
        "live_cursor": cursor,
        **(rollbar.context(opened, rows) if opened.rights.edit and not opened.character.template else {}),
    }


@login_required
@require_GET
def panel(request: HttpRequest, token: str, name: str) -> HttpResponse:
    """One panel, to look at or (`?edit=1`) to edit; chances follow the roll settings in the query."""
    opened = sheet_for(request.user, token)
    wanted = panels.BY_NAME.get(name)
    if wanted is None or not opened.rights.sees(wanted.group):
        raise Http404
    rows = snapshot.load_one(opened.character)
    if wanted not in panels.seen(opened.rights, rows):
        raise Http404
    editing = request.GET.get("edit") == "1"
    html = panels.draw(
        wanted, rows, opened.rights, editing=editing, settings=rollbar.settings_of(request.GET)
    )  # fmt: skip
    return HttpResponse(html)


@login_required
@require_GET
def sheet_live(request: HttpRequest, token: str) -> HttpResponse:
    """The stream of the sheet's page, or with `?log` of the page of its own log."""
    opened = sheet_for(request.user, token)
    alone = Screen(LOG, opened.character.pk, edit=opened.rights.edit)
    screen = alone if "log" in request.GET else sheet_screen(opened)
    return feed.answer_with_grant(request, opened.character.channel_id, opened.viewer, screen)
