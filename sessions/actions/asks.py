"""Tests that are asked for: by a game master of one or many, by a player of the game masters (answers.py: rolled)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from caerbannog_site.words import alphabetical
from rules.values import CheckRequest
from sessions import asked as stored
from sessions import log
from sessions.access import Viewer, as_now, need_gm
from sessions.actions.asking import WAITING, Asking, asking
from sessions.asked import Asked
from sessions.models import Answer, Ask, Campaign, LogEntry, Mode
from sheets import snapshot
from sheets.actions.turns import sheet_turn
from sheets.models import Character

TEXT_LENGTH = 200
MODES = (Mode.PUBLIC, Mode.GM, Mode.BLIND)
OPEN, PROPOSED, CANCELLED = Ask.State.OPEN, Ask.State.PROPOSED, Ask.State.CANCELLED


def ask(
    *,
    actor: Viewer,
    campaign: Campaign,
    characters: Sequence[Character],
    asked: Asked,
    hidden: bool = False,
    mode: str = Mode.PUBLIC,
    text: str = "",
    by: Character | None = None,
    payload: Mapping[str, object] | None = None,
    once: str = "",
) -> LogEntry:
    """Ask these characters for a test; each gets a card with its own button. A game master's.

    `hidden`: the difficulty is the GMs' secret. `by` is the character whose deed asks for it (an attack ...);
    `payload` is kept with the row. Raises Refused when somebody has none of the traits.
    """
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        need_gm(as_now(actor))
        return ask_in(turn, campaign, characters, asked, hidden=hidden, mode=mode, text=text, by=by, payload=payload)


def ask_in(
    turn: log.Turn,
    campaign: Campaign,
    characters: Sequence[Character],
    asked: Asked,
    *,
    hidden: bool = False,
    mode: str = Mode.PUBLIC,
    text: str = "",
    by: Character | None = None,
    payload: Mapping[str, object] | None = None,
) -> LogEntry:
    """`ask` as the one entry of a turn that is open already."""
    if mode not in MODES:
        raise Refused(_("A test that is asked is seen by the game masters."), field="mode")
    people = _in_play(campaign, characters)
    if not people:
        raise Refused(_("Choose who is asked."), field="who")
    names = _names(people, asked)
    known = mode == Mode.PUBLIC and not all(one.hidden for one in people)
    entry = turn.record(
        "ask", character=by, mode=Mode.PUBLIC if known else Mode.GM, concerns=people,
        payload={**(payload or {}), "text": _short(text)},
    )  # fmt: skip
    _place(entry, people, asked, names, state=OPEN, hidden=hidden, mode=mode)
    return entry


def propose(*, actor: Viewer, character: Character, asked: Asked, text: str = "", once: str = "") -> LogEntry:
    """A player proposes a test of an own character; the game masters let it go or not."""
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        if character.campaign is None:
            raise Refused(_("There is no game master here to propose it to."))
        names = _names([character], asked)
        payload = {"text": _short(text), "proposed": True}
        entry = turn.record("ask", character=character, mode=Mode.GM, payload=payload)
        _place(entry, [character], asked, names, state=PROPOSED, hidden=False, mode=Mode.PUBLIC)
        return entry


def cancel(*, actor: Viewer, ask: Ask, expect: int, once: str = "") -> LogEntry:
    """A game master no longer waits for those who have not answered."""
    with asking(actor, ask, expect, OPEN, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        need_gm(as_now(actor))
        now.ask.answers.filter(state=WAITING).update(state=Answer.State.DECLINED)
        return _moved_on(now, "ask_cancelled", CANCELLED)


def let_go(
    *,
    actor: Viewer,
    ask: Ask,
    circumstances: CheckRequest,
    hidden: bool = False,
    mode: str = Mode.PUBLIC,
    expect: int,
    once: str = "",
) -> LogEntry:
    """A game master sets a proposed test's circumstances and who sees it; the player has a card for it then."""
    with asking(actor, ask, expect, PROPOSED, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        need_gm(as_now(actor))
        if mode not in MODES:
            raise Refused(_("A test that is asked is seen by the game masters."), field="mode")
        tests = stored.from_json(now.ask.asked).tests
        now.ask.asked |= Asked(tests, circumstances).to_json()
        now.ask.hidden, now.ask.mode = hidden, mode
        if mode == Mode.PUBLIC:  # what the table will see of it, it sees from now on
            LogEntry.objects.filter(pk=now.ask.root_id).update(mode=mode)
            now.ask.root.mode = mode
        return _moved_on(now, "ask_let", OPEN)


def refuse(*, actor: Viewer, ask: Ask, text: str = "", expect: int, once: str = "") -> LogEntry:
    """A game master says no to a proposal, with a word or without; it stays on the player's card until it is read."""
    with asking(actor, ask, expect, PROPOSED, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        need_gm(as_now(actor))
        now.ask.asked["refused"] = _short(text)
        return _moved_on(now, "ask_refused", CANCELLED)


def _moved_on(now: Asking, kind: str, state: str) -> LogEntry:
    now.ask.state = state
    now.ask.step += 1
    now.ask.save(update_fields=["state", "step", "asked", "hidden", "mode"])
    return now.record(kind)


def _place(entry: LogEntry, people: Sequence[Character], asked: Asked, names: dict[str, str], **fields: object) -> None:
    """The rows behind the entry. Own rows of sheets are called as they are called now."""
    kept = {**asked.to_json(), **({"names": names} if names else {})}
    made = Ask.objects.create(channel_id=entry.channel_id, root=entry, asked=kept, **fields)
    Answer.objects.bulk_create(Answer(ask=made, character=one) for one in people)


def _names(people: Sequence[Character], asked: Asked) -> dict[str, str]:
    """The names of the asked rows that only one sheet has. Refused unless each of these people can do something."""
    if not asked.tests:
        raise Refused(_("Choose what to test."), field="trait")
    sheets = snapshot.load(people, ("trait", "bonus"))
    unable = [rows.character.name for rows in sheets.values() if not asked.possible(rows)]
    if unable:
        raise Refused(_("Nothing of this can be rolled by: %(names)s.") % {"names": ", ".join(unable)}, field="trait")
    own = (row for rows in sheets.values() for row in rows.traits if not row.key)
    return {key: row.name for row in own if (key := snapshot.trait_key(row)) in asked.traits}


def _in_play(campaign: Campaign, characters: Sequence[Character]) -> list[Character]:
    """Read again under the lock: those who left or were put away in the meantime are not asked."""
    wanted = Character.objects.in_play().filter(pk__in=[one.pk for one in characters], campaign=campaign)
    found = wanted.select_related("campaign")
    return sorted(found, key=lambda one: (one.is_npc, alphabetical(one.name), one.pk))


def _short(text: str) -> str:
    text = text.replace("\x00", "").strip()
    if len(text) > TEXT_LENGTH:
        raise Refused(_("This text has at most %(most)s characters.") % {"most": TEXT_LENGTH}, field="text")
    return text
