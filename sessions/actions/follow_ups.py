"""What happens to a roll after its dice: paid follow-ups, the GM's corrections, another cost asked and agreed."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from rules.dice import parts_of
from rules.values import CheckRequest, CheckResult, Choice, Cost, Die
from sessions.access import Viewer
from sessions.actions.checks import by_hand, throw
from sessions.actions.following import Following, following
from sessions.models import Check, CheckPart, LogEntry


def follow(
    *,
    actor: Viewer,
    check: Check,
    choice: Choice,
    expect: int,
    faces: Sequence[int] = (),
    once: str = "",
) -> LogEntry:
    """Boost, effort or reroll, paid now. Raises RuleError for what is not legal or not affordable."""
    with following(actor, check, expect, once) as now:
        if isinstance(now, LogEntry):
            return now
        _need_free(now.check)
        side = _side_of(now, choice.payer)
        thrown: tuple[Die, ...] = ()
        if choice.kind == "reroll":
            parts = parts_of(side.dice, choice.dice)
            thrown = by_hand(parts, faces) if faces else throw(parts)
        changed = now.system.follow(side, choice, now.sheets, thrown)
        now.check.asked = None
        if side is now.answer:
            return now.record(choice.kind, answer=changed, by_hand=bool(faces))
        return now.record(choice.kind, changed, by_hand=bool(faces))


def _side_of(now: Following, payer: int) -> CheckResult:
    """The throw of the payer's side. Raises Conflict when that has been declared final and not been answered yet."""
    part = next((one for one in now.parts if one.character_id == payer), None)
    if part is None or now.check.request is None:
        return now.result
    side = now.answer if part.role == "opponent" else now.result
    settled = now.result.outcome != "pending"
    if side is None or (part.state == CheckPart.State.DONE and not settled) or part.state == CheckPart.State.DECLINED:
        raise Conflict(_("This throw is final."))
    if settled and part.role == "opponent":
        raise Conflict(_("This throw is final."))
    return side


def _need_free(check: Check) -> None:
    """What a blind roll gave is still held, so nothing can be paid with it or for it."""
    if check.held:
        raise Refused(_("This roll waits for a game master."))


def correct(
    *,
    actor: Viewer,
    check: Check,
    corrected: CheckRequest,
    hidden: bool,
    expect: int,
    payer: int,
    note: str = "",
    reprice: bool = False,
    once: str = "",
) -> LogEntry:
    """A GM tells or corrects difficulty, advantage or modifiers; the dice stay (RULES 7, row 46)."""
    with following(actor, check, expect, once, settled=True) as now:
        if isinstance(now, LogEntry):
            return now
        pending = now.result.request.difficulty is None
        still = Check.State.SETTLED if pending else Check.State.OPEN
        if now.check.state not in (Check.State.OPEN, still):
            raise Conflict(_("This roll is settled."))
        if pending and corrected.difficulty is not None and now.result.request.kind == now.system.shared().opposed:
            raise Refused(_("The difficulty of an opposed test is what the opponent throws."), field="difficulty")
        choice = Choice("correct", payer, note=note, request=corrected, reprice=reprice)
        result = now.system.follow(now.result, choice, now.sheets)
        now.check.hidden = hidden
        return now.record("difficulty" if pending else "correct", result)


def ask_cost(*, actor: Viewer, check: Check, who: int, text: str, expect: int, once: str = "") -> LogEntry:
    """A player asks the GM to let a heroic effort be paid with something else, or for its secret price."""
    with following(actor, check, expect, once) as now:
        if isinstance(now, LogEntry):
            return now
        _need_free(now.check)
        offers = [one for one in now.system.follow_ups(now.result, now.sheets) if one.kind == "effort"]
        if not any(one.payer == who for one in offers) and not now.check.hidden:
            raise Refused(_("A heroic effort is not possible here."))
        now.check.asked = {"who": who, "text": text}
        return now.record("asked", text=text)


def answer_cost(
    *, actor: Viewer, check: Check, agreed: bool, counter: str = "", expect: int, once: str = ""
) -> LogEntry:
    """A GM agrees to what was asked, or to a pool instead (`counter`), or refuses; nothing was paid before."""
    with following(actor, check, expect, once) as now:
        if isinstance(now, LogEntry):
            return now
        asked = now.check.asked
        if not asked:
            raise Conflict(_("Nobody is asking for an effort any more."))
        now.check.asked = None
        if not agreed:
            return now.record("refused", text=asked["text"])
        cost = _pool_cost(now, asked["who"], counter) if counter else None
        choice = Choice("effort", asked["who"], cost=cost, note=asked["text"] if cost is None else "")
        return now.record("effort", now.system.follow(now.result, choice, now.sheets))


def _pool_cost(now: Following, who: int, counter: str) -> Cost:
    """The price of the effort in this pool; Refused when the pool does not hold it."""
    offers = now.system.follow_ups(now.result, now.sheets)
    costs = [cost for one in offers if one.kind == "effort" and one.payer == who for cost in one.costs]
    cost = next((cost for cost in costs if cost.counter == counter), None)
    if cost is None:
        raise Refused(_("The effort can't be paid from this pool."))
    return cost


def settle(*, actor: Viewer, check: Check, expect: int, once: str = "") -> LogEntry:
    """Close the roll: no more follow-ups are offered."""
    with following(actor, check, expect, once) as now:
        if isinstance(now, LogEntry):
            return now
        now.check.state = Check.State.SETTLED
        return now.record("settled")
