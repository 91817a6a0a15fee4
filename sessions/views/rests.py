"""A rest of the party, and experience given by the game masters."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from caerbannog_site.http import once_of
from sessions.access import Viewer, campaign_for, need_gm, need_open
from sessions.actions import experience, rests
from sessions.models import LogEntry
from sessions.rest_access import rest_for, resting_for
from sessions.rest_forms import AwardForm, CallForm, ExpectForm, WishForm
from sessions.roll_forms import valid
from sessions.views.rows import row_answer, stale_answer
from sheets.access import Opened
from sheets.actions.counters import parse_change


@login_required
@require_POST
def call(request: HttpRequest, token: str) -> HttpResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    need_open(viewer)
    data = valid(CallForm(request.POST, campaign=campaign))
    once = once_of(request)
    return _answer(
        request, viewer,
        lambda: rests.call(
            actor=viewer, campaign=campaign, kind=data["kind"], characters=data["characters"], once=once
        ),
    )  # fmt: skip


@login_required
@require_POST
def choose(request: HttpRequest, token: str, rest: str, character: str) -> HttpResponse:
    """One thing of what a character does with the rest, by its player or a GM."""
    opened, sheet = resting_for(request.user, token, rest, character)
    form = WishForm(request.POST)
    valid(form)
    wish, once = form.wish(), once_of(request)
    return _answer(
        request, opened.viewer,
        lambda: rests.choose(
            actor=opened.viewer, rest=opened.rest, character=sheet.character, wish=wish, once=once
        ),
        sheet,
    )  # fmt: skip


@login_required
@require_POST
def take(request: HttpRequest, token: str, rest: str) -> HttpResponse:
    """Confirmed once for all, at the preview that was shown."""
    opened = rest_for(request.user, token, rest)
    data, once = valid(ExpectForm(request.POST)), once_of(request)
    return _answer(
        request, opened.viewer,
        lambda: rests.take(
            actor=opened.viewer, rest=opened.rest, expect=data["expect"], seen=data["seen"], once=once
        ),
    )  # fmt: skip


@login_required
@require_POST
def cancel(request: HttpRequest, token: str, rest: str) -> HttpResponse:
    opened = rest_for(request.user, token, rest)
    data, once = valid(ExpectForm(request.POST)), once_of(request)
    return _answer(
        request, opened.viewer,
        lambda: rests.cancel(actor=opened.viewer, rest=opened.rest, expect=data["expect"], once=once),
    )  # fmt: skip


@login_required
@require_POST
def award(request: HttpRequest, token: str) -> HttpResponse:
    """Experience for several characters, or a correction, with its reason."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    need_open(viewer)
    data = valid(AwardForm(request.POST, campaign=campaign))
    value, delta = parse_change(data["amount"])
    entry = experience.award(
        actor=viewer, campaign=campaign, characters=data["characters"], amount=(delta or 0) if value is None else value,
        reason=data["reason"], once=once_of(request),
    )  # fmt: skip
    return row_answer(request, entry, viewer)


def _answer(
    request: HttpRequest, viewer: Viewer, act: Callable[[], LogEntry | None], sheet: Opened | None = None
) -> HttpResponse:
    """Do it; when the rest has moved on, show it as it is now and say who moved it."""
    try:
        entry = act()
    except rests.RestMoved as moved:
        return stale_answer(request, moved, viewer, "rest_panel", "rest_card", sheet=sheet)
    return row_answer(request, entry, viewer, sheet=sheet)
