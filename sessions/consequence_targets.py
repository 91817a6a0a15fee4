"""Whom the consequence of a roll may reach, as its chooser knows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext as _

from caerbannog_site.words import alphabetical
from sessions.access import Viewer
from sessions.check_access import OpenedCheck
from sessions.models import Participant
from sheets.access import name_of
from sheets.models import Character


@dataclass
class Chip:
    token: str
    name: str
    chosen: bool


def targets(opened: OpenedCheck) -> list[Character]:
    """The characters in play at the roll's table, as far as this person knows them by name."""
    here = Character.objects.in_play().filter(channel=opened.check.channel_id)
    known = [one for one in here.select_related("campaign") if opened.viewer.is_gm or not one.hidden]
    return sorted(known, key=lambda one: (one.is_npc, alphabetical(one.name), one.pk))


def groups(people: Sequence[Character], viewer: Viewer, wanted: set[str]) -> list[tuple[str, list[Chip]]]:
    """Those in the open scene first, in their order; then the party and the others."""
    in_scene = Participant.objects.filter(
        scene__campaign=viewer.campaign_id, scene__closed_at=None, left_at=None, character__in=people
    ).order_by(F("place"), "pk")
    places = {one: number for number, one in enumerate(in_scene.values_list("character", flat=True))}
    if not viewer.is_gm:
        places = {}
    scene = sorted((one for one in people if one.pk in places), key=lambda one: places[one.pk])
    others = [one for one in people if one.pk not in places]
    found = [
        (_("In the scene"), scene),
        (_("Party"), [one for one in others if not one.is_npc]),
        (_("Others"), [one for one in others if one.is_npc]),
    ]
    return [(heading, [_chip(one, viewer, wanted) for one in group]) for heading, group in found if group]


def _chip(one: Character, viewer: Viewer, wanted: set[str]) -> Chip:
    return Chip(one.token, name_of(one, viewer), one.token in wanted)
