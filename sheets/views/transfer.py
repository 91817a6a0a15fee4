"""A sheet to a file and from a file."""

from __future__ import annotations

import json

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from caerbannog_site.accounts import knocks
from caerbannog_site.errors import Refused
from caerbannog_site.http import once_of
from sessions.access import Viewer
from sheets import reading, snapshot, transfer
from sheets.access import sheet_for
from sheets.actions import births
from sheets.life_forms import ImportForm


@login_required
@require_safe
def export(request: HttpRequest, token: str) -> HttpResponse:
    """What this reader sees of the sheet, as a download."""
    opened = sheet_for(request.user, token)
    content = transfer.export(snapshot.load_one(opened.character), opened.rights)
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    headers = {"Content-Disposition": content_disposition_header(True, transfer.filename(opened.character))}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_sheet(request: HttpRequest) -> HttpResponse:
    """The new sheet is the reader's own and lies at no table."""
    sent = request.method == "POST"
    if sent:
        knocks.count(request, "upload")
    form = ImportForm(request.POST, request.FILES) if sent else ImportForm()
    if sent and form.is_valid():
        try:
            return _bring(request, form.cleaned_data["file"])
        except Refused as error:
            form.add_error("file" if error.field == "file" else None, str(error.message))
    return render(request, "sheets/import.html", {"form": form}, status=422 if sent else 200)


def _bring(request: HttpRequest, file) -> HttpResponse:
    if file.size > reading.MOST_BYTES:
        raise Refused(_("The file is larger than 2 MB."), field="file")
    found = reading.read(file.read())
    actor = Viewer(user_id=request.user.pk, language=request.user.language)
    character = births.bring_character(
        actor=actor, character=found.character, rows=found.rows, portrait=found.portrait, once=once_of(request)
    )  # fmt: skip
    for notice in found.notices:
        messages.warning(request, notice)
    return redirect("sheet", character.token)
