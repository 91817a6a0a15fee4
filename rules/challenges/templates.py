"""The five challenges that the text prints [Przykłady wyzwań], ready to be played by any number of participants.

They are meant for four beginners of the earlier edition, whose bonuses of a category were always added: with the
rules of 2026 a difficulty lower by one suits better (decision 28).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.challenges.spec import ChallengeSpec, Price, Quality, Stake, Thresholds
from rules.errors import RuleError
from rules.values import N_, Text

PARTY = 4
SOCIAL = ("contacts", "favours", "wealth")


@dataclass(frozen=True, slots=True)
class Template:
    """A printed challenge for `participants`; the thresholds named in `per_head` grow with their number."""

    key: str
    name: Text
    spec: ChallengeSpec
    participants: int = PARTY
    per_head: tuple[str, ...] = ()

    def for_party(self, participants: int) -> ChallengeSpec:
        """The same for so many. Raises RuleError for nobody."""
        if participants < 1:
            raise RuleError(N_("Every side of a challenge needs a participant."))
        printed = self.spec.thresholds
        grown = {name: getattr(printed, name) * participants // self.participants for name in self.per_head}
        group = self.spec.group and participants > 1
        return replace(self.spec, thresholds=replace(printed, **grown), group=group)


CLIMB = ChallengeSpec("operation", Thresholds(win=20), 4, group=True, stages="round", stage_length="1 h", limit=8)
MOUNT = ChallengeSpec(
    "innovation",
    Thresholds(win=12, quality=(Quality(20, Text(N_("exceptional success"))),)),
    2,
    continuous=False,
    stages="rest",
    prices=(Price("stage", SOCIAL),),
    open_thresholds=False,
)
PURSUIT = ChallengeSpec(
    "breach", Thresholds(knockout=8), 5, group=True, stages="round", stage_length="1 min", limit=5, stake=Stake("high")
)
SNEAKING = ChallengeSpec(
    "intrigue",
    Thresholds(win=24, loss=12),
    4,
    group=True,
    limit=8,
    stake=Stake("high"),
    effort_pools=("determination",),
)
EXORCISM = ChallengeSpec("survival", Thresholds(stage=8, loss=16), 4, group=True, stake=Stake("high"))

TEMPLATES: tuple[Template, ...] = (
    Template("climb", Text(N_("Climbing a mountain")), CLIMB, per_head=("win",)),
    Template("mount", Text(N_("Training a mount")), MOUNT, participants=1),
    Template("pursuit", Text(N_("Pursuit")), PURSUIT),
    Template("sneaking", Text(N_("Sneaking past sentries")), SNEAKING, per_head=("win", "loss")),
    Template("exorcism", Text(N_("Rite of exorcism")), EXORCISM),
)


def template(key: str) -> Template:
    """The template of this key. Raises RuleError for an unknown one."""
    for one in TEMPLATES:
        if one.key == key:
            return one
    raise RuleError(
        N_("There is no such challenge; the printed ones are: {keys}."), keys=", ".join(t.key for t in TEMPLATES)
    )
