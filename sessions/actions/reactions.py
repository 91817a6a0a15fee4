"""Reactions: a deed outside one's own turn, once a round, at a price of the house's list."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict
from rules.scenes import values
from rules.scenes.values import ReactionOffer
from rules.values import Cost, Counter, Sheet, Text
from sessions.access import Viewer
from sessions.actions.scene_turn import Now, scene_turn
from sessions.models import Campaign, LogEntry, Participant, Scene
from sheets.models.rows import COUNTER_LIMIT


def react(
    *, actor: Viewer, campaign: Campaign, scene: Scene, participant: Participant, offer: ReactionOffer, once: str = ""
) -> LogEntry:
    """Make this Reaction and pay for it. Raises RuleError or Refused where none is possible now."""
    with scene_turn(actor, campaign, scene, once=once, run=False) as now:
        if isinstance(now, LogEntry):
            return now
        one = now.one(participant.pk)
        if one is None or one.left_at or (one.hidden and not actor.is_gm):
            raise Conflict(_("This character has left the scene."))
        _pay(now, one, offer)
        now.put(one, "reacted_in", now.round_of(one))
        return now.record(
            "reaction", listed=True, moves=False, character=one.character, payload={"name": offer.name.id}
        )


def _pay(now: Now, one: Participant, offer: ReactionOffer) -> None:
    """By the rules, from one's own Momentum or from what the enemies share; others have none, and need none."""
    effects = now.rules.react(_seen_by(now, one), _purse(now, one), offer, now.tables)
    if _has_momentum(now, one):
        now.give(effects)


def offers(now: Now, one: Participant) -> tuple[ReactionOffer, ...]:
    """The Reactions that this one may make and pay for now."""
    return now.rules.reactions(_seen_by(now, one), _purse(now, one), now.tables)


def _has_momentum(now: Now, one: Participant) -> bool:
    return one.side == Participant.Side.PARTY or now.rows[one.character_id].shared is not None


def _purse(now: Now, one: Participant) -> Sheet:
    """The sheet that pays; an NPC without any Momentum can pay whatever it costs."""
    sheet = now.rows[one.character_id].sheet()
    if _has_momentum(now, one):
        return sheet
    return replace(sheet, counters=dict.fromkeys(sheet.counters, Counter(COUNTER_LIMIT)))


def _seen_by(now: Now, one: Participant) -> values.Scene:
    """The scene for somebody's Reaction: whose turn it is, in their own eyes."""
    return now.value(turn_of=now.active if one.hidden else now.seen_active)


def offer_of(name: str, counter: str, amount: int) -> ReactionOffer:
    """The offer that a button names; the rules refuse one that is not on the house's list."""
    return ReactionOffer(Text(name), Cost(counter, amount))
