"""The portrait: sent, taken off, and shown to whoever sees the head of the sheet."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from caerbannog_site.accounts import knocks
from caerbannog_site.errors import Refused
from caerbannog_site.http import once_of
from sheets import portraits
from sheets.access import need_edit, sheet_for
from sheets.actions.portrait import set_portrait

HEADERS = {
    "Cache-Control": "private, max-age=31536000, immutable",  # a name is never used for another picture
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Disposition": "inline",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@login_required
@require_POST
def portrait(request: HttpRequest, token: str) -> HttpResponse:
    """A file named `portrait`, or `remove=1`. A file that will not do leads back to the sheet, with the reason."""
    opened = sheet_for(request.user, token)
    need_edit(opened)
    try:
        data = None if request.POST.get("remove") else _sent(request)
        if data is not None:
            knocks.count(request, "upload")  # before it is decoded, which is what costs
        entry = set_portrait(actor=opened.viewer, character=opened.character, data=data, once=once_of(request))
    except Refused as error:
        if error.field != "portrait":
            raise
        messages.error(request, str(error.message))
        return redirect("sheet", token)
    if entry:
        messages.success(request, _("The portrait is on the sheet.") if data else _("The portrait was taken off."))
    return redirect("sheet", token)


def _sent(request: HttpRequest) -> bytes:
    if int(request.META.get("CONTENT_LENGTH") or 0) > portraits.MOST_BYTES + 20_000:  # with the form around it
        raise Refused(_("The picture is larger than 5 MB. Choose a smaller one."), field="portrait")
    file = request.FILES.get("portrait")
    if file is None:
        raise Refused(_("Choose a picture first."), field="portrait")
    if (file.size or 0) > portraits.MOST_BYTES:
        raise Refused(_("The picture is larger than 5 MB. Choose a smaller one."), field="portrait")
    return file.read()


@login_required
@require_safe
def portrait_image(request: HttpRequest, token: str, name: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    shown = opened.rights.sees("a") and name == opened.character.portrait
    data = portraits.read(name) if shown else None
    if data is None:
        raise Http404
    return HttpResponse(data, content_type="image/webp", headers=HEADERS)
