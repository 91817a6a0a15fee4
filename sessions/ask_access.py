"""The only way to a test that is asked: one answer through its sheet, the whole through its table."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Forbidden
from sessions.access import Viewer, campaign_for, need_gm, need_open
from sessions.models import Answer, Ask
from sheets.access import Opened, may_act, sheet_for


@dataclass(frozen=True)
class OpenedAsk:
    """`sheet` is there where somebody opened one character's part."""

    ask: Ask
    viewer: Viewer
    sheet: Opened | None = None


@dataclass(frozen=True)
class OpenedAnswer:
    answer: Answer
    viewer: Viewer
    sheet: Opened


def answer_to_give(user, token: str) -> OpenedAnswer:
    """One character's part, for its owner and the GMs.

    Http404 for who may not know of the ask, Forbidden for others who see its row.
    """
    answer = Answer.objects.select_related("ask__root", "character").filter(token=token).first()
    if answer is None:
        raise Http404
    sheet = sheet_for(user, answer.character.token)
    owner = sheet.rights.owner and not sheet.viewer.is_watching
    if not (sheet.viewer.is_gm or owner or answer.ask.root.is_visible_to(sheet.viewer)):
        raise Http404
    need_open(sheet.viewer)
    if answer.ask.channel_id != sheet.character.channel_id:
        raise Forbidden(_("This test was asked at another table."))
    if not may_act(sheet.character, sheet.viewer):
        raise Forbidden(_("This test is not asked of you."))
    return OpenedAnswer(answer, sheet.viewer, sheet)


def ask_to_run(user, token: str) -> OpenedAsk:
    """The whole ask, for the game masters of its table."""
    ask = Ask.objects.select_related("root", "channel__campaign").filter(token=token).first()
    if ask is None:
        raise Http404
    _campaign, _seat, viewer = campaign_for(user, ask.channel.campaign.token)
    if not ask.root.is_visible_to(viewer):
        raise Http404
    need_gm(viewer)
    need_open(viewer)
    return OpenedAsk(ask, viewer)
