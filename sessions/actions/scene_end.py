"""A scene is over: what it gave is counted, what hung on it ends with it."""

from __future__ import annotations

from django.utils import timezone

from sessions.access import Viewer
from sessions.actions.breaking_off import settle_checks
from sessions.actions.scene_hooks import ENDS_WITH_SCENE
from sessions.actions.scene_turn import Now, scene_turn
from sessions.models import Campaign, Change, LogEntry, Scene


def close_scene(
    *,
    actor: Viewer,
    campaign: Campaign,
    scene: Scene,
    won: bool | None,
    granted: bool | None = None,
    expect: int,
    once: str = "",
) -> LogEntry:
    """End the scene: won, lost, or broken off (None), wherever its turns stand.

    `granted` says whether the party earns the experience of a finished situation; None leaves it to the house rules.
    """
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        changes = closed(now, won, granted)
        return now.turn.record(
            "scene_closed", changes=changes,
            payload={
                "title": now.scene.title, "kind": now.scene.kind, "won": won, "earned": _earned(now),
                "dropped": settle_checks(campaign),
            },
        )  # fmt: skip


def closed(now: Now, won: bool | None = None, granted: bool | None = None) -> list[Change]:
    """Close the scene within a turn; the Changes. Who left it before earns nothing, but keeps no Momentum either."""
    counts = won if granted is None else (True if granted else None)
    present = [one for one in now.party() if one.left_at is None]
    gone = [one for one in now.party() if one.left_at and one.character.campaign_id == now.campaign.pk]
    now.gain("closes", present, now.value(won=counts))
    now.gain("closes", gone, now.value())
    for step in ENDS_WITH_SCENE:
        now.changes += step(now)
    now.put(now.scene, "won", won)
    now.put(now.scene, "active", None)
    now.put(now.scene, "seen_active", None)
    now.put(now.scene, "closed_at", timezone.now())
    now.save(seen=True)
    return now.changes


def _earned(now: Now) -> bool:
    """Whether somebody has earned experience with it."""
    earned = {spec.key for rows in now.rows.values() for spec in rows.spec.counters if spec.kind == "xp"}
    return any(change.target.removeprefix("counter:") in earned for change in now.changes if change.character_id)
