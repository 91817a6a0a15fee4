"""One side against another: the initiator shows a final sum, then the opponent answers [Testy Sporne].

An NPC answers as soon as the initiator is done: the server throws, with the trait that was named when the test began,
else with its best defence. Whoever does not resist takes nothing from the initiator's sum.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict
from rules.values import CheckResult, TraitUse
from sessions.access import Viewer
from sessions.actions import shared
from sessions.actions.following import Following, following
from sessions.actions.gathering import answer_of, share_of
from sessions.models import Check, CheckPart, LogEntry
from sheets.models import Character
from sheets.snapshot import Rows

UNOPPOSED = 0


def done(*, actor: Viewer, check: Check, who: Character, expect: int, once: str = "") -> LogEntry:
    """A side's throw is final. The initiator's opens the opponent's; the opponent's settles the test."""
    with following(actor, check, expect, once) as now:
        if isinstance(now, LogEntry):
            return now
        part = share_of(now, who)
        if part.state != CheckPart.State.THROWN or part.role == "helper" or not _is_opposed(now.check):
            raise Conflict(_("There is nothing to finish here."))
        if part.role == "opponent":
            part.state = CheckPart.State.DONE
            return _settled(now, now.answer or UNOPPOSED)
        for one in shared.first_side(now.parts):
            one.state = CheckPart.State.DONE
        return _opened(now)


def unopposed(*, actor: Viewer, check: Check, who: Character, expect: int, once: str = "") -> LogEntry:
    """The opponent does not resist: nothing is taken from the initiator's sum, now or once it is final."""
    with following(actor, check, expect, once, gathering=True) as now:
        if isinstance(now, LogEntry):
            return now
        part = share_of(now, who)
        if part.role != "opponent" or part.state != CheckPart.State.WAITING or any(die[2] for die in part.dice):
            raise Conflict(_("The opponent has answered already; the throw stands."))
        part.state = CheckPart.State.DECLINED
        final = all(one.state == CheckPart.State.DONE for one in shared.first_side(now.parts))
        return _settled(now, UNOPPOSED) if final else now.record("unopposed")


def _is_opposed(check: Check) -> bool:
    return "value" in shared.told(check) or check.parts.filter(role="opponent").exists()


def _opened(now: Following) -> LogEntry:
    other = shared.opponent(now.parts)
    if other is None:
        return _settled(now, shared.told(now.check)["value"])
    if other.state == CheckPart.State.DECLINED:
        return _settled(now, UNOPPOSED)
    if not other.character.is_npc:
        return now.record("shown")
    if not other.uses:
        other.uses = shared.written([TraitUse(best_defence(now.rows[other.character_id]))])
    answer = answer_of(now, other)
    other.state = CheckPart.State.DONE
    return _settled(now, answer, answer)


def _settled(now: Following, second: CheckResult | int, answer: CheckResult | None = None) -> LogEntry:
    return now.record("opposed", now.system.settle_opposed(now.result, second), answer=answer)


def best_defence(rows: Rows) -> str:
    """The highest of the sheet's defences, the first of equals; of all traits in a game that has no defences."""
    kinds = {one.key: one.kind for one in rows.spec.categories}
    traits = rows.sheet().traits.values()
    defences = [one for one in traits if kinds.get(one.category) == "defence"]
    return max(defences or traits, key=lambda one: one.level).key
