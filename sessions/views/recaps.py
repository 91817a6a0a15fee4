"""The recap of a session: written field by field, published, taken back."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from caerbannog_site.errors import Refused
from caerbannog_site.http import htmx_of, once_of, posted
from caerbannog_site.markdown import rendered
from sessions.access import need_gm, need_open
from sessions.actions import recaps as actions
from sessions.evening_access import OpenedSession, session_for
from sheets.actions.edit import TextConflict, fingerprint


@login_required
@require_POST
def recap(request: HttpRequest, token: str, session: str) -> HttpResponse:
    """The field saves itself, and is shown the text as readers will see it."""
    opened = _to_write(request, token, session)
    text = posted(request, "value").replace("\r\n", "\n")
    context = {"field_id": f"recap-{session}", "recap": rendered(text)}
    try:
        actions.write(
            actor=opened.viewer, campaign=opened.campaign, session=opened.session, text=text,
            was=posted(request, "was"), once=once_of(request),
        )  # fmt: skip
    except TextConflict as conflict:
        return render(request, "sheets/_conflict.html", {**context, "error": conflict}, status=conflict.status)
    except Refused as refusal:
        if refusal.field != "value" or not htmx_of(request):
            raise
        return render(request, "sheets/_refusal.html", {**context, "error": refusal}, status=refusal.status)
    if not htmx_of(request):
        return redirect("session", token, session)
    answer = render(request, "sessions/_recap_preview.html", context)
    answer.headers["X-Was"] = fingerprint(text)
    return answer


@login_required
@require_POST
def publish(request: HttpRequest, token: str, session: str) -> HttpResponse:
    opened = _to_write(request, token, session)
    actions.publish(actor=opened.viewer, campaign=opened.campaign, session=opened.session, once=once_of(request))
    return redirect("session", token, session)


@login_required
@require_POST
def withdraw(request: HttpRequest, token: str, session: str) -> HttpResponse:
    opened = _to_write(request, token, session)
    actions.withdraw(actor=opened.viewer, campaign=opened.campaign, session=opened.session, once=once_of(request))
    return redirect("session", token, session)


def _to_write(request: HttpRequest, token: str, session: str) -> OpenedSession:
    opened = session_for(request.user, token, session)
    need_gm(opened.viewer)
    need_open(opened.viewer)
    return opened
