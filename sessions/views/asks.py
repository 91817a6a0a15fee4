"""Tests asked for: the game masters ask, the players propose, those who were asked roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from caerbannog_site.http import once_of
from rules.values import Modifier
from sessions import asked as stored
from sessions.access import campaign_for, need_gm, need_open, need_voice
from sessions.actions import answers, asks
from sessions.actions.asking import AskMoved
from sessions.ask_access import OpenedAnswer, OpenedAsk, answer_to_give, ask_to_run
from sessions.ask_forms import AnswerTestForm, AskTestForm, LetForm, ProposeForm, RefuseForm
from sessions.ask_requests import asked_people, chances
from sessions.models import Campaign, LogEntry
from sessions.roll_forms import ExpectForm, valid
from sessions.views.rows import moved_answer, row_answer
from sheets import snapshot
from sheets.access import need_edit, sheet_for
from sheets.models import Character
from sheets.traits import gear_for


@login_required
@require_POST
def ask_test(request: HttpRequest, token: str) -> HttpResponse:
    """A game master asks those who are ticked, or with nobody ticked all characters of players."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    need_open(viewer)
    form = AskTestForm(request.POST)
    data = valid(form)
    entry = asks.ask(
        actor=viewer, campaign=campaign, characters=_chosen(campaign, form.who), asked=form.asked(),
        hidden=data["hidden"], mode=data["mode"], text=data["text"], once=once_of(request),
    )  # fmt: skip
    return row_answer(request, entry, viewer, trigger="rolled")


def _chosen(campaign: Campaign, tokens: set[str]) -> list[Character]:
    people = asked_people(campaign.pk)
    if not tokens:
        return [one for one in people if not one.is_npc]
    chosen = [one for one in people if one.token in tokens]
    if len(chosen) < len(tokens):
        raise Http404
    return chosen


@login_required
@require_GET
def ask_odds(request: HttpRequest, token: str) -> HttpResponse:
    """The chance of each who might be asked, beside their names, under what the form says so far."""
    campaign, _seat, viewer = campaign_for(request.user, token)
    need_gm(viewer)
    form = AskTestForm(request.GET)
    asked = form.asked() if form.is_valid() else None
    return render(request, "sessions/_ask_odds.html", {"chances": chances(asked_people(campaign.pk), asked)})


@login_required
@require_POST
def propose(request: HttpRequest, token: str) -> HttpResponse:
    """A player proposes a test of an own character."""
    opened = sheet_for(request.user, token)
    need_edit(opened)
    need_voice(opened.viewer)
    form = ProposeForm(request.POST)
    data = valid(form)
    entry = asks.propose(
        actor=opened.viewer, character=opened.character, asked=form.asked(), text=data["purpose"],
        once=once_of(request),
    )  # fmt: skip
    return row_answer(request, entry, opened.viewer, sheet=opened, trigger="rolled")


@login_required
@require_POST
def answer_roll(request: HttpRequest, token: str) -> HttpResponse:
    """Roll what was asked, oneself or as a game master for somebody who is not there."""
    opened = answer_to_give(request.user, token)
    form = AnswerTestForm(request.POST)
    data = valid(form)
    gear = _gear(opened, form, data["place"]) if "gear" in request.POST else []
    return _act(
        request, opened, answers.answer, answer=opened.answer, place=data["place"], expect=data["expect"],
        gear=gear, faces=data["faces"],
    )  # fmt: skip


def _gear(opened: OpenedAnswer, form: AnswerTestForm, place: int) -> list[Modifier]:
    rows = snapshot.load_one(opened.sheet.character, ["item"])
    tests = stored.from_json(opened.answer.ask.asked).tests
    helping = gear_for(rows, [use.trait for test in tests[place : place + 1] for use in test])
    return [helping[token] for token in form.gear() if token in helping]


@login_required
@require_POST
def answer_decline(request: HttpRequest, token: str) -> HttpResponse:
    """Not now; a proposal is taken back by it."""
    opened = answer_to_give(request.user, token)
    data = valid(ExpectForm(request.POST))
    return _act(request, opened, answers.decline, answer=opened.answer, expect=data["expect"])


@login_required
@require_POST
def ask_cancel(request: HttpRequest, token: str) -> HttpResponse:
    opened = ask_to_run(request.user, token)
    data = valid(ExpectForm(request.POST))
    return _act(request, opened, asks.cancel, ask=opened.ask, expect=data["expect"])


@login_required
@require_POST
def ask_let(request: HttpRequest, token: str) -> HttpResponse:
    """A game master lets a proposed test go, under these terms."""
    opened = ask_to_run(request.user, token)
    form = LetForm(request.POST)
    data = valid(form)
    return _act(
        request, opened, asks.let_go, ask=opened.ask, circumstances=form.terms(), hidden=data["hidden"],
        mode=data["mode"], expect=data["expect"],
    )  # fmt: skip


@login_required
@require_POST
def ask_refuse(request: HttpRequest, token: str) -> HttpResponse:
    opened = ask_to_run(request.user, token)
    data = valid(RefuseForm(request.POST))
    return _act(request, opened, asks.refuse, ask=opened.ask, text=data["text"], expect=data["expect"])


def _act(
    request: HttpRequest, opened: OpenedAnswer | OpenedAsk, action: Callable[..., LogEntry], **wanted: Any
) -> HttpResponse:
    """Do it at the step that the button named; when somebody was faster, show how it stands now and say who."""
    try:
        entry = action(actor=opened.viewer, once=once_of(request), **wanted)
    except AskMoved as moved:
        return moved_answer(request, moved, opened)
    return row_answer(request, entry, opened.viewer, sheet=opened.sheet)
