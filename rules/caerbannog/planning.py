"""Who throws what: how the dice of a test are shared among traits and people [Testy Łączone, Testy Grupowe]."""

from __future__ import annotations

from rules.caerbannog.edition import Edition
from rules.caerbannog.gear import check_gear
from rules.caerbannog.prices import check_payable
from rules.caerbannog.request import sheet_of, validate
from rules.errors import RuleError
from rules.values import N_, NP_, CheckRequest, Part, Participant, Sheets

MAX_DICE = 10


def plan(edition: Edition, request: CheckRequest, sheets: Sheets) -> tuple[Part, ...]:
    """Who throws what. Raises RuleError for a request that is out of order."""
    validate(edition, request, sheets)
    check_gear(edition, request, sheets)
    for one in request.participants:
        check_payable(sheet_of(sheets, one.who), one.pays)
    return dice_parts(edition, request, sheets)


def dice_parts(edition: Edition, request: CheckRequest, sheets: Sheets) -> tuple[Part, ...]:
    """The dice of a valid request: the GM's list where there is one, else as the rules split them."""
    parts: list[Part] = []
    for one in request.participants:
        sheet = sheet_of(sheets, one.who)
        for use, count in zip(one.uses, _split(one, request), strict=True):
            parts.append(Part(one.who, use.trait, edition.sides[edition.trait(sheet, use.trait).level], count))
    if sum(part.count for part in parts) > MAX_DICE:
        raise RuleError(NP_("At most {n} die in one test.", "At most {n} dice in one test."), MAX_DICE)
    return tuple(parts)


def _split(one: Participant, request: CheckRequest) -> tuple[int, ...]:
    listed = [use.dice for use in one.uses if use.dice is not None]
    if listed:
        if len(listed) != len(one.uses) or min(listed) < 1:
            raise RuleError(N_("A list of dice gives each trait at least one die."))
        return tuple(listed)
    traits, people = len(one.uses), len(request.participants)
    dice = _share(one.role, people)
    if people == 1:
        dice = max(dice, traits)  # each trait above the third brings one more die
    if traits > dice:
        raise RuleError(N_("There are more traits than dice here; the GM may list the dice."))
    return (dice - traits + 1, *(1 for _ in range(traits - 1)))


def _share(role: str, people: int) -> int:
    """Alone three dice, with one helper two of them; from two helpers on each person throws one."""
    if people == 1:
        return 3
    return 2 if people == 2 and role == "initiator" else 1
