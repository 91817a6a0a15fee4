"""The buttons of a roll's row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from caerbannog_site.errors import Refused
from caerbannog_site.http import once_of, posted
from rules.values import Choice, Cost
from sessions import check_words, log_reading
from sessions.access import need_gm
from sessions.actions import follow_ups, following, gathering, roll_undo, secrecy
from sessions.actions.checks import result_of
from sessions.check_access import OpenedCheck, check_to_act_on, need_lead, participant
from sessions.log_display import Row
from sessions.models import Check, LogEntry
from sessions.roll_forms import (
    AnswerForm,
    AskForm,
    CorrectForm,
    ExpectForm,
    FollowForm,
    valid,
)
from sessions.views.rows import moved_answer, row_answer


@login_required
@require_POST
def follow(request: HttpRequest, token: str) -> HttpResponse:
    """Boost, heroic effort or reroll."""
    opened = check_to_act_on(request.user, token)
    data = valid(FollowForm(request.POST))
    payer = participant(opened, data["who"])
    cost = Cost(data["counter"], data["amount"]) if data["counter"] and data["amount"] else None
    if data["kind"] == "effort" and not opened.viewer.is_gm and (cost is None or opened.check.hidden):
        raise Refused(_("Ask the game master what the effort costs."))
    choice = Choice(data["kind"], payer.pk, cost=cost, dice=data["dice"], note=data["note"])
    return _act(request, opened, follow_ups.follow, data, choice=choice, faces=data["faces"])


@login_required
@require_GET
def more(request: HttpRequest, token: str, form: str) -> HttpResponse:
    """What a row opens rather than shows, for its page would be twice as long: a GM's corrections, or the form of an
    offer to the character `who`."""
    opened = check_to_act_on(request.user, token)
    row = _row(opened)
    if form == "corrections":
        need_gm(opened.viewer)
        undo = check_words.undo_of(roll_undo.newest_step(row.entry)) if row.check.has_menu else ""
        return _form(request, form, row, undo=undo)
    offers = {"reroll": row.check.rerolls, "cost": row.check.efforts}.get(form, [])
    offer = next((one for one in offers if one.who == request.GET.get("who")), None)
    return _form(request, form, row, offer=offer)


def _row(opened: OpenedCheck) -> Row:
    """The roll's row as its reader sees it now."""
    root = log_reading.with_details(LogEntry.objects.filter(pk=opened.check.root_id))
    [row] = log_reading.rows(list(root), opened.viewer)
    return row


def _form(request: HttpRequest, form: str, row: Row, **drawn: object) -> HttpResponse:
    """Http404 where there is nothing to draw: no such offer, or none any more."""
    if not all(drawn.values()):
        raise Http404
    return render(request, f"sessions/_row_{form}.html", {"row": row, "check": row.check, **drawn})


@login_required
@require_POST
def correct(request: HttpRequest, token: str) -> HttpResponse:
    """A GM tells the difficulty, or corrects it and the circumstances; of a test that still gathers, the former."""
    opened = check_to_act_on(request.user, token)
    need_gm(opened.viewer)
    form = CorrectForm(request.POST)
    data = valid(form)
    if opened.check.state == Check.State.GATHERING:
        told = {"difficulty": data["difficulty"], "hidden": data["hidden"]}
        return _act(request, opened, gathering.tell_difficulty, data, **told)
    wanted = form.circumstances(result_of(opened.check).request)
    return _act(
        request, opened, follow_ups.correct, data,
        corrected=wanted, hidden=data["hidden"], payer=opened.check.root.character_id, note=data["note"],
        reprice=data["reprice"],
    )  # fmt: skip


@login_required
@require_POST
def ask(request: HttpRequest, token: str) -> HttpResponse:
    """A player asks for a heroic effort at another cost, or at a price that only the GM knows."""
    opened = check_to_act_on(request.user, token)
    data = valid(AskForm(request.POST))
    who = participant(opened, data["who"])
    return _act(request, opened, follow_ups.ask_cost, data, who=who.pk, text=data["text"])


@login_required
@require_POST
def answer(request: HttpRequest, token: str) -> HttpResponse:
    """The GM's answer to that."""
    opened = check_to_act_on(request.user, token)
    need_gm(opened.viewer)
    data = valid(AnswerForm(request.POST))
    return _act(
        request, opened, follow_ups.answer_cost, data, agreed=data["agreed"] == "yes", counter=data["counter"]
    )  # fmt: skip


@login_required
@require_POST
def settle(request: HttpRequest, token: str) -> HttpResponse:
    """Its owner or a GM closes a roll."""
    opened = check_to_act_on(request.user, token)
    need_lead(opened)
    return _act(request, opened, follow_ups.settle, valid(ExpectForm(request.POST)))


@login_required
@require_POST
def reveal(request: HttpRequest, token: str) -> HttpResponse:
    return _gm_step(request, token, secrecy.reveal)


@login_required
@require_POST
def conceal(request: HttpRequest, token: str) -> HttpResponse:
    return _gm_step(request, token, secrecy.conceal)


@login_required
@require_POST
def apply_held(request: HttpRequest, token: str) -> HttpResponse:
    return _gm_step(request, token, secrecy.apply_held)


@login_required
@require_POST
def undo(request: HttpRequest, token: str) -> HttpResponse:
    """The last step, or the consequence that `step` names."""
    opened = check_to_act_on(request.user, token)
    need_gm(opened.viewer)
    return _act(
        request, opened, roll_undo.undo_step, valid(ExpectForm(request.POST)), step=posted(request, "step")
    )  # fmt: skip


def _gm_step(request: HttpRequest, token: str, action: Callable[..., LogEntry]) -> HttpResponse:
    opened = check_to_act_on(request.user, token)
    need_gm(opened.viewer)
    return _act(request, opened, action, valid(ExpectForm(request.POST)))


def _act(
    request: HttpRequest, opened: OpenedCheck, action: Callable[..., LogEntry], data: dict[str, Any], **wanted: Any
) -> HttpResponse:
    """Do it at the step that the button named; when somebody was faster, show the row as it is now and say who."""
    try:
        entry = action(actor=opened.viewer, check=opened.check, expect=data["expect"], once=once_of(request), **wanted)
    except following.Moved as moved:
        return moved_answer(request, moved, opened)
    return row_answer(request, entry, opened.viewer, sheet=opened.sheet)
