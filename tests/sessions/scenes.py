"""Scenes that many tests begin with, and what they are asked."""

from __future__ import annotations

from typing import Any

from sessions.actions import participants, rounds, scenes, turn_back
from sessions.actions.scenes import Joining, Plan
from sessions.models import LogEntry, Participant, Scene
from sheets.models import Counter
from tests.cast import Table

COMBAT = Plan("combat")


def opened(table: Table, plan: Plan = COMBAT, *joining: Joining, **options: Any) -> Scene:
    """A scene in which Julio, Rosalia and those joining are, in this order."""
    people = [Joining(table.julio), Joining(table.rosalia), *joining]
    scenes.open_scene(actor=table.viewer("alicja"), campaign=table.campaign, plan=plan, people=people, **options)
    return running(table)


def lurking(table: Table) -> Joining:
    """A hidden enemy who joins."""
    return Joining(table.guard, "enemies", hidden=True)


def running(table: Table) -> Scene:
    return Scene.objects.select_related("active__character", "seen_active__character").get(
        campaign=table.campaign, closed_at=None
    )


def one(table: Table, character) -> Participant:
    return Participant.objects.select_related("character").get(scene=running(table), character=character)


def go_on(table: Table, name: str = "alicja", **options: Any) -> LogEntry:
    return _step(table, rounds.go_on, name, **options)


def go_back(table: Table, name: str = "alicja", **options: Any) -> LogEntry:
    return _step(table, turn_back.go_back, name, **options)


def end_turn(table: Table, name: str, **options: Any) -> LogEntry:
    return _step(table, rounds.end_turn, name, **options)


def leave(table: Table, character, name: str = "alicja") -> LogEntry:
    return _step(table, participants.leave, name, participant=one(table, character))


def _step(table: Table, action, name: str, **options: Any) -> LogEntry:
    scene, actor = running(table), table.viewer(name)
    given = {"expect": scene.step if actor.is_gm else scene.seen_step, **options}
    return action(actor=actor, campaign=table.campaign, scene=scene, **given)


def whose(table: Table) -> tuple[str, int]:
    """Whose turn it is, and in which round."""
    scene = running(table)
    return (scene.active.character.name if scene.active else "", scene.round)


def shown(table: Table) -> tuple[str, int]:
    """The same as players see it."""
    scene = running(table)
    return (scene.seen_active.character.name if scene.seen_active else "", scene.seen_round)


def pool(character, key: str = "momentum") -> int:
    row = Counter.objects.filter(character=character, key=key).first()
    return row.current if row else 0


def set_pool(character, value: int, key: str = "momentum") -> None:
    Counter.objects.update_or_create(character=character, key=key, defaults={"current": value})
