"""What the asked do: roll, or not now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from rules.values import Modifier
from sessions import asked as stored
from sessions.access import Viewer
from sessions.actions import checks
from sessions.actions.asking import Asking, asking
from sessions.models import Answer, Ask, LogEntry
from sheets.models import Character
from sheets.snapshot import Rows

OPEN, PROPOSED, CANCELLED = Ask.State.OPEN, Ask.State.PROPOSED, Ask.State.CANCELLED


def answer(
    *,
    actor: Viewer,
    answer: Answer,
    place: int,
    expect: int,
    gear: Sequence[Modifier] = (),
    faces: Sequence[int] = (),
    once: str = "",
) -> LogEntry:
    """Roll what was asked: the test at this place of the list. The roll is one like any other, with its own row."""
    with asking(actor, answer.ask, expect, OPEN, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        mine = now.waiting(answer)
        character, asked = mine.character, stored.from_json(now.ask.asked)
        _need_in_play(now, character)
        if not 0 <= place < len(asked.tests):
            raise Refused(_("This test was not asked for."), field="place")
        request = asked.request(Rows(character), place)
        entry = checks.roll_in(
            now.turn, character, replace(request, modifiers=(*gear, *request.modifiers)),
            mode=now.ask.mode, hidden=now.ask.hidden, faces=faces, asks=[now.ask.token],
        )  # fmt: skip
        now.close(mine, Answer.State.DONE, entry.rolled)
        return entry


def decline(*, actor: Viewer, answer: Answer, expect: int, once: str = "") -> LogEntry:
    """Not now. Of one's own proposal: taken back, or its refusal read."""
    with asking(actor, answer.ask, expect, OPEN, PROPOSED, CANCELLED, once=once) as now:
        if isinstance(now, LogEntry):
            return now
        mine, was = now.waiting(answer), now.ask.state
        if was == PROPOSED:
            now.ask.state = CANCELLED
            now.ask.save(update_fields=["state"])
        now.close(mine, Answer.State.DECLINED)
        return now.record("ask_declined" if was == OPEN else "ask_withdrawn", mine.character)


def _need_in_play(now: Asking, character: Character) -> None:
    if character.archived_at or character.channel_id != now.ask.channel_id:
        raise Conflict(_("This character is no longer at the table."))
