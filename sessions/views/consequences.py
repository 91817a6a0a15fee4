"""What comes of a roll: the panel with its preview, and the press that lets it happen."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods

from caerbannog_site.errors import Forbidden, Refused
from caerbannog_site.http import htmx_of, once_of
from sessions.access import need_gm
from sessions.actions.consequences import bring_about
from sessions.actions.defending import ask_defence
from sessions.actions.following import Moved
from sessions.check_access import OpenedCheck, check_for, check_to_act_on, need_lead
from sessions.consequence_forms import ConsequenceForm
from sessions.consequence_panel import panel_of
from sessions.consequence_targets import targets
from sessions.models import LogEntry
from sessions.roll_forms import valid
from sessions.views.rows import moved_parts, row_answer
from sheets.models import Character


@login_required
@require_http_methods(["GET", "POST"])
def consequences(request: HttpRequest, token: str) -> HttpResponse:
    """The panel as it is filled in so far, with what it would change; posted, that happens, or a defence is asked."""
    opened = check_to_act_on(request.user, token)
    need_lead(opened)
    if request.method == "GET":
        return render(request, "sessions/_consequences.html", _shown(opened, request.GET))
    if not request.POST.get("defence"):
        return _done(request, opened, bring_about)
    need_gm(opened.viewer)
    return _done(request, opened, ask_defence)


def _shown(opened: OpenedCheck, query: QueryDict, error: str = "") -> dict[str, object]:
    """The panel, or why there is none."""
    try:
        return {"panel": panel_of(opened, query, error)}
    except Refused as refused:
        return {"error": error or refused.message}


def _done(request: HttpRequest, opened: OpenedCheck, action: Callable[..., LogEntry]) -> HttpResponse:
    """Do it with what was chosen; the panel says why nothing happened."""
    try:
        form = ConsequenceForm(request.POST)
        data = valid(form)
        entry = action(
            actor=opened.viewer, check=opened.check, choice=form.choice(),
            targets=_targets(opened, form.tokens("target")), expect=data["expect"], once=once_of(request),
        )  # fmt: skip
    except Forbidden:
        raise
    except Refused as refused:
        if not htmx_of(request):
            raise
        return _refused(request, opened, refused)
    return row_answer(request, entry, opened.viewer, sheet=opened.sheet)


def _targets(opened: OpenedCheck, tokens: list[str]) -> list[Character]:
    """The characters of these tokens; Http404 for one whom this person does not know of."""
    known = {one.token: one for one in targets(opened)}
    if not set(tokens) <= known.keys():
        raise Http404
    return [known[one] for one in tokens]


def _refused(request: HttpRequest, opened: OpenedCheck, refused: Refused) -> HttpResponse:
    """The panel says why nothing happened; when somebody was faster, with the row as it is now."""
    parts = moved_parts(request, refused, opened) if isinstance(refused, Moved) else []
    fresh = check_for(request.user, opened.check.token)
    context = _shown(fresh, request.POST, str(refused.message))
    parts.append(render_to_string("sessions/_consequences_again.html", context, request))
    return HttpResponse("".join(parts), status=refused.status)
