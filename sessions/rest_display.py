"""A called rest as each reader may know it: the game masters' panel, and the card of whoever rests."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from rules import registry
from sessions import party, resting
from sessions.access import Viewer
from sessions.actions import rests
from sessions.models import LogEntry, Rest
from sessions.rest_people import person_view
from sessions.resting import Party
from sessions.screens import SHEET, Screen
from sheets import games
from sheets.models import Character

SHOWN = ("counter:", "condition:", "training:")  # what a preview is made of


def is_about(entry: LogEntry) -> bool:
    return entry.kind in rests.KINDS


def redraws(entry: LogEntry) -> bool:
    """What a rest is told with, and whatever changes a sheet beside rolls, which nobody makes while they rest."""
    if is_about(entry):
        return True
    rolls = entry.kind == "check" or entry.parent_id is not None
    return not rolls and any(change.target.startswith(SHOWN) for change in entry.told)


def redraws_panel(entry: LogEntry) -> bool:
    return entry.kind in party.REDRAWN_BY or redraws(entry)


def draw_panel(viewer: Viewer, screen: Screen) -> str:
    """The game masters': the open rest with everybody's preview, else the way to call one; experience to give."""
    context: dict[str, Any] = {"viewer": viewer}
    if viewer.is_gm and viewer.campaign_id and not viewer.archived:
        context |= _panel(viewer, viewer.campaign_id)
    return render_to_string("sessions/_rest_panel.html", context)


def _panel(viewer: Viewer, campaign_id: int) -> dict[str, Any]:
    characters = party.party_of(campaign_id, viewer)
    if not characters:
        return {}
    campaign = characters[0].campaign
    assert campaign
    rest = resting.open_rest(campaign_id)
    found = resting.party_of(rest) if rest else None
    return {
        "campaign": campaign,
        "kinds": registry.scene_rules(campaign.system).rests(),
        "experience": games.experience_of(campaign.system),
        "party": characters,
        "npcs": [one for one in characters if one.is_npc],
        **(_rest(rest, found, viewer) if rest and found else {}),
    }


def _rest(rest: Rest, found: Party, viewer: Viewer) -> dict[str, Any]:
    people = [person_view(found, one, viewer) for one in found.resting]
    return {
        "rest": rest,
        "kind": found.kind,
        "people": people,
        "waiting": [one for one in people if one.trouble],
        "seen": found.fingerprint(),
    }


def draw_card(viewer: Viewer, screen: Screen) -> str:
    """Whoever rests: on a sheet that character's, at the table the reader's own ones first; else what is known."""
    rest = resting.open_rest(viewer.campaign_id) if viewer.campaign_id and not viewer.archived else None
    on_sheet = screen.page == SHEET
    if rest is None or (viewer.is_gm and not on_sheet):
        return render_to_string("sessions/_rest_card.html", {"viewer": viewer})
    found = resting.party_of(rest)
    shown = [one for one in found.resting if _is_known(one.character, viewer)]
    if on_sheet:
        shown = [one for one in shown if one.character.pk == screen.character_id]
    people = [person_view(found, one, viewer) for one in shown]
    context = {
        "viewer": viewer,
        "campaign": rest.campaign,
        "rest": rest if shown or not on_sheet else None,
        "kind": found.kind,
        "own": [one for one in people if one.may_choose],
        "others": [one for one in people if not one.may_choose],
    }
    return render_to_string("sessions/_rest_card.html", context)


def _is_known(character: Character, viewer: Viewer) -> bool:
    return viewer.is_gm or not character.hidden
