"""A roll as one reader may see it. What the reader may not know never gets into the values made here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from caerbannog_site.templatetags.words import number
from caerbannog_site.words import say
from rules import registry
from rules.values import CheckResult, Sheets
from sessions import check_words, together_display
from sessions.access import Viewer
from sessions.actions.consequences import OWN_SIDE
from sessions.check_offers import Offer, Person, offers_of
from sessions.check_row import CheckRow, faces_of
from sessions.models import Check, CheckPart, LogEntry, Mode
from sessions.together_display import Shares
from sheets.access import may_act
from sheets.models import Character

ALONE = Shares()


def check_row(
    entry: LogEntry,
    result: CheckResult | None,
    viewer: Viewer,
    people: Mapping[int, Person],
    sheets: Sheets,
    shares: Shares = ALONE,
) -> CheckRow:
    """The row of a root entry. `people` are the names of the characters as this viewer knows them."""
    if entry.mode == Mode.BLIND and not viewer.is_gm:
        return CheckRow(entry.rolled, "", "pending", secret="blind", seal="?", verdict=_("Rolled blind"))
    if result is None:
        return together_display.gathering_row(entry.rolled, viewer, people, shares)
    row = outcome_row(entry, result, viewer, people, shares)
    row.can_come = _can_come(row, entry, result, sheets)
    if row.may_act and not row.check.held:
        row.offers = _offers(row, result, people, sheets, shares)
    if viewer.is_gm:
        _for_gm(row, entry, result)
    return row


def outcome_row(
    entry: LogEntry, result: CheckResult, viewer: Viewer, people: Mapping[int, Person], shares: Shares = ALONE
) -> CheckRow:
    """What came out, without anything to press, for somebody who is to know it: not a blind roll's roller."""
    check = entry.rolled
    row = CheckRow(check, check_words.title_of(entry, result), result.outcome, is_gm=_runs(viewer, entry.character))
    row.leads = may_act(entry.character, viewer) and check.state == Check.State.OPEN
    row.may_act = row.leads or (check.state == Check.State.OPEN and any(_acting(shares, people)))
    row.unit = check_words.momentum_unit(result.system)
    row.dice = faces_of(result, row.unit[:1], people)
    row.gain = sum(effect.amount for effect in result.gained)
    row.advantage = check_words.lean(result.request)
    row.reasons = [reason for reason in (*result.request.advantage, *result.request.disadvantage) if reason]
    if check.hidden and not viewer.is_gm:
        _without_difficulty(row, result)
    else:
        _whole(row, result, people)
    if shares.parts:
        together_display.add_others(row, check_words.own_names(entry), result, people, shares)
    return row


def _can_come(row: CheckRow, entry: LogEntry, result: CheckResult, sheets: Sheets) -> bool:
    """A GM brings about whatever they like; a player what the rules offer for their own side, while it is open."""
    done = row.check.state in (Check.State.OPEN, Check.State.SETTLED) and result.outcome != "pending"
    if not done or row.check.held or entry.mode == Mode.SELF:
        return False
    if row.is_gm or not row.leads:
        return row.is_gm
    found = registry.scene_rules(result.system).consequences(result, sheets)
    return not row.check.hidden and any(one.target in OWN_SIDE for one in found)


def _acting(shares: Shares, people: Mapping[int, Person]) -> Iterator[bool]:
    return (people[part.character_id].acts for part in shares.parts if part.state != CheckPart.State.DECLINED)


def _offers(
    row: CheckRow, result: CheckResult, people: Mapping[int, Person], sheets: Sheets, shares: Shares
) -> list[Offer]:
    """What may be done to the throws that are not final yet, each with the dice that it is about."""
    prices = row.secret != "difficulty"
    states = {part.role: part.state for part in shares.parts}
    settled = result.outcome != "pending"
    found = []
    if settled or states.get("initiator") != CheckPart.State.DONE:
        found += [(offer, result) for offer in offers_of(result, people, sheets, prices=prices)]
    if shares.answer and not settled and states.get("opponent") == CheckPart.State.THROWN:
        found += [(offer, shares.answer) for offer in offers_of(shares.answer, people, sheets, prices=prices)]
    for offer, side in found:
        offer.dice = row.dice if side is result else faces_of(side, row.unit[:1])
    return [offer for offer, _side in found]


def _runs(viewer: Viewer, character: Character | None) -> bool:
    """A GM's own buttons work on the rolls of characters who still sit at an open table."""
    here = character is not None and character.campaign_id == viewer.campaign_id
    return viewer.is_gm and here and not viewer.archived


def _without_difficulty(row: CheckRow, result: CheckResult) -> None:
    """A hidden difficulty: the dice and success or failure; no number, name or step from which it follows."""
    row.secret = "difficulty"
    row.verdict = say(check_words.OUTCOMES[result.outcome])
    row.seal = ""


def _whole(row: CheckRow, result: CheckResult, people: Mapping[int, Person]) -> None:
    row.seal = "?" if result.value is None else number(result.value)
    row.verdict = say(result.name) if result.name else say(check_words.OUTCOMES[result.outcome])
    row.verdict = row.verdict[:1].upper() + row.verdict[1:]
    row.steps = [
        (step.kind, check_words.step_label(step), step.value) for step in result.steps if step.kind != "critical"
    ]
    row.total = "" if result.raw is None else number(result.raw)
    if result.value != result.raw and result.value is not None and result.raw is not None:
        row.replaced, row.total = number(result.raw), number(result.value)
    if result.outcome == "success" and result.breakthroughs:
        row.breakthroughs = ngettext("%(n)d breakthrough", "%(n)d breakthroughs", result.breakthroughs) % {
            "n": result.breakthroughs
        }
    names = {pk: person.name for pk, person in people.items()}
    row.story = [check_words.told(taken, names, result.system) for taken in result.taken]


def _for_gm(row: CheckRow, entry: LogEntry, result: CheckResult) -> None:
    row.result = result
    row.asked = row.check.asked["text"] or _("the GM's price") if row.check.asked else ""
    row.can_reveal = entry.mode in (Mode.GM, Mode.BLIND) or row.check.hidden
    row.can_conceal = entry.mode == Mode.PUBLIC and entry.payload.get("mode", Mode.PUBLIC) != Mode.PUBLIC
