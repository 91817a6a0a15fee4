"""Editing a sheet: counters, single fields, rows added and removed, things used."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from caerbannog_site.errors import Refused
from caerbannog_site.http import htmx_of, once_of
from rules import registry
from sheets import fields, snapshot
from sheets.access import need_edit, sheet_for
from sheets.actions import counters, edit, use
from sheets.forms import add_form
from sheets.views.answers import panels_answer
from sheets.views.refusals import beside, form_answer


@login_required
@require_POST
def counter(request: HttpRequest, token: str, key: str) -> HttpResponse:
    """`change` is what was typed (5, +5, -7), else `delta` is the pressed button."""
    opened = sheet_for(request.user, token)
    need_edit(opened)
    typed = request.POST.get("change", "").strip() or _signed(request.POST.get("delta", ""))
    entry = counters.change_counter(
        actor=opened.viewer, character=opened.character, key=key, typed=typed, once=once_of(request)
    )
    return panels_answer(request, opened, entry)


def _signed(delta: str) -> str:
    return delta if delta.startswith(("-", "+")) else f"+{delta}"


@login_required
@require_POST
def maximum(request: HttpRequest, token: str, key: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    need_edit(opened)
    try:
        value = fields.clean_number(request.POST.get("value", ""), "maximum")
        entry = counters.change_maximum(
            actor=opened.viewer, character=opened.character, key=key, maximum=value, once=once_of(request)
        )
    except Refused as refusal:
        return beside(request, opened, f"counter:={key}", "maximum", refusal)
    return panels_answer(request, opened, entry)


@login_required
@require_POST
def set_field(request: HttpRequest, token: str, target: str, name: str) -> HttpResponse:
    """One field saves itself. A text comes with the fingerprint of the text it was read as."""
    opened = sheet_for(request.user, token)
    need_edit(opened)
    kind = target.partition(":")[0]
    edit.need_group(opened.rights.groups, kind, name, target)
    spec = registry.system(opened.character.system).sheet()
    try:
        value = fields.clean(kind, name, request.POST.get("value", ""), spec)
        entry = edit.set_field(
            actor=opened.viewer, character=opened.character, target=target, name=name, value=value,
            was=request.POST.get("was", ""), once=once_of(request),
        )  # fmt: skip
    except Refused as refusal:
        return beside(request, opened, target, name, refusal)
    response = panels_answer(request, opened, entry)
    if name in fields.TEXTS:
        response.headers["X-Was"] = edit.fingerprint(fields.as_typed(value))
    return response


@login_required
@require_POST
def add_row(request: HttpRequest, token: str, kind: str) -> HttpResponse:
    """A new row; a form that is not right comes back with what is wrong beside its fields."""
    opened = sheet_for(request.user, token)
    need_edit(opened)
    form = add_form(kind, snapshot.load_one(opened.character, ["trait"]), request.POST)
    if form.is_valid():
        try:
            entry = edit.add_row(
                actor=opened.viewer, character=opened.character, kind=kind, values=dict(form.cleaned_data),
                once=once_of(request),
            )  # fmt: skip
            return panels_answer(request, opened, entry)
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal.message))
    return form_answer(request, opened, form)


@login_required
@require_POST
def remove_row(request: HttpRequest, token: str, target: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    need_edit(opened)
    entry = edit.remove_row(actor=opened.viewer, character=opened.character, target=target, once=once_of(request))
    return panels_answer(request, opened, entry)


@login_required
@require_POST
def flag(request: HttpRequest, token: str, key: str) -> HttpResponse:
    """A permission such as learning mystic skills, on or off."""
    opened = sheet_for(request.user, token)
    need_edit(opened)
    spec = registry.system(opened.character.system).sheet()
    flags = fields.flags_with(opened.character.flags, key, bool(request.POST.get("value")), spec)
    entry = edit.set_field(
        actor=opened.viewer, character=opened.character, target="character", name="flags", value=flags,
        once=once_of(request),
    )  # fmt: skip
    return panels_answer(request, opened, entry)


@login_required
@require_POST
def use_ability(request: HttpRequest, token: str, row: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    need_edit(opened)
    entry = use.use_ability(actor=opened.viewer, character=opened.character, token=row, once=once_of(request))
    answer = panels_answer(request, opened, entry)
    if not htmx_of(request):
        return answer
    said = render_to_string("sheets/_used.html", {"ability": entry.payload["name"]})
    return HttpResponse(answer.content.decode() + said)


@login_required
@require_POST
def ease_condition(request: HttpRequest, token: str, row: str) -> HttpResponse:
    """Its strength down by 1, or up with `by=1`."""
    opened = sheet_for(request.user, token)
    need_edit(opened)
    by = 1 if request.POST.get("by") == "1" else -1
    entry = use.ease_condition(
        actor=opened.viewer, character=opened.character, token=row, by=by, once=once_of(request)
    )  # fmt: skip
    return panels_answer(request, opened, entry)


@login_required
@require_POST
def wear_item(request: HttpRequest, token: str, row: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    need_edit(opened)
    entry = use.wear_item(actor=opened.viewer, character=opened.character, token=row, once=once_of(request))
    return panels_answer(request, opened, entry)
