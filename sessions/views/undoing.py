"""A GM takes a row of the log back, or brings it back."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from caerbannog_site.http import once_of
from sessions.access import need_gm, need_open
from sessions.actions import undoing
from sessions.entry_access import entry_for
from sessions.views.rows import row_answer


@login_required
@require_POST
def undo_entry(request: HttpRequest, token: str) -> HttpResponse:
    """`back`: what was undone counts again."""
    entry, viewer = entry_for(request.user, token)
    need_gm(viewer)
    need_open(viewer)
    done = undoing.undo_entry(actor=viewer, entry=entry, back=bool(request.POST.get("back")), once=once_of(request))
    return row_answer(request, done, viewer)
