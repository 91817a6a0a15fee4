"""The only way to a roll: through the sheet that made it, a shared one through its table, if its row is visible."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Forbidden
from sessions.access import Viewer, campaign_for, need_open
from sessions.models import Campaign, Check, CheckPart, Mode
from sheets.access import Opened, may_act, sheet_for
from sheets.models import Character


@dataclass(frozen=True)
class OpenedCheck:
    """A roll that somebody reached. `sheet` is that of a roll made alone."""

    check: Check
    viewer: Viewer
    sheet: Opened | None = None

    @property
    def is_visible(self) -> bool:
        return self.check.root.is_visible_to(self.viewer)


def check_for(user, token: str) -> OpenedCheck:
    """The roll of this token as this person may see it; Http404 when its row is not visible to them."""
    opened = _opened(user, token)
    if not opened.is_visible:
        raise Http404
    return opened


def _opened(user, token: str) -> OpenedCheck:
    """The roll, if this person sits at its table."""
    check = Check.objects.select_related("root__character", "newest").filter(token=token).first()
    if check is None or check.root.character is None:
        raise Http404
    if check.request is None:
        sheet = sheet_for(user, check.root.character.token)
        return OpenedCheck(check, sheet.viewer, sheet)
    campaign = Campaign.objects.filter(channel=check.channel_id).first()
    if campaign is None:
        raise Http404
    return OpenedCheck(check, campaign_for(user, campaign.token)[2])


def check_to_act_on(user, token: str) -> OpenedCheck:
    """Forbidden unless the presser owns the character or is a GM; a blind roll's roller only knows that it was made."""
    opened = check_for(user, token)
    need_open(opened.viewer)
    if opened.sheet and opened.check.channel_id != opened.sheet.character.channel_id:  # its lock isn't the sheet's
        raise Forbidden(_("This roll was made at another table."))
    blind = opened.check.root.mode == Mode.BLIND and not opened.viewer.is_gm
    if blind or not any(may_act(one, opened.viewer) for one in _people(opened)):
        raise Forbidden(_("This roll is not yours."))
    return opened


def need_lead(opened: OpenedCheck) -> None:
    """Of a test of several people its initiator's owner and the GMs decide."""
    if not may_act(opened.check.root.character, opened.viewer):
        raise Forbidden(_("This roll is not yours."))


def check_to_lead(user, token: str) -> OpenedCheck:
    """A test to act on as a whole; a blind one too, whose initiator only knows that it was begun."""
    opened = _opened(user, token)
    if not opened.is_visible and not may_act(opened.check.root.character, opened.viewer):
        raise Http404
    need_open(opened.viewer)
    need_lead(opened)
    return opened


def share_for(user, token: str, who: str) -> tuple[OpenedCheck, Character]:
    """A share in a test, by its character's token, for its owner or a GM; those asked to throw blind, too."""
    opened = _opened(user, token)
    found = next((one for one in _people(opened) if one.token == who and may_act(one, opened.viewer)), None)
    if found:
        return opened, found
    if not opened.is_visible:
        raise Http404
    need_open(opened.viewer)
    raise Forbidden(_("This character is not yours."))


def share_to_drop(user, token: str, who: str) -> tuple[OpenedCheck, Character]:
    """The same, and a helper's for whoever leads the test and won't wait."""
    opened = _opened(user, token)
    helper = opened.check.parts.filter(character__token=who, role="helper").select_related("character").first()
    if helper and may_act(opened.check.root.character, opened.viewer):
        return opened, helper.character
    return share_for(user, token, who)


def _people(opened: OpenedCheck) -> list[Character]:
    """Whoever has a share in the roll and has not dropped out, while they sit at its table."""
    if opened.sheet:
        return [opened.sheet.character]
    parts = opened.check.parts.exclude(state=CheckPart.State.DECLINED).select_related("character")
    return [part.character for part in parts if part.character.channel_id == opened.check.channel_id]


def participant(opened: OpenedCheck, token: str) -> Character:
    """The character of this token in the roll, whom the presser may act for; Http404 or Forbidden."""
    found = Character.objects.filter(check_parts__check_of=opened.check, token=token).first()
    if found is None:
        raise Http404
    if not may_act(found, opened.viewer):
        raise Forbidden(_("This character is not yours."))
    return found
