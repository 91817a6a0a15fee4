"""A roll: dice, result, effects, one entry. What may be done after it is in follow_ups.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from rules import dice, registry, serialise
from rules.values import CheckRequest, CheckResult, Die, Effect, Part, Sheet, TraitUse
from sessions.access import Viewer
from sessions.log import Turn
from sessions.models import Change, Check, CheckPart, LogEntry, Mode
from sheets import snapshot
from sheets.actions import counters, use
from sheets.actions.turns import sheet_turn
from sheets.models import Character, Item
from sheets.snapshot import Rows

GEAR = "gear:"  # the counter of an effect on an item's wear: gear:TOKEN


def roll(
    *,
    actor: Viewer,
    character: Character,
    request: CheckRequest,
    mode: str = Mode.PUBLIC,
    hidden: bool = False,
    faces: Sequence[int] = (),
    once: str = "",
) -> LogEntry:
    """Make one character's test and write its row.

    `hidden`: the difficulty is the GMs' secret. `faces` are dice thrown by hand, in the order of the plan; without
    them the server throws. A roll only for oneself changes nothing; a blind one holds its effects for a GM.
    """
    with sheet_turn(actor, character, once=once) as turn:
        return turn.repeated or roll_in(turn, character, request, mode=mode, hidden=hidden, faces=faces)


def roll_in(
    turn: Turn,
    character: Character,
    request: CheckRequest,
    *,
    mode: str = Mode.PUBLIC,
    hidden: bool = False,
    faces: Sequence[int] = (),
    **payload: object,
) -> LogEntry:
    """`roll` as the one entry of a turn that is open already; `payload` is kept with its row."""
    if character.template:
        raise Refused(_("A template is not in play. Put a copy of it into play first."))
    geared = any(modifier.gear for modifier in request.modifiers)
    kinds = snapshot.WITH_GEAR if geared else snapshot.FOR_A_CHECK
    rows = {character.pk: snapshot.load_one(character, kinds)}
    result = _thrown(character, request, rows, faces)
    changes = [] if mode in (Mode.BLIND, Mode.SELF) else apply_effects(rows, result.effects)
    entry = turn.record(
        "check", character=character, changes=changes, mode=mode,
        payload={
            "result": serialise.to_json(result), "mode": str(mode),
            "names": own_names(rows[character.pk], request.participants[0].uses),
            **({"by_hand": True} if faces else {}), **payload,
        },
    )  # fmt: skip
    entry.sheets = sheets_of(rows)
    settled = Check.State.SETTLED if mode == Mode.SELF else Check.State.OPEN
    check = Check.objects.create(
        channel_id=entry.channel_id, root=entry, newest=entry, hidden=hidden, held=mode == Mode.BLIND, state=settled
    )
    CheckPart.objects.create(
        check_of=check, character=character, seat_id=turn.actor.seat_id, role="initiator", state=CheckPart.State.THROWN
    )
    return entry


def own_names(rows: Rows, uses: Iterable[TraitUse]) -> dict[str, str]:
    """The names of tested rows that only this sheet has, as they are now: the row of the log keeps them."""
    tested = {use.trait for use in uses}
    return {key: row.name for row in rows.traits if (key := snapshot.trait_key(row)) in tested and not row.key}


def _thrown(character: Character, request: CheckRequest, rows: dict[int, Rows], faces: Sequence[int]) -> CheckResult:
    system = registry.system(character.system)
    sheets = sheets_of(rows)
    request = replace(request, tables=rows[character.pk].tables)
    parts = system.plan(request, sheets)
    return system.check(request, sheets, by_hand(parts, faces) if faces else throw(parts))


def sheets_of(rows: dict[int, Rows]) -> dict[int, Sheet]:
    """The people's rows as the rules read them."""
    return {pk: one.sheet() for pk, one in rows.items()}


def throw(parts: Sequence[Part]) -> tuple[Die, ...]:
    """The server's own dice."""
    return dice.throw(parts, import_string(settings.DICE_SOURCE))


def by_hand(parts: Sequence[Part], faces: Sequence[int]) -> tuple[Die, ...]:
    """Dice that somebody threw at the table and typed in."""
    blank = [die for part in parts for die in [Die(part.who, part.trait, part.sides, 1)] * part.count]
    if len(blank) != len(faces):
        raise Refused(_("Type as many dice as the test has: %(count)s.") % {"count": len(blank)}, field="faces")
    return tuple(replace(die, face=face) for die, face in zip(blank, faces, strict=True))


def apply_effects(rows: dict[int, Rows], effects: Sequence[Effect]) -> list[Change]:
    """Effects on counters within their bounds, and on the wear of things; the Changes tell what was really done."""
    wear = [effect for effect in effects if effect.counter.startswith(GEAR)]
    changes = counters.apply_effects(rows, [effect for effect in effects if effect not in wear])
    return changes + [_wear(rows[effect.who], effect) for effect in wear]


def _wear(rows: Rows, effect: Effect) -> Change:
    item = next(item for item in rows.items if item.token == effect.counter.removeprefix(GEAR))
    assert isinstance(item, Item)
    return use.shift_wear(rows.character, item, effect.amount)


def result_of(check: Check) -> CheckResult:
    """The result that counts now. Raises Conflict while a shared test has none."""
    if check.state == Check.State.GATHERING:
        raise Conflict(_("This test still waits for dice."))
    return serialise.result_from_json(check.newest.payload["result"])
