"""A Reaction: one more deed, outside one's own turn, once a round, paid with Momentum [Reakcje za Rozmach].

The prices are the house's: the text's own list isn't published.
"""

from __future__ import annotations

from rules.caerbannog.sheet import MOMENTUM, held
from rules.errors import RuleError
from rules.scenes.values import ReactionOffer, Scene
from rules.systems.caerbannog_2026.scene import SITUATIONS, validate
from rules.tables import CaerbannogTables
from rules.values import N_, Cost, Effect, Sheet


def prices(tables: CaerbannogTables) -> tuple[ReactionOffer, ...]:
    """Every Reaction on the house's list, in its order."""
    return tuple(ReactionOffer(one.name, Cost(MOMENTUM, one.cost)) for one in tables.reactions)


def offers(scene: Scene, sheet: Sheet, tables: CaerbannogTables) -> tuple[ReactionOffer, ...]:
    """The Reactions open to this person now that their Momentum can pay."""
    open_now = []
    for offer in prices(tables):
        try:
            react(scene, sheet, offer, tables)
        except RuleError:
            continue
        open_now.append(offer)
    return tuple(open_now)


def react(scene: Scene, sheet: Sheet, offer: ReactionOffer, tables: CaerbannogTables) -> tuple[Effect, ...]:
    """The payment of a Reaction. Raises RuleError where none is possible, or not at this price.

    Nothing replaces Momentum here: only what one is forced to spend falls on Determination.
    """
    validate(scene)
    if offer not in prices(tables):
        raise RuleError(N_("This Reaction isn't on the table's list."))
    if scene.kind not in SITUATIONS:
        raise RuleError(N_("Reactions belong to challenges and combats."))
    if scene.turn_of == sheet.who:
        raise RuleError(N_("A Reaction is made outside one's own turn."))
    if sheet.who in scene.reacted:
        raise RuleError(N_("One reacts once a round."))
    if held(sheet, MOMENTUM) < offer.cost.amount:
        raise RuleError(N_("There isn't enough Momentum."))
    return (Effect(sheet.who, MOMENTUM, -offer.cost.amount),) if offer.cost.amount else ()
