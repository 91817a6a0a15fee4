"""The order of turns, and what of it players may know. Pure: it reads and changes nothing.

Players see the participants that are not hidden, numbered among themselves. While a hidden one acts, they still see
the turn of the last one whom they saw, in the same round; no answer or frame of theirs depends on anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from sessions.models import Participant, Scene

T = TypeVar("T")


def living(participants: Iterable[Participant]) -> list[Participant]:
    """Those who are in the scene now, in their order."""
    return sorted((one for one in participants if one.left_at is None), key=lambda one: (one.place, one.pk))


def visible(participants: Iterable[Participant]) -> list[Participant]:
    """Those of them whom players see, in their order."""
    return [one for one in living(participants) if not one.hidden]


def after(order: Sequence[T], now: T | None) -> tuple[T | None, int]:
    """Who is next (nobody in an empty order), and how many rounds begin with that: 1 after the last one, else 0."""
    if not order:
        return None, 0
    if now is None:
        return order[0], 0
    here = order.index(now) + 1
    return order[here % len(order)], here // len(order)


def last_seen(participants: Iterable[Participant], now: Participant | None) -> Participant | None:
    """Whose turn players see when it is really this one's: its own, else that of the nearest visible one before it."""
    order = living(participants)
    if now is None or now not in order:
        return None
    here = order.index(now) + 1
    return next((one for one in reversed([*order[here:], *order[:here]]) if not one.hidden), None)


def on_deck(participants: Iterable[Participant], seen_active: Participant | None) -> Participant | None:
    """Who is next in the players' eyes; nobody where one acts alone."""
    order = visible(participants)
    known = seen_active if seen_active in order else None
    coming, _rounds = after(order, known)
    return coming if coming != seen_active else None


def round_of(scene: Scene, one: Participant) -> int:
    """The round in which a participant's turn and Reaction count: players' eyes decide for those whom they see."""
    return scene.round if one.hidden else scene.seen_round


def ties(participants: Iterable[Participant]) -> set[int]:
    """The scores that several have."""
    found = Counter(one.score for one in participants if one.score is not None)
    return {score for score, count in found.items() if count > 1}


def seen(scene: Scene, participants: Iterable[Participant]) -> Hashable:
    """All that players see of a scene, for comparison: an entry that leaves it as it was is the game masters' alone."""
    return (
        scene.kind, scene.pace, scene.title, scene.surprise, scene.seen_round, scene.closed_at is None,
        scene.seen_active_id, tuple(_seen(scene, one) for one in visible(participants)),
    )  # fmt: skip


def _seen(scene: Scene, one: Participant) -> tuple[Any, ...]:
    return one.pk, one.side, one.score, one.turn_in == scene.seen_round, one.reacted_in == scene.seen_round
