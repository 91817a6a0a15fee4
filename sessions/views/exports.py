"""The log as a file: the whole campaign's or one session's, through the same filters as on the page."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET

from sessions import export_csv, export_json, export_markdown, log_pages
from sessions.access import campaign_for
from sessions.evening_access import session_for
from sessions.exports import Story, Writer, filename, streamed

FORMS: dict[str, tuple[str, Writer]] = {
    "md": ("text/markdown", export_markdown.write),
    "csv": ("text/csv", export_csv.write),
    "json": ("application/json", export_json.write),
}


@login_required
@require_GET
def log_export(request: HttpRequest, token: str, form: str) -> StreamingHttpResponse:
    campaign, _seat, viewer = campaign_for(request.user, token)
    asked = log_pages.wanted(campaign.channel_id, viewer, request.GET)
    return _file(Story(campaign, viewer, asked), form)


@login_required
@require_GET
def session_export(request: HttpRequest, token: str, session: str, form: str) -> StreamingHttpResponse:
    opened = session_for(request.user, token, session)
    asked = log_pages.wanted(opened.campaign.channel_id, opened.viewer, request.GET, opened.session)
    return _file(Story(opened.campaign, opened.viewer, asked, opened.session), form)


def _file(story: Story, form: str) -> StreamingHttpResponse:
    if form not in FORMS:
        raise Http404
    media, write = FORMS[form]
    return StreamingHttpResponse(
        streamed(write(story), story.viewer.language, timezone.get_current_timezone()),
        content_type=f"{media}; charset=utf-8",
        headers={"Content-Disposition": content_disposition_header(True, filename(story, form))},
    )
