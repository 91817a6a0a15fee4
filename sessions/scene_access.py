"""The only way to a scene and to those in it: through the table at which it is played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Forbidden
from caerbannog_site.words import alphabetical
from sessions.access import Viewer, campaign_for, need_gm, need_open
from sessions.models import Campaign, Participant, Scene
from sessions.turn_order import living
from sheets.access import may_act
from sheets.models import Character


@dataclass(frozen=True)
class OpenedScene:
    campaign: Campaign
    scene: Scene
    viewer: Viewer


def scene_for(user, token: str, scene: str) -> OpenedScene:
    """The scene of this token at this table; Http404 where the table has none such."""
    campaign, _seat, viewer = campaign_for(user, token)
    found = campaign.scenes.filter(token=scene).first()
    if found is None:
        raise Http404
    return OpenedScene(campaign, found, viewer)


def scene_to_run(user, token: str, scene: str) -> OpenedScene:
    """Forbidden for everybody but the game masters, and in an archived campaign."""
    opened = scene_for(user, token, scene)
    need_gm(opened.viewer)
    need_open(opened.viewer)
    return opened


def participant_in(opened: OpenedScene, token: str) -> Participant:
    """A participant of the scene; Http404 for players when it is hidden."""
    found = opened.scene.participants.select_related("character").filter(token=token).first()
    if found is None or (found.hidden and not opened.viewer.is_gm):
        raise Http404
    return found


def participant_to_act(opened: OpenedScene, token: str) -> Participant:
    """Forbidden unless this person acts for the character."""
    found = participant_in(opened, token)
    need_open(opened.viewer)
    if not may_act(found.character, opened.viewer):
        raise Forbidden(_("This character is not yours."))
    return found


def running_scene(campaign_id: int | None) -> Scene | None:
    """The campaign's open scene."""
    return Scene.objects.select_related("active", "seen_active").filter(campaign=campaign_id, closed_at=None).first()


def everybody_in(scene: Scene) -> list[Participant]:
    """All who are or were in the scene, with their characters."""
    return list(scene.participants.select_related("character"))


def characters_in_play(campaign_id: int) -> list[Character]:
    """Everybody who may be in a scene of this campaign, the players' first."""
    found = Character.objects.in_play().filter(campaign=campaign_id).select_related("campaign")
    return sorted(found, key=lambda one: (one.is_npc, alphabetical(one.name), one.pk))


def scene_first(people: Iterable[Character], campaign_id: int) -> list[Character]:
    """Those who are in the open scene before the others, in its order."""
    scene = running_scene(campaign_id)
    order = living(everybody_in(scene)) if scene else []
    places = {one.character_id: number for number, one in enumerate(order)}
    return sorted(people, key=lambda one: places.get(one.pk, len(places)))
