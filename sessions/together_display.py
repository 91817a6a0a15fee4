"""A shared test as one reader may see it: who has thrown, who is waited for, one side against the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from caerbannog_site.templatetags.words import number
from rules import registry, serialise
from rules.values import CheckResult
from sessions import check_words
from sessions.access import Viewer
from sessions.actions import shared
from sessions.check_offers import Person
from sessions.check_row import CheckRow, Seated, Side, Together, faces_of
from sessions.models import Check, CheckPart


class Shares(NamedTuple):
    """What there is of a check besides its result."""

    parts: Sequence[CheckPart] = ()
    answer: CheckResult | None = None


def gathered(check: Check, shares: Shares, people: Mapping[int, Person]) -> Together:
    """The pool as it builds up: of a share nobody has chosen a trait for, the dice are not known yet."""
    told = shared.told(check)
    side = [part for part in shares.parts if part.role in shared.FIRST and part.state != CheckPart.State.DECLINED]
    found = Together(note=told.get("note", ""), by_hand=told.get("by_hand", False))
    found.people = [_seated(part, told["names"], people[part.character_id]) for part in side]
    waiting = sum(one.waiting for one in found.people)
    found.thrown = len(found.people) - waiting
    found.waiting = ngettext("waiting for %(n)d person", "waiting for %(n)d people", waiting) % {"n": waiting}
    return found


def _seated(part: CheckPart, names: Mapping[str, str], person: Person) -> Seated:
    dice = []
    for _trait, sides, face in part.dice:
        label = _("d%(sides)s: %(face)s") if face else _("d%(sides)s, not thrown yet")
        dice.append((str(sides), str(face or "?"), label % {"sides": sides, "face": face}))
    return Seated(person.name, tested(part, names), dice, part.state == CheckPart.State.WAITING)


def tested(part: CheckPart, names: Mapping[str, str]) -> str:
    """The traits of a share, with the levels of its dice."""
    system = registry.system(part.character.system)
    sides = {trait: number for trait, number, _face in part.dice}
    keys = [use.trait for use in shared.uses_of(part)]
    return " + ".join(check_words.trait_name(system, key, sides.get(key, 0), names) for key in keys)


def opposed(
    check: Check, result: CheckResult, shares: Shares, people: Mapping[int, Person], faces: Any
) -> Together | None:
    """The two sides of a test that is one; `faces` draws the dice of a result."""
    told, other = shared.told(check), shared.opponent(shares.parts)
    if other is None and "value" not in told:
        return Together(note=told.get("note", ""), by_hand=told.get("by_hand", False)) if told else None
    lead = shares.parts[0]
    first = Side(people[lead.character_id].name, number(own_sum(result)), faces(result))
    found = Together(note=told.get("note", ""), by_hand=told.get("by_hand", False), sides=[first])
    final = lead.state == CheckPart.State.DONE
    if other is None:
        found.sides.append(Side(_("Fixed value"), number(told["value"])))
    else:
        found.sides.append(_other_side(other, shares.answer, people[other.character_id], faces))
    if check.state != Check.State.OPEN:
        return found
    last = other if other and final and shares.answer and other.state == CheckPart.State.THROWN else None
    may_finish = last or (None if final else lead)
    if may_finish and people[may_finish.character_id].acts:
        found.finish, found.finish_name = people[may_finish.character_id][:2]
    return found


def _other_side(part: CheckPart, answer: CheckResult | None, person: Person, faces: Any) -> Side:
    if part.state == CheckPart.State.DECLINED:
        return Side(person.name, note=_("does not resist"))
    if answer is None:
        return Side(person.name, note=_("has not thrown yet"))
    return Side(person.name, number(answer.value or 0), faces(answer))


def own_sum(result: CheckResult) -> int:
    """What a side threw by itself, before the other side was taken from it."""
    if result.outcome in ("critical_failure", "pending"):
        return result.value or 0
    apart = ("difficulty", "opponent", "ability", "effort")
    return sum(step.value for step in result.steps if step.kind not in apart)


def title(entry_names: Mapping[str, str], result: CheckResult, shares: Shares, first: str) -> str:
    """What is tested: Guile II, with help; Artistry II against Intuition I."""
    other = shared.opponent(shares.parts)
    if other is not None:
        against = tested(other, entry_names)
        return _("%(first)s against %(second)s") % {"first": first, "second": against} if against else first
    helped = sum(part.state != CheckPart.State.DECLINED for part in shares.parts) > 1
    return _("%(trait)s, with help") % {"trait": first} if helped else first


def gathering_row(check: Check, viewer: Viewer, people: Mapping[int, Person], shares: Shares) -> CheckRow:
    """A test whose dice are still coming; what it is against is told like after it."""
    request = serialise.request_from_json(check.request)
    lead = shares.parts[0]
    pool = gathered(check, shares, people)
    row = CheckRow(check, tested(lead, shared.told(check)["names"]), "pending", together=pool)
    row.advantage = check_words.lean(request)
    row.seal = _("%(thrown)s of %(all)s") % {"thrown": pool.thrown, "all": len(pool.people)}
    row.verdict = pool.waiting
    if check.hidden and not viewer.is_gm:
        row.secret = "difficulty"
    elif request.difficulty is not None:
        pool.difficulty = str(request.difficulty)
    return row


def add_others(
    row: CheckRow, own: Mapping[str, str], result: CheckResult, people: Mapping[int, Person], shares: Shares
) -> None:
    """What a row tells of a test that was not one person's alone."""
    row.title = title(own, result, shares, row.title)
    sign = row.unit[:1]
    row.together = opposed(row.check, result, shares, people, lambda side: faces_of(side, sign))
    if row.together and row.together.sides and result.outcome == "pending":
        row.verdict = _("The other side is still to come")
