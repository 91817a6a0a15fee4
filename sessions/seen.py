"""What the players can see now, gathered for the game masters: what is hidden and shown, each with the way back."""

from __future__ import annotations

from typing import Any

from caerbannog_site.words import alphabetical
from sessions import ask_requests, log_reading
from sessions.access import Viewer
from sessions.models import Campaign, Check, GameSession, LogEntry, Mode, Participant, Role, Scene
from sheets.models import Character

NEWEST = 30  # rolls of this scene that somebody might want to show or hide


def context(campaign: Campaign, viewer: Viewer) -> dict[str, Any]:
    """What the list's template is given; for a game master."""
    scene = Scene.objects.filter(campaign=campaign, closed_at=None).first()
    rolls = _rolls(campaign, viewer, scene)
    return {
        "npcs": _npcs(campaign),
        "scene": scene,
        "participants": _participants(scene),
        "shown_rolls": [row for row in rolls if row.check and row.check.can_conceal],
        "secret_rolls": [row for row in rolls if row.check and row.check.can_reveal],
        "asks": [one.ask for one in ask_requests.waiting(viewer) if one.ask.is_open],
        "recap": GameSession.objects.kept()
        .filter(campaign=campaign, published_at__isnull=False)
        .order_by("date")
        .last(),
        "screens": list(campaign.seats.filter(role=Role.SCREEN, user=None, removed_at=None).order_by("joined_at")),
        "seats": list(campaign.seats.filter(role__in=(Role.PLAYER, Role.SPECTATOR), removed_at=None).order_by("name")),
    }


def _npcs(campaign: Campaign) -> list[Character]:
    found = Character.objects.in_play().filter(campaign=campaign, owner=None)
    return sorted(found, key=lambda one: (one.hidden, alphabetical(one.name), one.pk))


def _participants(scene: Scene | None) -> list[Participant]:
    """Those who are in the scene, as it goes."""
    if scene is None:
        return []
    return list(scene.participants.filter(left_at=None).select_related("character"))


def _rolls(campaign: Campaign, viewer: Viewer, scene: Scene | None) -> list[Any]:
    """The newest rows of rolls that are or were secret, or whose difficulty is, since the scene began."""
    entries = LogEntry.objects.filter(channel=campaign.channel_id, kind="check").listed().visible_to(viewer)
    entries = entries.exclude(rolled__state=Check.State.UNDONE)
    if scene:
        entries = entries.filter(at__gte=scene.opened_at)
    secret = entries.exclude(mode=Mode.PUBLIC, payload__mode=Mode.PUBLIC, rolled__hidden=False)
    newest = log_reading.with_details(secret).order_by("-seq")[:NEWEST]
    return log_reading.rows(list(newest), viewer)
