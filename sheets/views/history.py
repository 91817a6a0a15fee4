"""What happened to a sheet, and taking it back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from caerbannog_site.http import htmx_of, once_of
from sheets import history as pages
from sheets.access import need_edit, sheet_for
from sheets.actions import undo as actions
from sheets.views.answers import around


@login_required
@require_safe
def history(request: HttpRequest, token: str) -> HttpResponse:
    """Newest first; `before` is the token of the last deed of the page before."""
    opened = sheet_for(request.user, token)
    before = request.GET.get("before", "")
    context = {
        **around(opened),
        "page": pages.page(opened, before),
        "before": before,
    }
    return render(request, "sheets/history.html", context)


@login_required
@require_POST
def undo(request: HttpRequest, token: str, entry: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    need_edit(opened)
    actions.undo(actor=opened.viewer, character=opened.character, token=entry, once=once_of(request))
    messages.success(request, _("Undone. It stands in the history and can be taken back too."))
    if htmx_of(request):  # a plain redirect is read by the script first, and the message would be gone with it
        return HttpResponseClientRedirect(reverse("history", args=[token]))
    return redirect("history", token)
