"""The only way to a sheet, and what its reader may see and do there.

Field groups: a name, portrait, concept · p pools · b traits, conditions, items, abilities · c biography, background
· d the owner's private notes · e the GMs' notes. Whoever sees b sees p.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Forbidden
from sessions.access import Removed, Viewer, need_open, viewer_of
from sessions.models import Campaign, Seat
from sheets.models import Character


@dataclass(frozen=True)
class Rights:
    """`groups` are the letters this reader sees; `edit` allows changes in them (private notes stay the owner's).

    `decides` is the owner's, and a GM's about an NPC: copying the sheet, archiving it, taking it away from its table.
    """

    groups: str
    edit: bool = False
    owner: bool = False
    decides: bool = False

    def sees(self, group: str) -> bool:
        return group in self.groups


def rights_on(character: Character, viewer: Viewer) -> Rights:
    """What this viewer, who sits at the character's table, may see and do there (Http404 for a hidden NPC)."""
    owner = character.owner_id is not None and character.owner_id == viewer.user_id
    may_edit = not viewer.archived and character.archived_at is None
    if viewer.campaign_id is None:
        return Rights("apbcd", edit=may_edit, owner=owner, decides=owner)
    if viewer.is_gm:
        decides = owner or character.is_npc
        return Rights("apbcde" if owner else "apbce", edit=may_edit, owner=owner, decides=decides)
    if owner:
        own = "apbc" if viewer.borrowed else "apbcd"
        return Rights(own, edit=may_edit and not viewer.is_watching, owner=True, decides=True)
    if character.hidden or character.template:
        raise Http404
    return Rights("a" if character.is_npc else viewer.groups)


def may_act(character: Character | None, viewer: Viewer) -> bool:
    """The character's owner and the GMs press the buttons of its rolls. A template makes none."""
    if viewer.archived or viewer.is_watching or character is None or character.archived_at or character.template:
        return False
    return viewer.is_gm or (character.owner_id is not None and character.owner_id == viewer.user_id)


def name_of(character: Character | None, viewer: Viewer) -> str:
    """A character's name as this reader may know it."""
    if character is None:
        return ""
    shown = character.mask if (character.hidden or character.template) and not viewer.is_gm else character.name
    return shown or gettext("a deleted character")


@dataclass(frozen=True)
class Opened:
    """A sheet that somebody opened."""

    character: Character
    viewer: Viewer
    rights: Rights


def sheet_for(user, token: str) -> Opened:
    """The sheet of this token as this person may see it; Http404 for a stranger, Removed for a former member."""
    try:
        character = Character.objects.select_related("campaign").get(token=token)
    except Character.DoesNotExist:
        raise Http404 from None
    viewer = _viewer(user, character)
    return Opened(character, viewer, rights_on(character, viewer))


def _viewer(user, character: Character) -> Viewer:
    if character.campaign is None:
        if character.owner_id != user.pk:
            raise Http404
        return Viewer(user_id=user.pk, channel_id=character.channel_id, language=user.language)
    try:
        seat = Seat.objects.of(user.pk).get(campaign=character.campaign_id)
    except Seat.DoesNotExist:
        raise Http404 from None
    if seat.removed_at:
        raise Removed
    return viewer_of(seat, character.campaign, user.language)


def template_in(campaign: Campaign, token: str) -> Character:
    """A template of this table's game masters; else Http404."""
    found = Character.objects.select_related("campaign").filter(campaign=campaign, template=True, token=token).first()
    if found is None:
        raise Http404
    return found


def npc_in(campaign: Campaign, token: str) -> Character:
    """An NPC in play at this table; else Http404."""
    found = Character.objects.in_play().select_related("campaign")
    npc = found.filter(campaign=campaign, owner=None, token=token).first()
    if npc is None:
        raise Http404
    return npc


def need_edit(opened: Opened) -> None:
    """Only the owner and the GMs change a sheet, while neither it nor its campaign is archived."""
    if opened.rights.edit:
        return
    need_open(opened.viewer)
    if opened.character.archived_at:
        raise Forbidden(_("This sheet is archived. Bring it back first."))
    raise Forbidden(_("This sheet is not yours to change."))


def need_decider(rights: Rights) -> None:
    if not rights.decides:
        raise Forbidden(_("Only the sheet's owner can do this."))
