"""Which requests are in order. Everything a caller can get wrong about a check is refused here, before any dice."""

from __future__ import annotations

from rules.caerbannog.edition import Edition
from rules.errors import RuleError
from rules.spec import CategorySpec
from rules.tables import PRESETS, CaerbannogTables
from rules.values import N_, NP_, CheckRequest, Participant, Sheet, Sheets, Text

OPPOSED = "opposed"  # the kind of a request that is one side of an opposed test
KINDS = ("test", OPPOSED)
LEADS = {"test": ("initiator",), OPPOSED: ("initiator", "opponent")}

OPPONENT_S_THROW = N_("The difficulty of an opposed test is what the opponent throws.")

CONDITIONS_MET = "conditions_met"  # the option that counts how many of the following hold [Testy Grupowe]
GROUP_CONDITIONS = (
    Text(N_("Each of them gives the test the same time.")),
    Text(N_("They perceive its goal and one another.")),
    Text(N_("The circumstances let them work together.")),
)

MAX_DIFFICULTY = 99
MAX_MODIFIER = 99
MAX_REASONS = 8
MAX_REASON = 80
MAX_TRAITS = 10

_DEFAULTS = PRESETS["2026"]


def house(request: CheckRequest) -> CaerbannogTables:
    """The campaign's tables; a request that brings none is played by the defaults."""
    return request.tables if isinstance(request.tables, CaerbannogTables) else _DEFAULTS


def lead(request: CheckRequest) -> Participant:
    """Who bears the test: everybody else helps. Only for a request that `validate` let through."""
    return next(p for p in request.participants if p.role != "helper")


def named_options(request: CheckRequest) -> frozenset[str]:
    """The options that the request has switched on."""
    return frozenset(key for key, value in request.options.items() if value)


def participant(request: CheckRequest, who: int) -> Participant:
    """The participant of this id. Raises RuleError when there is none."""
    for one in request.participants:
        if one.who == who:
            return one
    raise RuleError(N_("This character takes no part in the test."))


def check_unanswered(request: CheckRequest) -> None:
    """The initiator of an opposed test shows a final sum; only then the opponent answers [Testy Sporne].

    Raises RuleError once that has happened.
    """
    if request.kind == OPPOSED and request.difficulty is not None:
        raise RuleError(N_("The opponent has answered already; the throw stands."))


def sheet_of(sheets: Sheets, who: int) -> Sheet:
    """The sheet of a character. Raises RuleError when it isn't at hand."""
    if who not in sheets:
        raise RuleError(N_("The sheet of this character is missing."))
    return sheets[who]


def categories(edition: Edition, one: Participant, sheets: Sheets) -> tuple[CategorySpec, ...]:
    """The categories of somebody's traits in a test, in the order in which they were named."""
    sheet = sheet_of(sheets, one.who)
    return tuple(edition.categories[edition.trait(sheet, use.trait).category] for use in one.uses)


def validate(edition: Edition, request: CheckRequest, sheets: Sheets) -> None:
    """Raise RuleError unless the request is one that this game knows and its people can make."""
    numbers(edition, request)
    people(edition, request, sheets)
    if request.kind == OPPOSED and request.difficulty is not None:
        raise RuleError(OPPONENT_S_THROW)


def people(edition: Edition, request: CheckRequest, sheets: Sheets) -> None:
    """Raise RuleError unless these people can make a test with these traits."""
    if not edition.shared_tests:
        _alone(request)
    _roles(request)
    _conditions(request)
    for one in request.participants:
        _uses(edition, one, sheet_of(sheets, one.who))


def numbers(edition: Edition, request: CheckRequest) -> None:
    """Raise RuleError unless everything about the test but its people is in order."""
    if request.kind not in KINDS:
        raise RuleError(N_("This game has no such kind of test."))
    if request.against not in ("", "attack", "hazard"):
        raise RuleError(N_("A defence answers an attack or a hazard."))
    if request.kind == "test" and not 0 <= (request.difficulty or 0) <= MAX_DIFFICULTY:
        raise RuleError(N_("A difficulty is a number from 0 to {limit}."), limit=MAX_DIFFICULTY)
    answers = request.kind == OPPOSED and any(one.role == "opponent" for one in request.participants)
    if answers and request.difficulty is not None:
        raise RuleError(OPPONENT_S_THROW)
    if any(abs(modifier.value) > MAX_MODIFIER for modifier in request.modifiers):
        raise RuleError(N_("The modifier may be from -{limit} to {limit}."), limit=MAX_MODIFIER)
    if any(option != CONDITIONS_MET and option not in edition.options for option in request.options):
        raise RuleError(N_("This game has no such option."))
    _reasons(request)


def _alone(request: CheckRequest) -> None:
    uses = [use for one in request.participants for use in one.uses]
    if len(request.participants) > 1 or len(uses) > 1 or any(use.dice is not None for use in uses):
        raise RuleError(N_("In this edition one character tests one trait with three dice."))


def _roles(request: CheckRequest) -> None:
    leads = LEADS[request.kind]
    roles = [one.role for one in request.participants]
    if sum(role in leads for role in roles) != 1:
        raise RuleError(_ONE_LEAD[request.kind])
    if any(role not in (*leads, "helper") for role in roles):
        raise RuleError(N_("This test has only an initiator and helpers."))
    if len({one.who for one in request.participants}) != len(roles):
        raise RuleError(N_("Each character takes part in a test once."))


_ONE_LEAD = {
    "test": N_("A test has one initiator."),
    OPPOSED: N_("Each side of an opposed test has one initiator or one opponent."),
}


def _conditions(request: CheckRequest) -> None:
    """Where nobody counted the conditions of a group, the table has agreed that they hold."""
    met = request.options.get(CONDITIONS_MET, len(GROUP_CONDITIONS))
    most = isinstance(met, int) and 2 * met > len(GROUP_CONDITIONS)
    if len(request.participants) > 1 and not most:
        raise RuleError(N_("Too little of what a group test needs is there."))


def _uses(edition: Edition, one: Participant, sheet: Sheet) -> None:
    if not one.uses:
        raise RuleError(N_("Choose what to test."))
    keys = {use.trait for use in one.uses}
    if len(keys) != len(one.uses):
        raise RuleError(N_("Each trait is combined once."))
    if len(keys) > MAX_TRAITS:
        raise RuleError(NP_("At most {n} trait in one test.", "At most {n} traits in one test."), MAX_TRAITS)
    for key in keys:
        permission = edition.categories[edition.trait(sheet, key).category].needs_permission
        if permission and permission not in sheet.flags:
            raise RuleError(N_("Nothing allows this character to use mystic skills."))


def _reasons(request: CheckRequest) -> None:
    lists = (request.advantage, request.disadvantage, tuple(m.reason for m in request.modifiers))
    if any(len(reasons) > MAX_REASONS for reasons in lists):
        raise RuleError(NP_("At most {n} reason of one sort.", "At most {n} reasons of one sort."), MAX_REASONS)
    if any(len(reason) > MAX_REASON for reasons in lists for reason in reasons):
        raise RuleError(
            NP_("A reason has at most {n} character.", "A reason has at most {n} characters."), MAX_REASON
        )  # fmt: skip
