"""A shared test begins: who is in it, what is tested, who throws with the very press that begins it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from rules import registry, serialise
from rules.errors import RuleError
from rules.spec import SharedTests
from rules.values import N_, CheckRequest, CheckResult, TraitUse
from sessions import log
from sessions.access import Viewer
from sessions.actions import gathering, shared
from sessions.actions.checks import apply_effects, own_names, sheets_of
from sessions.models import Check, CheckPart, LogEntry, Mode, Seat
from sessions.models.log import seat_mark
from sheets import snapshot
from sheets.models import Character
from sheets.snapshot import Rows

MOST_PEOPLE = 10
NOTE = 120


@dataclass(frozen=True)
class Share:
    """Somebody's place in a test that begins; without `uses` they choose for themselves."""

    character: Character
    role: str
    uses: tuple[TraitUse, ...] = ()
    faces: tuple[int, ...] = ()  # thrown by hand


@dataclass(frozen=True)
class Plan:
    """A test that begins. `request` has everything but its people; `value` stands for an opponent who is a number."""

    shares: Sequence[Share]
    request: CheckRequest
    mode: str = Mode.PUBLIC
    hidden: bool = False
    value: int | None = None
    note: str = ""
    at_once: frozenset[int] = field(default_factory=frozenset)  # who throws with the very press that begins it


def begin(*, actor: Viewer, channel_id: int, plan: Plan, once: str = "") -> LogEntry:
    """Put a shared test on the table; NPCs throw their dice, and with the last dice it has its result at once."""
    with log.turn(actor, channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        people = _people(plan, channel_id)
        rows = snapshot.load(people, snapshot.WITH_GEAR)
        check = Check(channel_id=channel_id, request=_stored(plan, rows), hidden=plan.hidden,
                      held=plan.mode == Mode.BLIND, state=Check.State.GATHERING)  # fmt: skip
        seats = _seats(people, actor)
        parts = [
            CheckPart(check_of=check, character=one.character, seat_id=seats.get(one.character.owner_id or 0),
                      role=one.role, uses=shared.written(one.uses))
            for one in plan.shares
        ]  # fmt: skip
        result = _opening(check, parts, rows, plan)
        return _written(turn, check, parts, rows, result, plan)


def _people(plan: Plan, channel_id: int) -> list[Character]:
    """The people of the plan read again under the lock. Refused for who has left the table, and for a plan too big."""
    wanted = [one.character.pk for one in plan.shares]
    found = Character.objects.in_play().filter(channel=channel_id)
    people = {one.pk: one for one in found.select_related("campaign").filter(pk__in=wanted)}
    if len(set(wanted)) != len(wanted):
        raise RuleError(N_("Each character takes part in a test once."))
    if len(people) != len(wanted):
        raise Conflict(_("Somebody of these is no longer at the table. Load the page again."))
    if len(wanted) > MOST_PEOPLE:
        raise Refused(_("At most %(most)s people share one test.") % {"most": MOST_PEOPLE})
    if plan.mode == Mode.SELF or (plan.mode == Mode.BLIND and plan.request.kind != "test"):
        raise Refused(
            _("What several people throw is public, for the GM, or blind where nobody is opposed."), field="mode"
        )
    if len(plan.note) > NOTE:
        raise Refused(_("A note has at most %(most)s characters.") % {"most": NOTE}, field="note")
    for one in plan.shares:
        one.character.campaign = people[one.character.pk].campaign
    return [people[pk] for pk in wanted]


def _stored(plan: Plan, rows: dict[int, Rows]) -> dict[str, object]:
    """The test without its people, as the check keeps it, with the names of the rows that only a sheet has."""
    bare = serialise.to_json(replace(plan.request, participants=()))
    people = {one.character.pk: one.uses for one in plan.shares}
    names = {key: name for pk, uses in people.items() for key, name in own_names(rows[pk], uses).items()}
    return {
        **bare,
        "names": names,
        **({"note": plan.note.strip()} if plan.note.strip() else {}),
        **({"value": plan.value} if plan.value is not None else {}),
    }


def _seats(people: Sequence[Character], actor: Viewer) -> dict[int, int]:
    """By person, the seats of the characters' owners."""
    owners = [one.owner_id for one in people if one.owner_id]
    return dict(Seat.objects.filter(campaign=actor.campaign_id, user__in=owners).values_list("user", "pk"))


def _opening(check: Check, parts: list[CheckPart], rows: dict[int, Rows], plan: Plan) -> CheckResult | None:
    """Whoever throws at once has thrown; the result, if nobody is left to wait for."""
    sheets = sheets_of(rows)
    system = registry.system(parts[0].character.system)
    side = shared.first_side(parts)
    _need_known(check, parts, side, system.shared())
    request = shared.request_of(check, side, rows[side[0].character_id].tables)
    shared.lay_out(system, request, side, sheets)
    faces = {one.character.pk: one.faces for one in plan.shares}
    for part in side:
        if part.uses and (part.character.is_npc or part.character_id in plan.at_once):
            gathering.lay(check, part, faces[part.character_id])
    return gathering.first_result(check, side, rows) if gathering.all_thrown(side) else None


def _need_known(check: Check, parts: list[CheckPart], side: list[CheckPart], known: SharedTests) -> None:
    """The engine asks what the game knows; it does not know itself."""
    against = len(parts) > len(side) or "value" in shared.told(check)
    if len(side) > 1 and not known.helpers:
        raise RuleError(N_("In this game nobody shares a test."))
    if against and not known.opposed:
        raise RuleError(N_("This game has no opposed tests."))


def _written(
    turn: log.Turn, check: Check, parts: list[CheckPart], rows: dict[int, Rows], result: CheckResult | None, plan: Plan
) -> LogEntry:
    lead = parts[0].character
    payload: dict[str, object] = {"mode": str(plan.mode), "names": shared.told(check)["names"], "together": True}
    changes = []
    if result:
        check.state = Check.State.OPEN
        payload["result"] = serialise.to_json(result)
        changes = [] if check.held else apply_effects(rows, result.effects)
    entry = turn.record(
        "check", character=lead, changes=changes, mode=plan.mode, payload=payload,
        concerns=[part.character for part in parts],
        shared="".join(seat_mark(part.seat_id) for part in parts if part.seat_id),
    )  # fmt: skip
    entry.sheets = sheets_of(rows) if result else None
    check.root = check.newest = entry
    check.save()
    CheckPart.objects.bulk_create(parts)
    return entry
