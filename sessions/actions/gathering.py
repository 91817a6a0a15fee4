"""Tests that several people throw for, each on their own screen: thrown share by share, called off.

What guards a throw is how many dice of the share lie already (`thrown`), not the step of the test: two people may
throw in the same breath.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from rules import registry, serialise
from rules.errors import RuleError
from rules.values import N_, CheckResult, Part, TraitUse
from sessions.access import Viewer
from sessions.actions import shared
from sessions.actions.checks import by_hand, own_names, sheets_of, throw
from sessions.actions.following import Following, following
from sessions.models import Check, CheckPart, LogEntry
from sheets.models import Character
from sheets.snapshot import Rows


def throw_share(
    *,
    actor: Viewer,
    check: Check,
    who: Character,
    thrown: int,
    uses: Sequence[TraitUse] = (),
    faces: Sequence[int] = (),
    once: str = "",
) -> LogEntry:
    """Somebody's dice fall. With the last ones the test has its result, in the same entry.

    `uses` are the traits of whoever was left the choice, `thrown` the number of their dice on the table when the
    button was drawn.
    """
    with following(actor, check, None, once, gathering=True) as now:
        if isinstance(now, LogEntry):
            return now
        part = share_of(now, who)
        if sum(1 for die in part.dice if die[2]) != thrown or part.state != CheckPart.State.WAITING:
            raise Conflict(_("These dice have been thrown already."))
        if not part.uses:
            part.uses = shared.written(uses)
            shared.told(now.check)["names"] |= own_names(now.rows[who.pk], uses)
        if part.role == "opponent":
            return _answered(now, part, faces)
        if now.check.state != Check.State.GATHERING:
            raise Conflict(_("These dice have been thrown already."))
        return _joined(now, part, faces)


def share_of(now: Following, who: Character) -> CheckPart:
    """The living share of this character. Raises Conflict when there is none any more."""
    part = next((one for one in now.parts if one.character_id == who.pk and one.state in shared.IN), None)
    if part is None:
        raise Conflict(_("This character is no longer in the test."))
    return part


def _joined(now: Following, part: CheckPart, faces: Sequence[int]) -> LogEntry:
    side = _laid_out(now)
    if not part.uses:
        raise RuleError(N_("Choose what to test."))
    lay(now.check, part, faces)
    return finished(now, side, "thrown")


def _laid_out(now: Following) -> list[CheckPart]:
    side = shared.first_side(now.parts)
    request = shared.request_of(now.check, side, now.rows[side[0].character_id].tables)
    shared.lay_out(now.system, request, side, now.sheets)
    return side


def finished(now: Following, side: list[CheckPart], kind: str) -> LogEntry:
    """The entry of a step of the gathering: the result, if it was the last one."""
    if not all_thrown(side):
        return now.record(kind)
    now.check.state = Check.State.OPEN
    return now.record("gathered", first_result(now.check, side, now.rows))


def lay(check: Check, part: CheckPart, faces: Sequence[int]) -> None:
    """Throw what this share still owes, or take it as it was typed."""
    blank = [Part(part.character_id, trait, sides, 1) for trait, sides, face in part.dice if not face]
    dice = by_hand(blank, faces) if faces else throw(blank)
    if faces:
        shared.told(check)["by_hand"] = True
    for die in dice:
        if not 1 <= die.face <= die.sides:
            raise RuleError(N_("A die of {sides} sides can't show {face}."), sides=die.sides, face=die.face)
    part.dice = [die for die in part.dice if die[2]] + [[die.trait, die.sides, die.face] for die in dice]
    part.state = CheckPart.State.THROWN


def all_thrown(side: Sequence[CheckPart]) -> bool:
    return all(part.state != CheckPart.State.WAITING for part in side)


def first_result(check: Check, side: Sequence[CheckPart], rows: dict[int, Rows]) -> CheckResult:
    """The result of a side of which nobody owes a die any more."""
    system, sheets = registry.system(side[0].character.system), sheets_of(rows)
    request = shared.request_of(check, side, rows[side[0].character_id].tables)
    dice = shared.thrown_dice(system, request, side, sheets)
    return system.check(request, shared.as_thrown(system, side, sheets), dice)


def _answered(now: Following, part: CheckPart, faces: Sequence[int]) -> LogEntry:
    lead = next(one for one in now.parts if one.role == "initiator")
    if lead.state != CheckPart.State.DONE or now.check.state != Check.State.OPEN:
        raise Conflict(_("The other side is not done yet."))
    return now.record("answered", answer=answer_of(now, part, faces))


def answer_of(now: Following, part: CheckPart, faces: Sequence[int] = ()) -> CheckResult:
    """The opponent's throw; dice that an undo left on the table are not thrown again."""
    request = shared.request_of(now.check, [part], now.rows[part.character_id].tables)
    shared.lay_out(now.system, request, [part], now.sheets)
    if not part.uses:
        raise RuleError(N_("Choose what to test."))
    lay(now.check, part, faces)
    return first_result(now.check, [part], now.rows)


def tell_difficulty(
    *, actor: Viewer, check: Check, difficulty: int | None, hidden: bool, expect: int, once: str = ""
) -> LogEntry:
    """A GM tells what the test is against before all dice lie; None leaves it open. Refused for an opposed one."""
    with following(actor, check, expect, once, gathering=True) as now:
        if isinstance(now, LogEntry):
            return now
        if now.check.state != Check.State.GATHERING:
            raise Conflict(_("These dice have been thrown already."))
        told = shared.told(now.check)
        request = serialise.request_from_json(told)
        if request.kind == now.system.shared().opposed:
            raise Refused(_("The difficulty of an opposed test is what the opponent throws."), field="difficulty")
        beside = {key: told[key] for key in shared.BESIDE if key in told}
        now.check.request = {**serialise.to_json(replace(request, difficulty=difficulty)), **beside}
        now.check.hidden = hidden
        return now.record("told")


# --- not waiting --------------------------------------------------------------------------------------------------


def leave_out(*, actor: Viewer, check: Check, who: Character, expect: int, once: str = "") -> LogEntry:
    """A helper drops out, or isn't waited for: the dice of those who stay are split anew, what lies there stays."""
    with following(actor, check, expect, once, gathering=True) as now:
        if isinstance(now, LogEntry):
            return now
        part = share_of(now, who)
        if now.check.state != Check.State.GATHERING or part.role != "helper":
            raise Conflict(_("These dice have been thrown already."))
        if any(face for _trait, _sides, face in part.dice):
            raise Conflict(_("These dice have been thrown already."))
        part.state = CheckPart.State.DECLINED
        side = _laid_out(now)
        for one in side:
            if one.character.is_npc and one.uses and one.state == CheckPart.State.WAITING:
                lay(now.check, one, ())
        return finished(now, side, "left_out")


def cancel(*, actor: Viewer, check: Check, expect: int, once: str = "") -> LogEntry:
    """Call off a test that still waits for dice: nothing has come of them yet."""
    with following(actor, check, expect, once, gathering=True) as now:
        if isinstance(now, LogEntry):
            return now
        if now.check.state != Check.State.GATHERING:
            raise Conflict(_("All dice have been thrown. A game master can undo the test."))
        now.check.state = Check.State.UNDONE
        return now.record("cancelled")
