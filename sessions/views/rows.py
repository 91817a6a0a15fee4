"""What a press answers with: the row as it is now, and whatever else it changed on the page it came from."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import resolve, reverse

from caerbannog_site.errors import Conflict, Forbidden
from caerbannog_site.http import htmx_of
from sessions import drawings, frames, regions
from sessions.access import Viewer
from sessions.actions.asking import AskMoved
from sessions.actions.following import Moved
from sessions.ask_access import OpenedAnswer, OpenedAsk
from sessions.check_access import OpenedCheck
from sessions.drawings import Drawing
from sessions.models import LogEntry
from sessions.screens import DASH, LOG, TABLE, Screen, sheet_screen
from sheets.access import Opened, sheet_for

Acted = OpenedCheck | OpenedAsk | OpenedAnswer  # what a press is about
SCENE = ("scene_strip", "scene_panel")  # the regions that show where a scene stands


def row_answer(
    request: HttpRequest, entry: LogEntry | None, viewer: Viewer, *, sheet: Opened | None = None, trigger: str = ""
) -> HttpResponse:
    """What the stream brings, too: the row and all that it changed on the page which the press came from.

    Without an entry nothing had to change.
    """
    if not htmx_of(request):
        return redirect(request.headers.get("Referer") or "home")
    if entry is None:
        return HttpResponse(status=204)
    parts = changed_here(request, entry, viewer, sheet)
    response = HttpResponse("".join(parts), status=200 if parts else 204)
    if trigger:
        response.headers["HX-Trigger"] = trigger
    return response


def moved_answer(request: HttpRequest, moved: Moved | AskMoved, opened: Acted) -> HttpResponse:
    """409: the row as it stands now, and who was faster."""
    parts = moved_parts(request, moved, opened)
    notice = render_to_string("_notice.html", {"error": moved}, request)
    return HttpResponse("".join(parts) + notice, status=moved.status)


def moved_parts(request: HttpRequest, moved: Moved | AskMoved, opened: Acted) -> list[str]:
    """The partials of the row as it stands now."""
    return Drawing(moved.entry).parts(opened.viewer, _screen(request, opened.viewer, opened.sheet))


def stale_answer(
    request: HttpRequest, conflict: Conflict, viewer: Viewer, *names: str, sheet: Opened | None = None
) -> HttpResponse:
    """409: these regions of the page as they stand now, and who was faster. A page of its own without scripts."""
    if not htmx_of(request):
        raise conflict
    screen = _screen(request, viewer, sheet)
    parts = [frames.partial(name, "outerMorph", html) for name, html in regions.named(names, viewer, screen)]
    notice = render_to_string("_notice.html", {"error": conflict}, request)
    return HttpResponse("".join(parts) + notice, status=conflict.status)


def changed_here(request: HttpRequest, entry: LogEntry, viewer: Viewer, sheet: Opened | None) -> list[str]:
    """The partials for the page that the press came from; none for an earlier press made in another log."""
    if entry.channel_id != viewer.channel_id:
        return []
    return drawings.begun(entry).parts(viewer, _screen(request, viewer, sheet))


def _sheet_at(request: HttpRequest, path: str) -> Opened | None:
    """The sheet whose page this is, for who may open it: anybody may send any address."""
    try:
        found = resolve(path)
        return sheet_for(request.user, found.kwargs["token"]) if found.url_name == "sheet" else None
    except (Http404, Forbidden):
        return None


def _screen(request: HttpRequest, viewer: Viewer, sheet: Opened | None) -> Screen:
    here = (htmx_of(request).current_url_abs_path or "").partition("?")[0]
    if sheet and here == reverse("sheet", args=[sheet.character.token]):
        return sheet_screen(sheet)
    if sheet is None and (found := _sheet_at(request, here)):
        return sheet_screen(found)
    if viewer.campaign_id and viewer.is_gm and here.endswith("/dash/"):  # anybody may send any address
        return Screen(DASH)
    return Screen(TABLE if viewer.campaign_id else LOG)
