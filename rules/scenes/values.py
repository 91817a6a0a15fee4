"""The values of what lies between tests: frozen, comparable, and storable as JSON (see serialise.py).

Like every value of the rules they only say what would happen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.values import Cost, Effect, Text


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene as it stands at one moment.

    kind      "free", or a situation: "challenge" or "combat"
    pace      what a situation is split into: "rounds", in which each has a turn, or longer "stages" (days, rests)
    round     which round or stage it is, from 1
    surprise  who was surprised when the situation began: "party", "enemies" or "" (nobody)
    turn_of   whose turn it is; None for an opponent's
    had_turn  who has begun a turn in this round
    reacted   who has reacted in this round
    won       how it ended: True, False, or None while it lasts and when it was broken off
    """

    kind: str = "free"
    pace: str = "rounds"
    round: int = 1
    surprise: str = ""
    turn_of: int | None = None
    had_turn: frozenset[int] = frozenset()
    reacted: frozenset[int] = frozenset()
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class PoolChange:
    """A gain and a forced loss, settled: `surplus` was gained above the limit, `unpaid` nothing could bear."""

    effects: tuple[Effect, ...] = ()
    surplus: int = 0
    unpaid: int = 0


@dataclass(frozen=True, slots=True)
class ReactionOffer:
    name: Text
    cost: Cost


# --- rests ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RestKind:
    """`trains`: experience goes into trainings, all of it; `heals`: injuries may heal."""

    key: str
    name: Text
    hint: Text
    trains: bool = False
    heals: bool = False


@dataclass(frozen=True, slots=True)
class Training:
    """Experience put into a training now, beside what was put there before; `required` None: nobody set a price."""

    name: str
    experience: int
    invested: int = 0
    required: int | None = None

    @property
    def paid_up(self) -> bool:
        """Whether the experience for it is all there. When it ends in the story, the table says."""
        return self.required is not None and self.invested + self.experience >= self.required


@dataclass(frozen=True, slots=True)
class RestChoice:
    """What somebody wants of a rest: points of the reserve turned into health, trainings, injuries that heal."""

    convert: int = 0
    trainings: tuple[Training, ...] = ()
    injuries: tuple[str, ...] = ()


RestChoices: TypeAlias = Mapping[int, RestChoice]


@dataclass(frozen=True, slots=True)
class Rested:
    """What a rest would do for one person.

    convertible  how much of the reserve could be turned into health at most, whatever was chosen
    unspent      experience that still has to go into trainings before the rest can be taken
    """

    who: int
    effects: tuple[Effect, ...] = ()
    convertible: int = 0
    trainings: tuple[Training, ...] = ()
    injuries: tuple[str, ...] = ()
    unspent: int = 0


# --- what a result brings about ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Consequence:
    """One thing that a result may bring about; which one it is, the table chooses.

    key        stable for one result: a choice names it
    name       what is done ("Push"); `told` is what comes of it, with its number
    amount     that number: damage, strength, fields ...
    measure    what the number is: "damage", "healing", "gain", "condition", "relief" (a condition's strength falls),
               or a number for the table alone: "fields", "difficulty", "pool" ...
    target     whom it concerns: "enemy", "ally", "self", or "" (nobody in particular)
    counter    the counter that changes, for damage, healing and gain
    condition  the kind of the condition that is imposed or eased
    """

    key: str
    name: Text
    told: Text
    amount: int
    measure: str
    target: str = ""
    counter: str = ""
    condition: str = ""
