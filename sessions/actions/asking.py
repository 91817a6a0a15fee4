"""The turn in which something happens to a test that was asked: locked, read again, at the step of the button."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict
from sessions import log
from sessions.access import Viewer
from sessions.models import Answer, Ask, Check, LogEntry, Mode
from sheets.models import Character

WAITING = Answer.State.WAITING


class Asking:
    """The locked turn and the ask with its answers as they are now."""

    def __init__(self, turn: log.Turn, ask: Ask) -> None:
        self.turn, self.ask = turn, ask
        self.answers = list(ask.answers.select_related("character__campaign", "rolled__root__seat"))

    def waiting(self, answer: Answer) -> Answer:
        """This answer as it is now. Raises AskMoved when it was given already."""
        now = next(one for one in self.answers if one.pk == answer.pk)
        if now.state != WAITING:
            raise AskMoved(self.ask, now.rolled)
        return now

    def close(self, answer: Answer, state: str, rolled: Check | None = None) -> None:
        """One answer is given; with the last one the ask is done."""
        answer.state, answer.rolled = state, rolled
        answer.save(update_fields=["state", "rolled"])
        if self.ask.state == Ask.State.OPEN and all(one.state != WAITING for one in self.answers):
            self.ask.state = Ask.State.DONE
            self.ask.save(update_fields=["state"])

    def record(self, kind: str, character: Character | None = None) -> LogEntry:
        """Write a step of the ask: a child of its row, which tells everybody who was asked.

        Of somebody whom the players do not know of they are not told that it declined, either: no row is drawn anew.
        """
        concerns = [one.character for one in self.answers]
        if character is not None and character.hidden:
            secret = {"asks": [self.ask.token]}
            return self.turn.record(kind, character=character, mode=Mode.GM, listed=False, payload=secret)
        mode = self.ask.root.mode
        return self.turn.record(kind, character=character, parent=self.ask.root, mode=mode, concerns=concerns)


class AskMoved(Conflict):
    """Somebody was faster; `entry` is the row to be shown as it is now."""

    def __init__(self, ask: Ask, rolled: Check | None = None) -> None:
        steps = LogEntry.objects.filter(Q(parent=ask.root) | Q(rolled__answer__ask=ask)).select_related("seat")
        last = rolled.root if rolled else steps.order_by("-seq").first()
        who = last.seat.name if last and last.seat else ""
        told = _("%(who)s was faster: this test is no longer waiting.") % {"who": who}
        super().__init__(told if who else _("This test is no longer waiting."), who=who)
        self.entry = ask.root


@contextmanager
def asking(actor: Viewer, ask: Ask, expect: int, *states: str, once: str = "") -> Iterator[Asking | LogEntry]:
    """Lock the table and read the ask anew; it must be in one of these states, at the step that the button named.

    Gives the earlier entry when this press was made already.
    """
    with log.turn(actor, ask.channel_id, once=once) as turn:
        if turn.repeated:
            yield turn.repeated
            return
        fresh = Ask.objects.select_related("root").get(pk=ask.pk)
        if fresh.step != expect or fresh.state not in states:
            raise AskMoved(fresh)
        yield Asking(turn, fresh)


def decline_for(characters: Iterable[Character]) -> dict[str, Any]:
    """Whoever leaves the table answers nothing any more; within the turn of that. Gives what its entry tells of it."""
    gone = Q(character__in=list(characters), state=WAITING, ask__state__in=[Ask.State.OPEN, Ask.State.PROPOSED])
    asks = list(Ask.objects.filter(pk__in=Answer.objects.filter(gone).values("ask")))
    Answer.objects.filter(gone).update(state=Answer.State.DECLINED)
    for ask in asks:
        if not ask.answers.filter(state=WAITING).exists():
            ask.state = Ask.State.DONE if ask.state == Ask.State.OPEN else Ask.State.CANCELLED
            ask.save(update_fields=["state"])
    return {"asks": [ask.token for ask in asks]} if asks else {}


def reopen(check: Check) -> bool:
    """The roll was undone: what it answered waits again, unless the ask is over. Within the turn of the undo."""
    answer = Answer.objects.select_related("ask").filter(rolled=check).first()
    if answer is None:
        return False
    over = answer.ask.state == Ask.State.CANCELLED
    answer.rolled, answer.state = None, Answer.State.DECLINED if over else WAITING
    answer.save(update_fields=["rolled", "state"])
    if not over:
        answer.ask.state = Ask.State.OPEN
        answer.ask.save(update_fields=["state"])
    return not over
