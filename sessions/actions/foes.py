"""NPCs come into play: copies of a template, each a sheet of its own from then on."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from sessions import log, scene_access
from sessions.access import Viewer, need_gm, need_open
from sessions.actions.participants import take_seat
from sessions.actions.scene_turn import Now, scene_turn
from sessions.actions.scenes import Joining
from sessions.models import Campaign, Change, LogEntry, Mode, Scene
from sessions.models.scene import POOL_LIMIT
from sheets.actions import enemy_pool
from sheets.actions.births import first, need_room
from sheets.actions.counters import parse_change
from sheets.actions.npcs import copies_of
from sheets.actions.turns import sheet_turn
from sheets.models import Character

MOST_AT_ONCE = 20


def put_into_play(
    *, actor: Viewer, template: Character, number: int, hidden: bool, side: str = "", once: str = ""
) -> LogEntry:
    """So many NPCs like the template, on this `side` of the open scene if one is named. `hidden` ones are the game
    masters' secret, their entry too.

    Forbidden for players; Refused for what is no template and for more than there is room for, Conflict for an
    archived one.
    """
    need_gm(actor)
    need_open(actor)
    if not 1 <= number <= MOST_AT_ONCE:
        raise Refused(_("From 1 to %(most)s come into play at once.") % {"most": MOST_AT_ONCE}, field="number")
    with sheet_turn(actor, template, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        if not template.template:
            raise Refused(_("This NPC is no template. Make one of it first."))
        if template.archived_at:
            raise Conflict(_("This template is in the archive."))
        need_room(actor, template.campaign, number)
        copies = copies_of(template, number, hidden=hidden)
        changes = [first(one) for one in copies]
        if side:
            changes += _into_the_scene(turn, [Joining(one, side, hidden) for one in copies])
        return turn.record("fielded", changes=changes, mode=Mode.GM if hidden else Mode.PUBLIC)


def _into_the_scene(turn: log.Turn, joining: list[Joining]) -> list[Change]:
    campaign = joining[0].character.campaign
    scene = scene_access.running_scene(campaign.pk) if campaign else None
    if campaign is None or scene is None:
        raise Conflict(_("This scene is over."))
    now = Now(turn, campaign, scene)
    for one in joining:
        take_seat(now, one)
    now.save(seen=now.players_see)
    return now.changes


def change_pool(
    *, actor: Viewer, campaign: Campaign, scene: Scene, typed: str, once: str = ""
) -> LogEntry | None:  # fmt: skip
    """What the enemies of the scene share: "5" sets it (and lets them share), "+1" and "-1" move it, "" ends it.

    None when nothing changed. Forbidden for players, Refused for what else is typed, SceneMoved when the scene is over.
    """
    value, delta = parse_change(typed) if typed else (None, None)
    if value is not None and value > POOL_LIMIT:
        raise Refused(_("At most %(most)s.") % {"most": POOL_LIMIT}, field="change")
    with scene_turn(actor, campaign, scene, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        old = now.scene.enemy_pool
        if delta is None:
            change = enemy_pool.moved(now.scene, value) if value != old else None
        else:
            change = enemy_pool.add(now.scene, delta)
        if change is None:
            return None
        kind = "enemy_pool" if None not in (change.old, change.new) else "pool_shared"
        return now.turn.record(kind, changes=[change], mode=Mode.GM)
