"""Conditions that run out: they count their owner's turns, or end with the scene."""

from __future__ import annotations

from collections.abc import Iterable

from sessions.models import Change
from sheets.actions.edit import changed
from sheets.models import Character, Condition

Lasts = Condition.Lasts


def tick(characters: Iterable[Character]) -> list[Change]:
    """One turn less for each of their conditions that counts turns, within a turn of their channel. At 0 it stays: it
    is a person's to take away."""
    counting = _of(characters).filter(lasts=Lasts.ROUNDS, rounds_left__gt=0)
    return [_shortened(condition) for condition in counting]


def end_scene(characters: Iterable[Character]) -> list[Change]:
    """Take away what does not outlast the scene, what counts its turns included, within a turn of their channel."""
    return [_ended(condition) for condition in _of(characters).exclude(lasts=Lasts.OPEN)]


def _of(characters: Iterable[Character]):
    living = Condition.objects.filter(character__in=list(characters), deleted=False)
    return living.select_related("character").order_by("pk")


def _shortened(condition: Condition) -> Change:
    before = condition.rounds_left
    condition.rounds_left = before - 1
    condition.save(update_fields=["rounds_left"])
    return changed(condition.character, condition, "rounds_left", before, condition.rounds_left)


def _ended(condition: Condition) -> Change:
    condition.deleted = True
    condition.save(update_fields=["deleted"])
    return changed(condition.character, condition, "deleted", False, True)
