"""Rolling from the sheet, and the chances before the roll."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from caerbannog_site.errors import Refused
from caerbannog_site.http import once_of
from caerbannog_site.words import say
from rules import registry
from rules.errors import RuleError
from rules.values import Modifier
from sessions import odds_display
from sessions.access import need_voice
from sessions.actions import checks
from sessions.models import Mode
from sessions.roll_forms import RollForm, valid
from sessions.views.rows import row_answer
from sheets import snapshot
from sheets.access import Opened, need_edit, sheet_for
from sheets.traits import gear_for


@login_required
@require_POST
def roll(request: HttpRequest, token: str) -> HttpResponse:
    opened = sheet_for(request.user, token)
    need_edit(opened)
    need_voice(opened.viewer)
    form = RollForm(request.POST)
    data = valid(form)
    gear = _gear(opened, form) if "gear" in request.POST else {}
    entry = checks.roll(
        actor=opened.viewer,
        character=opened.character,
        request=form.request(opened.character.pk, gear),
        mode=data["mode"] or Mode.PUBLIC,
        hidden=data["hidden"] and opened.viewer.is_gm,
        faces=data["faces"],
        once=once_of(request),
    )
    return row_answer(request, entry, opened.viewer, sheet=opened, trigger="rolled")


@login_required
@require_GET
def odds(request: HttpRequest, token: str) -> HttpResponse:
    """The whole distribution of the test that the roll bar describes; nothing while the difficulty is a secret.

    A refusal is told in its place: the dialog that was opened for it would hide a notice.
    """
    opened = sheet_for(request.user, token)
    need_edit(opened)
    try:
        return render(request, "sessions/_odds.html", _odds(opened, RollForm(request.GET)))
    except Refused as error:
        refused = str(error.message)
    except RuleError as error:
        refused = say(error.text)
    return render(request, "sessions/_odds.html", {"refused": refused}, status=422)


def _odds(opened: Opened, form: RollForm) -> dict[str, Any]:
    valid(form)
    rows = snapshot.load_one(opened.character, snapshot.WITH_GEAR)
    check_request = form.request(opened.character.pk, gear_for(rows, form.tested))
    return odds_display.table(registry.system(opened.character.system), check_request, rows)


def _gear(opened: Opened, form: RollForm) -> dict[str, Modifier]:
    return gear_for(snapshot.load_one(opened.character, ["item"]), form.tested)
