"""Levels of difficulty of a challenge [Poziom trudności wyzwania]: what suits how many participants.

The numbers expect three stages or more. They are a setting of the campaign: every function takes its levels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.challenges.kinds import kind_of
from rules.challenges.spec import ChallengeSpec, Thresholds
from rules.errors import RuleError
from rules.values import N_, Text

STAGES = 3


@dataclass(frozen=True, slots=True)
class Level:
    """`difficulties` of its tests, lowest and highest (None: no bound); thresholds for each participant."""

    name: Text
    difficulties: tuple[int, int | None]
    win: int
    loss: int

    def difficulty(self) -> int:
        """The one that is proposed: the middle, or the lowest where there is no bound."""
        low, high = self.difficulties
        return low if high is None else (low + high + 1) // 2


LEVELS: Mapping[str, Level] = {
    "low": Level(Text(N_("low level of difficulty")), (1, 2), 12, 6),
    "medium": Level(Text(N_("medium level of difficulty")), (3, 5), 7, 4),
    "high": Level(Text(N_("high level of difficulty")), (6, None), 3, 2),
}


def per_head(key: str, participants: int, levels: Mapping[str, Level] = LEVELS) -> Thresholds:
    """The win and the loss threshold for so many. Raises RuleError for an unknown level or for nobody."""
    if key not in levels:
        raise RuleError(N_("There is no such level of difficulty."))
    if participants < 1:
        raise RuleError(N_("Every side of a challenge needs a participant."))
    return Thresholds(levels[key].win * participants, levels[key].loss * participants)


def preset(kind: str, key: str, participants: int, levels: Mapping[str, Level] = LEVELS) -> ChallengeSpec:
    """A challenge to begin with, to be completed by the game master. Raises RuleError like `per_head`.

    The table has no numbers for stages: a survival lasts, and a breach is decided on time after, the three stages
    that it expects.
    """
    takes = kind_of(kind).takes
    heads = per_head(key, participants, levels)
    thresholds = Thresholds(
        win=heads.win if "win" in takes else None,
        loss=heads.loss if "loss" in takes else None,
        stage=STAGES if "stage" in takes else None,
    )
    on_time = kind == "breach"
    return ChallengeSpec(
        kind,
        thresholds,
        levels[key].difficulty(),
        group=participants > 1,
        limit=STAGES if on_time else None,
        on_time=on_time,
        open_thresholds=not kind_of(kind).finishes,
    )
