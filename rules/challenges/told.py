"""A challenge and its forecast in lines of plain text, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.challenges.chances import Forecast, mean
from rules.challenges.forecast import forecast
from rules.challenges.hands import Hand
from rules.challenges.kinds import kind_of
from rules.challenges.sampling import Uniform
from rules.challenges.setup import advice
from rules.challenges.spec import STAGES, THRESHOLDS, ChallengeSpec
from rules.values import N_, NP_, Text

OUTCOMES: Mapping[str, Text] = {
    "won": Text(N_("won")),
    "lost": Text(N_("lost")),
    "draw": Text(N_("draw")),
    "undecided": Text(N_("undecided")),
}

Say = Callable[[Text], str]


def setup_told(spec: ChallengeSpec, say: Say) -> list[str]:
    """What is played for: kind, stages, thresholds, and what looks odd."""
    thresholds = [
        f"{say(THRESHOLDS[name])}: {getattr(spec.thresholds, name)}"
        for name in sorted(spec.thresholds.named() - {"quality"})
    ]
    lines = [f"{say(kind_of(spec.kind).name)}, {say(STAGES[spec.stages])}", *thresholds]
    if spec.limit is not None:
        lines.append(say(Text(NP_("at most {n} stage", "at most {n} stages"), spec.limit)))
    return lines + [say(text) for text in advice(spec)]


def forecasts_told(spec: ChallengeSpec, hands: Sequence[Hand], uniform: Uniform, say: Say) -> list[str]:
    """The forecast under both policies."""
    return [
        f"{say(Text(N_('nobody makes a heroic effort')))}:",
        *_told(forecast(spec, hands, uniform), say),
        f"{say(Text(N_('everybody makes heroic efforts as long as they can')))}:",
        *_told(forecast(spec, hands, uniform, heroic=True), say),
    ]


def _told(chances: Forecast, say: Say) -> list[str]:
    lines = []
    for outcome, chance in chances.outcomes.items():
        low, high = chances.interval(chance)
        reach = f"  ({low:.1%} - {high:.1%})" if chances.runs else ""
        if chance:
            lines.append(f"  {say(OUTCOMES[outcome])} {float(chance):.1%}{reach}")
    means = (
        (N_("stages on average"), chances.stages),
        (N_("damage on average"), chances.damage),
        (N_("spent on average"), chances.spent),
    )
    return lines + [f"  {say(Text(words))} {float(mean(values)):.1f}" for words, values in means]
