"""Who is in a scene, on which side, seen or not, and in which order."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from rules import registry
from rules.values import CheckRequest, TraitUse
from rules.values import Participant as Tester
from sessions import scene_access
from sessions.access import Viewer
from sessions.actions import rounds
from sessions.actions.checks import throw
from sessions.actions.leaving import arrange, go
from sessions.actions.scene_turn import Now, scene_turn, target_of
from sessions.actions.scenes import Joining, need_npc_to_hide
from sessions.models import Campaign, Change, LogEntry, Participant, Scene
from sheets import snapshot


def join(
    *, actor: Viewer, campaign: Campaign, scene: Scene, joining: Joining, expect: int | None = None, once: str = ""
) -> LogEntry:
    """Somebody comes, at the end of the order; who was here before keeps what this round has given them."""
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        if joining.character not in scene_access.characters_in_play(campaign.pk):
            raise Refused(_("This character is not in play at this table."))
        take_seat(now, joining)
        return now.record("participants")


def take_seat(now: Now, joining: Joining) -> None:
    """Put somebody at the end of the order, within a turn of the scene."""
    last = len(now.order)
    one = next((one for one in now.people if one.character_id == joining.character.pk), None)
    if one is None:
        one = Participant(scene=now.scene, character=joining.character, side=joining.side, hidden=joining.hidden)
        one.place = last
        need_npc_to_hide(one)
        one.save()
        now.people.append(one)
        now.changes.append(Change(target=target_of(one), field="joined", old=False, new=True, group=""))
        return
    if one.left_at is None:
        raise Conflict(_("This character is in the scene already."))
    for name, value in {"place": last, "side": joining.side, "hidden": joining.hidden, "left_at": None}.items():
        now.put(one, name, value)
    need_npc_to_hide(one)


def leave(
    *, actor: Viewer, campaign: Campaign, scene: Scene, participant: Participant, expect: int, once: str = ""
) -> LogEntry:
    """Somebody goes; if it was their turn, it is that of the one who would be next."""
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        passed = go(now, _present(now, participant))
        return rounds.record_turn(now, "participants", **({"passed": passed} if passed else {}))


def _present(now: Now, participant: Participant) -> Participant:
    one = now.one(participant.pk)
    if one is None or one.left_at:
        raise Conflict(_("This character has left the scene."))
    return one


def take_side(
    *, actor: Viewer, campaign: Campaign, scene: Scene, participant: Participant, side: str, expect: int, once: str = ""
) -> LogEntry:
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        now.put(_present(now, participant), "side", side)
        return now.record("participants")


def show(
    *, actor: Viewer, campaign: Campaign, scene: Scene, participant: Participant, hidden: bool, expect: int,
    once: str = "",
) -> LogEntry:  # fmt: skip
    """Let players see a participant, or hide it from them."""
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        one = _present(now, participant)
        now.put(one, "hidden", hidden)
        need_npc_to_hide(one)
        rounds.show_turn(now)
        return now.record("participants")


# --- the order ----------------------------------------------------------------------------------------------------


def move(
    *, actor: Viewer, campaign: Campaign, scene: Scene, participant: Participant, to: int, expect: int, once: str = ""
) -> LogEntry:
    """Put somebody at another place of the order, counted from 0; whose turn it is does not change."""
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        one = _present(now, participant)
        order = [other for other in now.order if other != one]
        order.insert(max(0, min(to, len(order))), one)
        arrange(now, order)
        return now.record("participants")


def sort(
    *, actor: Viewer, campaign: Campaign, scene: Scene, scores: Mapping[str, int | None], expect: int, once: str = ""
) -> LogEntry:
    """Order by these typed scores, by the participants' tokens, the highest first; equal ones stay as they stand."""
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        _sort(now, {one.pk: scores.get(one.token) for one in now.order})
        return now.record("participants")


def _sort(now: Now, scores: Mapping[int, int | None]) -> None:
    for one in now.order:
        now.put(one, "score", scores[one.pk])
    unscored = -(10**6)
    arrange(now, sorted(now.order, key=lambda one: -(unscored if one.score is None else one.score)))


def roll_order(*, actor: Viewer, campaign: Campaign, scene: Scene, trait: str, expect: int, once: str = "") -> LogEntry:
    """Everybody rolls this trait for the order: the die that counts is their score. It brings no Momentum.

    Raises RuleError where somebody's sheet has no such trait.
    """
    with scene_turn(actor, campaign, scene, expect=expect, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        system = registry.system(campaign.system)
        sheets = snapshot.load([one.character for one in now.order], snapshot.FOR_A_CHECK)
        scores, dice = {}, {}
        for one in now.order:
            who = {one.character_id: sheets[one.character_id].sheet()}
            request = CheckRequest(
                participants=(Tester(one.character_id, "initiator", (TraitUse(trait),)),), tables=now.tables
            )  # fmt: skip
            thrown = throw(system.plan(request, who))
            scores[one.pk] = system.check(request, who, thrown).roll
            dice[one.token] = [[die.sides, die.face] for die in thrown]
        _sort(now, scores)
        return now.record("participants", payload={"trait": trait, "dice": dice})
