"""The chances of a challenge before its first test, from what each participant may throw.

Two policies: nobody spends anything, or whoever fails makes a heroic effort as long as their pool can pay it.
Without efforts the chances are exact as long as the lattice is small; else they are seen in a sample. A party is taken
to play on to the end: nobody withdraws or drops out, prices are always paid, and an innovation is finished at the end
of the stage that brings it over its win threshold.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.challenges.chances import Forecast
from rules.challenges.hands import Hand, throws
from rules.challenges.lattice import Lattice, TooLarge
from rules.challenges.sampling import Uniform, sample
from rules.challenges.setup import check_members, check_spec
from rules.challenges.spec import ChallengeSpec
from rules.challenges.state import Member
from rules.challenges.track import Track


def forecast(spec: ChallengeSpec, hands: Sequence[Hand], uniform: Uniform, heroic: bool = False) -> Forecast:
    """The forecast of a challenge for these hands, who throw in this order in each stage.

    Raises RuleError for a setup that can't be played or has no difficulty; ValueError for chances that aren't 1.
    `uniform` is asked only for a sample.
    """
    check_spec(spec)
    check_members(spec, [Member(hand.who, hand.side) for hand in hands])
    heads, sides = sum(hand.side == 0 for hand in hands), len({hand.side for hand in hands})
    track = Track(spec, heads, sides)
    if heroic and not spec.opposed and any(hand.pool for hand in hands):
        return sample(track, throws(spec, hands, one_by_one=True), uniform, [hand.pool for hand in hands])
    ready = throws(spec, hands)
    try:
        return Lattice(track, ready).draw()
    except TooLarge:
        return sample(track, ready, uniform)
