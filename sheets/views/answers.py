"""What a sheet's pages are given, and what an edit answers with."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from caerbannog_site.http import htmx_of
from sessions.models import LogEntry
from sessions.views.rows import changed_here
from sheets.access import Opened


def around(opened: Opened) -> dict[str, Any]:
    """What every page of a sheet is given."""
    return {
        "opened": opened,
        "character": opened.character,
        "campaign": opened.character.campaign,
        "viewer": opened.viewer,
        "seat": opened.viewer.seat_id,
        "rights": opened.rights,
        "tab": "sheet" if opened.rights.owner else "",
    }


def panels_answer(request: HttpRequest, opened: Opened, entry: LogEntry | None) -> HttpResponse:
    """The panels or cards that the entry redraws; the page itself for a browser without scripts."""
    if not htmx_of(request):
        return redirect("sheet", opened.character.token)
    parts = changed_here(request, entry, opened.viewer, opened) if entry else []
    return HttpResponse("".join(parts), status=200 if any(parts) else 204)
