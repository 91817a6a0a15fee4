"""What a rule system is. Copy the nearest folder in systems/, add one line to registry.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from rules.house_spec import HouseRule
from rules.scenes.values import (
    Consequence,
    PoolChange,
    ReactionOffer,
    RestChoices,
    Rested,
    RestKind,
    Scene,
)
from rules.spec import SharedTests, SheetSpec
from rules.values import (
    CheckRequest,
    CheckResult,
    Choice,
    Die,
    Effect,
    FollowUp,
    Odds,
    Part,
    Sheet,
    Sheets,
    Tables,
    Text,
)


class RuleSystem(Protocol):
    """Every function is pure; a refused request or choice raises errors.RuleError with a Text fit for a player."""

    key: str
    name: Text

    def sheet(self) -> SheetSpec:
        """The kinds, keys, bounds, dice and labels of this game's sheet."""

    def tables(self, house: Mapping[str, object]) -> Tables:
        """The campaign's house tables over the defaults; unknown or broken entries raise RuleError."""

    def house_rules(self) -> tuple[HouseRule, ...]:
        """What a campaign may settle for itself, in the order in which a page asks it."""

    def house_of(self, tables: Tables) -> Mapping[str, object]:
        """The value in force of each house rule, as plain JSON: `tables` reads the same back."""

    def difficulties(self, tables: Tables) -> tuple[tuple[int, Text], ...]:
        """The common difficulties with their names, lowest first; empty where the game has none."""

    def result_name(self, request: CheckRequest, value: int) -> Text:
        """What a result of this value is called."""

    def facts(self, sheet: Sheet) -> tuple[Text, ...]:
        """What can be read off a sheet without a die (that the character can write, say); may be empty."""

    def warnings(self, sheets: Sheets, facts: Mapping[str, str]) -> tuple[Text, ...]:
        """What looks odd on the one sheet given (never a block); `facts` are its texts by key (archetype ...)."""

    def plan(self, request: CheckRequest, sheets: Sheets) -> tuple[Part, ...]:
        """Who throws what."""

    def check(self, request: CheckRequest, sheets: Sheets, thrown: Sequence[Die]) -> CheckResult:
        """The result of dice already thrown."""

    def follow_ups(self, result: CheckResult, sheets_now: Sheets) -> tuple[FollowUp, ...]:
        """What is legal now and can be paid now."""

    def follow(
        self, result: CheckResult, choice: Choice, sheets_now: Sheets, thrown: Sequence[Die] = ()
    ) -> CheckResult:
        """The whole new result after a follow-up; its effects hold the payment and the changes."""

    def odds(self, request: CheckRequest, sheets: Sheets) -> Odds:
        """The exact distribution of results before the roll."""

    def boosted_odds(self, request: CheckRequest, sheets: Sheets) -> Odds:
        """The same when everybody boosts who can; `odds` where nothing is boosted."""

    def shared(self) -> SharedTests:
        """Which tests of several people the game knows; neutral.AloneOnly answers for one that knows none."""

    def settle_opposed(self, first: CheckResult, second: CheckResult | int) -> CheckResult:
        """The initiator's side against the opponent's, or against a fixed value; again as often as one has changed."""

    def opposed_odds(self, first: CheckRequest, second: CheckRequest | int, sheets: Sheets) -> Odds:
        """The exact distribution of an opposed test's result before any die is thrown."""


class SceneRules(Protocol):
    """What a game says of what lies between tests; scenes.neutral.NoScenes answers for one that says nothing.

    Pure like the rest, and nothing is applied: effects are proposals for the caller to apply and log. Sheets are those
    of the party. A refused move raises errors.RuleError.
    """

    def at(self, moment: str, now: Scene, sheets: Sheets, tables: Tables) -> tuple[Effect, ...]:
        """What a scene gives and takes as it "opens", as a "turn" or a "stage" begins, as it "closes"."""

    def forced(self, sheet: Sheet, amount: int, tables: Tables, gained: int = 0) -> PoolChange:
        """Somebody is forced to spend so much (Momentum ...), while gaining something perhaps."""

    def reactions(self, now: Scene, sheet: Sheet, tables: Tables) -> tuple[ReactionOffer, ...]:
        """The Reactions that this person may make and pay for now."""

    def react(self, now: Scene, sheet: Sheet, offer: ReactionOffer, tables: Tables) -> tuple[Effect, ...]:
        """The payment of a Reaction."""

    def rests(self) -> tuple[RestKind, ...]:
        """The kinds of rest, shortest first."""

    def rest_preview(self, kind: str, sheets: Sheets, choices: RestChoices, tables: Tables) -> tuple[Rested, ...]:
        """What a rest would change for each person, by what they have chosen so far."""

    def rest(self, kind: str, sheets: Sheets, choices: RestChoices, tables: Tables) -> tuple[Rested, ...]:
        """The same, refused while something stands in the way of the rest."""

    def consequences(self, result: CheckResult, sheets: Sheets) -> tuple[Consequence, ...]:
        """What a result may bring about; nothing for a side of an opposed test until the two are settled."""

    def applied(
        self, consequence: Consequence, target: Sheet, tables: Tables, points: int | None = None
    ) -> tuple[Effect, ...]:
        """What a consequence changes in its target's counters; `points` where the target chooses how much."""

    def answered_by(self, consequence: Consequence) -> str:
        """The key of the category of defences that may answer it first; "" where none does."""
