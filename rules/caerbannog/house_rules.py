"""The house rules of Caerbannog as a page asks them. Numbers in comments are the decisions of RULES.md section 7."""

from __future__ import annotations

from rules.house_spec import (
    AMOUNT,
    CHOICE,
    NAME_COLUMN,
    NUMBER,
    ON_OFF,
    ROWS,
    Choices,
    Column,
    HouseRule,
    of,
)
from rules.tables import CONVERT
from rules.values import N_, Text

_RESTORED: Choices = (
    (CONVERT, Text(N_("Vitality into Endurance, at most"))),
    ("endurance", Text(N_("Endurance"))),
    ("determination", Text(N_("Determination"))),
    ("vitality", Text(N_("Vitality"))),
    ("contacts", Text(N_("Contacts"))),
    ("favours", Text(N_("Favours"))),
    ("wealth", Text(N_("Wealth"))),
)
_MUCH: Choices = (("half", Text(N_("half of the maximum"))), ("all", Text(N_("all of it"))))
_REST_COLUMNS = (
    Column(CHOICE, Text(N_("What comes back")), choices=_RESTORED),
    Column(AMOUNT, Text(N_("How much")), choices=_MUCH),
)
_WHAT_RETURNS = Text(N_("A number of points, half of the maximum rounded up, or all of it."))

ALL = (
    HouseRule(
        "difficulties", ROWS, Text(N_("Names of difficulties")),
        Text(N_("Each name holds from its number up to the next one.")),
        columns=(Column(NUMBER, Text(N_("From"))), NAME_COLUMN),
    ),
    HouseRule(
        "results", ROWS, Text(N_("Names of results")),
        Text(N_("Each name holds from its number up to the next one.")),
        columns=(Column(NUMBER, Text(N_("From")), low=-99), NAME_COLUMN),
    ),
    HouseRule(
        "breakthrough", NUMBER, Text(N_("Successes in a breakthrough")),
        Text(N_("Every so many full successes are one breakthrough.")), low=1, high=20,
    ),
    HouseRule(
        "momentum", ROWS, Text(N_("Momentum of experience")),
        Text(N_("Whoever holds so much experience gains so much Momentum as a scene or a turn begins.")),
        columns=(Column(NUMBER, Text(N_("Experience"))), Column(NUMBER, Text(N_("Momentum")))),
    ),
    HouseRule(
        "momentum_cap", NUMBER, Text(N_("Most Momentum")), Text(N_("What is gained above it is lost.")), low=1,
    ),
    HouseRule(
        "reactions", ROWS, Text(N_("Reactions")),
        Text(N_("What one may do outside one's own turn, and its price in Momentum.")),
        columns=(NAME_COLUMN, Column(NUMBER, Text(N_("Momentum")))),
    ),
    HouseRule("breather", ROWS, Text(N_("A breather gives back")), _WHAT_RETURNS, columns=_REST_COLUMNS),
    HouseRule("rest", ROWS, Text(N_("A rest gives back")), _WHAT_RETURNS, columns=_REST_COLUMNS),
    HouseRule("interlude", ROWS, Text(N_("An interlude gives back")), _WHAT_RETURNS, columns=_REST_COLUMNS),
    HouseRule(  # 1
        "critical_counts_raw", ON_OFF, Text(N_("A critical failure counts its depth in totals and stakes")),
        Text(N_("Off: it counts as 0 there too.")),
    ),
    HouseRule(  # 11
        "group_effort_payer", CHOICE, Text(N_("Who pays for a heroic effort in a group test")),
        Text(N_("The initiator bears most of a shared test.")),
        choices=(("initiator", Text(N_("the initiator"))), ("anyone", Text(N_("anybody in the group")))),
    ),
    HouseRule(  # 12
        "effort_keeps_last", ON_OFF, Text(N_("A heroic effort leaves the last point of a pool")),
        Text(N_("Vitality bears the rest of the price.")),
    ),
    HouseRule(  # 14
        "critical_rescue", ON_OFF, Text(N_("A heroic effort may rescue a critical failure")),
        Text(N_("Off: a critical failure stands whatever is paid.")),
    ),
    HouseRule(  # 36
        "effort_against_attack", ON_OFF, Text(N_("An answer to an attack may be a heroic effort")),
        Text(N_("Off: a defence against an attack is answered by the dice alone.")),
    ),
    HouseRule(  # 22
        "losses_give_experience", ON_OFF, Text(N_("A lost challenge or combat gives experience too")),
        Text(N_("Off: only what was won brings experience.")),
    ),
    HouseRule(  # 25
        "situation_keeps_momentum", ON_OFF,
        Text(N_("A scene that turns into a challenge or a combat keeps its Momentum")),
        Text(N_("Off: it is gathered anew.")),
    ),
    HouseRule(  # 45
        "stage_gain", CHOICE, Text(N_("In a challenge of long stages experience gives Momentum")),
        Text(N_("Stages are long where each takes days, or a rest lies between them.")),
        choices=(("stage", Text(N_("at each stage"))), ("start", Text(N_("once, at the start")))),
    ),
)  # fmt: skip

# The edition before 2026 has neither shared tests nor scenes that give or take anything.
EARLIER = of(ALL, "difficulties", "results", "effort_keeps_last", "critical_rescue")
