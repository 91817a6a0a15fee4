"""What the participants of a challenge may be shown: everything but thresholds that are secret."""

from __future__ import annotations

from dataclasses import dataclass

from rules.challenges.spec import Price, Stake, Thresholds
from rules.challenges.state import ChallengeState, Debt, Ending, Member, Tallies


@dataclass(frozen=True, slots=True)
class PublicChallenge:
    """A challenge as its participants see it; `thresholds` is None where they are secret, and stays so at the end."""

    kind: str
    group: bool
    continuous: bool
    stages: str
    stage_length: str
    limit: int | None
    stake: Stake
    share_damage: bool
    prices: tuple[Price, ...]
    effort_pools: tuple[str, ...]
    thresholds: Thresholds | None
    members: tuple[Member, ...]
    stage: int
    tallies: Tallies
    tested: frozenset[int]
    withdrawn: frozenset[int]
    debts: tuple[Debt, ...]
    paused: bool
    ending: Ending | None


def public(state: ChallengeState) -> PublicChallenge:
    """The state without its secrets: fields are named one by one, so that a new one stays secret until it is shown."""
    spec = state.spec
    return PublicChallenge(
        kind=spec.kind,
        group=spec.group,
        continuous=spec.continuous,
        stages=spec.stages,
        stage_length=spec.stage_length,
        limit=spec.limit,
        stake=spec.stake,
        share_damage=spec.share_damage,
        prices=spec.prices,
        effort_pools=spec.effort_pools,
        thresholds=spec.thresholds if spec.open_thresholds else None,
        members=state.members,
        stage=state.stage,
        tallies=state.tallies,
        tested=state.tested,
        withdrawn=state.withdrawn,
        debts=state.debts,
        paused=state.paused,
        ending=state.ending,
    )
