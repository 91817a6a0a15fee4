"""Whose turn it is: on to the next one (turn_back.py: and back again)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Forbidden, Refused
from sessions import turn_order
from sessions.access import Viewer
from sessions.actions.scene_hooks import BEGINS_ROUND, BEGINS_TURN
from sessions.actions.scene_turn import Now, scene_turn, target_of
from sessions.models import Campaign, LogEntry, Participant, Scene


def go_on(*, actor: Viewer, campaign: Campaign, scene: Scene, expect: int, once: str = "") -> LogEntry:
    """A game master ends the turn (or the stage): the next one's begins."""
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        _need_situation(now)
        if now.scene.pace == Scene.Pace.STAGES:
            return _next_stage(now)
        step(now)
        return record_turn(now)


def end_turn(*, actor: Viewer, campaign: Campaign, scene: Scene, expect: int, once: str = "") -> LogEntry:
    """A player ends their own turn, as they see it.

    Hidden ones that stand between have theirs in the same entry: to wait for them would give them away. The game
    masters are told.
    """
    with scene_turn(actor, campaign, scene, expect=expect, once=once, run=False) as now:
        if isinstance(now, LogEntry):
            return now
        _need_situation(now)
        own = now.seen_active
        if own is None or own.character.owner_id is None or own.character.owner_id != actor.user_id:
            raise Forbidden(_("It is not your turn."))
        owed = own if own.turn_in != now.round_of(own) else None  # a hidden one still acts before it
        return record_turn(now, passed=go_over_hidden(now, owed))


def go_over_hidden(now: Now, owed: Participant | None = None) -> list[str]:
    """The turn of the next one whom players see begins, beyond one that is `owed`; the hidden ones on the way."""
    passed = []
    for one in _steps(now):
        if not one.hidden and one != owed:
            break
        owed = owed if one.hidden else None
        passed += [one.token] if one.hidden else []
    return passed


def _steps(now: Now) -> Iterator[Participant]:
    """One turn after the other begins: at most once around, from one who was owed a turn still."""
    for _turn in range(len(now.order) + 1):
        step(now)
        assert now.active
        yield now.active


def _need_situation(now: Now) -> None:
    if now.scene.kind == Scene.Kind.FREE:
        raise Refused(_("A free scene has neither turns nor stages."))


def step(now: Now) -> None:
    """The turn goes to the next one in the order."""
    coming, rounds = turn_order.after(now.order, now.active)
    if coming is None:
        raise Refused(_("Nobody is in this scene yet."))
    give_turn(now, coming, rounds)


def give_turn(now: Now, one: Participant | None, rounds: int = 0) -> None:
    """The turn is this one's, in a new round perhaps; what a turn brings comes once a round."""
    scene, seen = now.scene, now.scene.seen_round
    now.put(scene, "round", scene.round + rounds)
    now.put(scene, "active", one)
    show_turn(now)
    if scene.seen_round > seen:
        _begin_round(now)
    if one is None or one.turn_in == scene.round:
        return
    now.gain("turn", [one] if one in now.party() else [], now.value(turn_of=one))
    now.put(one, "turn_in", scene.round)
    for begins in BEGINS_TURN:
        now.changes += begins(now, one)


def show_turn(now: Now) -> None:
    """What players see of whose turn it is: that of a hidden one they don't, and nor a round that it begins."""
    scene, active, shown = now.scene, now.active, now.seen_active
    if active is None:
        now.put(scene, "seen_active", None)
    elif not active.hidden:
        now.put(scene, "seen_active", active)
        now.put(scene, "seen_round", scene.round)
    elif shown and (shown.hidden or shown.left_at):
        now.put(scene, "seen_active", turn_order.last_seen(now.people, active))


def _begin_round(now: Now) -> None:
    for begins in BEGINS_ROUND:
        now.changes += begins(now)


def _next_stage(now: Now) -> LogEntry:
    scene = now.scene
    now.put(scene, "round", scene.round + 1)
    now.put(scene, "seen_round", scene.round)
    now.gain("stage", [one for one in now.party() if one.left_at is None], now.value())
    _begin_round(now)
    return now.record("round", listed=True, payload={"round": scene.round, "pace": scene.pace})


def record_turn(now: Now, kind: str = "turn", **payload: Any) -> LogEntry:
    """A turn is no row of the log, but a round that begins in the players' eyes is."""
    scene = now.scene
    marks = [change for change in now.changes if change.target == target_of(scene)]
    first = any(change.field == "seen_active" and change.old is None for change in marks)
    if first or any(change.field == "seen_round" for change in marks):
        return now.record("round", listed=True, payload={"round": scene.seen_round, "pace": scene.pace, **payload})
    return now.record(kind, payload=payload)
