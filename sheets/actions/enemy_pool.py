"""The Momentum that the enemies of a scene have in common, as a field of the scene."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict
from sessions.models import Change, Scene
from sessions.models.scene import POOL_LIMIT
from sheets.models import Character

FIELD = "enemy_pool"


def moved(scene: Scene, new: int | None, *, delta: int | None = None, spender: Character | None = None) -> Change:
    """Keep the pool's new value, within a turn of the scene's channel: its Change. None: there is no such pool.

    It stands in the history of the enemy who spent or gained, if one did.
    """
    old, scene.enemy_pool = scene.enemy_pool, new
    scene.save(update_fields=[FIELD])
    group = "p" if spender else ""
    return Change(
        character=spender, target=f"scene:{scene.token}", field=FIELD, old=old, new=new, delta=delta, group=group
    )


def add(scene: Scene, delta: int, spender: Character | None = None) -> Change | None:
    """Add within 0 and the limit; None when nothing moves. Raises Conflict when there is no pool any more."""
    if scene.enemy_pool is None or scene.closed_at:
        raise Conflict(_("These enemies have no Momentum in common any more."))
    new = max(0, min(scene.enemy_pool + delta, POOL_LIMIT))
    return moved(scene, new, delta=new - scene.enemy_pool, spender=spender) if new != scene.enemy_pool else None


def is_pool(change: Change) -> bool:
    return change.field == FIELD and change.target.startswith("scene:")


def is_switch(change: Change) -> bool:
    """Whether the enemies have begun or ceased to share."""
    return is_pool(change) and None in (change.old, change.new)


def take_back(character: Character | None, change: Change, *, clamped: bool = False) -> Change | None:
    """Reverse such a change: a delta by its opposite, a setting only while it still stands. Raises Conflict else.

    `clamped`: a pool that cannot move back any further, or that its scene took along, gives None instead.
    """
    scene = Scene.objects.filter(token=change.target.partition(":")[2]).first()
    if scene is None or scene.closed_at or (change.delta is not None and scene.enemy_pool is None):
        if clamped:
            return None
        raise Conflict(_("These enemies have no Momentum in common any more."))
    if change.delta is None:
        if scene.enemy_pool != change.new:
            raise Conflict(_("This has been changed again since, so it cannot be undone alone."))
        return moved(scene, change.old, spender=character)
    done = add(scene, -change.delta, character)
    if done is None and not clamped:
        raise Conflict(_("The counter cannot move back any further."))
    return done
