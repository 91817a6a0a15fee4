"""A sheet's experience: its ledger, and a game master's corrections of what was put into a training."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from caerbannog_site.http import once_of, posted
from sheets import fields, games, snapshot
from sheets import ledger as pages
from sheets.access import need_edit, sheet_for
from sheets.actions import trainings
from sheets.views.answers import around, panels_answer


@login_required
@require_safe
def experience(request: HttpRequest, token: str) -> HttpResponse:
    """Newest first; `before` is the token of the last line of the page before."""
    opened = sheet_for(request.user, token)
    spec = games.experience_of(opened.character.system)
    if spec is None or not opened.rights.sees("p"):
        raise Http404
    before = request.GET.get("before", "")
    context = {
        **around(opened),
        "counter": spec,
        "now": snapshot.load_one(opened.character, ["counter"]).counter(spec.key).value,
        "page": pages.ledger(opened, spec, before),
        "before": before,
    }
    return render(request, "sheets/experience.html", context)


@login_required
@require_POST
def correct_training(request: HttpRequest, token: str, row: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    need_edit(opened)
    entry = trainings.correct_training(
        actor=opened.viewer, character=opened.character, token=row,
        invested=fields.clean_number(posted(request, "invested"), "invested"), reason=posted(request, "reason"),
        once=once_of(request),
    )  # fmt: skip
    return panels_answer(request, opened, entry)
