"""Somebody leaves the order of turns: sent away, put into the archive, gone from the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from sessions import log, scene_access, turn_order
from sessions.actions import rounds
from sessions.actions.scene_turn import Now
from sessions.models import Change, Participant
from sheets.models import Character


def go(now: Now, one: Participant) -> list[str]:
    """Take somebody out of the order, within a turn of the scene. Gives the hidden ones whose turn it went over.

    If players saw that one acting and a hidden one acts or is next, they see the turn of the next one whom they know,
    and so it begins: that it began without what it brings would give the hidden one away.
    """
    order, was_active, was_seen = now.order, now.active == one, now.seen_active == one
    coming, begun = turn_order.after(order, one)
    deck = turn_order.on_deck(now.people, one) if was_seen else None
    now.put(one, "left_at", timezone.now())
    arrange(now, [other for other in order if other != one])
    if was_active:
        rounds.give_turn(now, *((None, 0) if coming == one else (coming, begun)))
        if was_seen and deck and now.active and now.active.hidden:
            return [now.active.token, *rounds.go_over_hidden(now)]
    elif was_seen and deck:
        return rounds.go_over_hidden(now)
    elif was_seen:
        now.put(now.scene, "seen_active", None)
    return []


@dataclass
class Left:
    """What somebody's going away did to the scene, and whether players see it."""

    changes: list[Change] = field(default_factory=list)
    seen: bool = False


def leave_scene(turn: log.Turn, character: Character) -> Left:
    """A character that goes into the archive or away from the table leaves the open scene, within that turn."""
    scene = scene_access.running_scene(character.campaign_id)
    if scene is None or character.campaign is None:
        return Left()
    now = Now(turn, character.campaign, scene)
    one = next((one for one in now.order if one.character_id == character.pk), None)
    if one is None:
        return Left()
    go(now, one)
    left = Left(now.changes, now.players_see)
    now.save(seen=left.seen)
    return left


def arrange(now: Now, order: Sequence[Participant]) -> None:
    """Put them in this order, within a turn of the scene."""
    for place, one in enumerate(order):
        now.put(one, "place", place)
