"""What is wrong with something typed, told beside the field it was typed into."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from caerbannog_site.errors import Refused
from caerbannog_site.http import htmx_of
from sheets.access import Opened
from sheets.actions import edit
from sheets.forms import AddForm


def beside(request: HttpRequest, opened: Opened, target: str, name: str, refusal: Refused) -> HttpResponse:
    """The answer to a self-saving field, in its own slot on the page: an error, or two texts to choose from.

    Whatever is no fault of the value (a right that is missing, a row that is gone) stays a notice of the whole page.
    """
    context = {"field_id": edit.field_id(opened.character, target, name), "error": refusal}
    if isinstance(refusal, edit.TextConflict):
        return render(request, "sheets/_conflict.html", context, status=refusal.status)
    if htmx_of(request) and refusal.status == Refused.status:
        return render(request, "sheets/_refusal.html", context, status=refusal.status)
    raise refusal


def form_answer(request: HttpRequest, opened: Opened, form: AddForm) -> HttpResponse:
    """The form of a new row with its errors; a sentence for a browser without scripts."""
    if not htmx_of(request):
        raise Refused(str(next(iter(form.errors.values()))[0]))
    context = {"form": form, "character": opened.character, "partial": True}
    return render(request, "sheets/_add.html", context, status=Refused.status)
