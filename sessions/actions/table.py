"""What people at the table say and throw besides tests."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from rules import dice
from sessions import log
from sessions.access import Viewer
from sessions.actions.checks import throw
from sessions.models import LogEntry, Mode

MESSAGE_LENGTH = 2000


def say(*, actor: Viewer, channel_id: int, text: str, mode: str = Mode.PUBLIC, once: str = "") -> LogEntry:
    """A typed message, to the table or (mode GM) to the game masters alone."""
    text = text.strip()
    if not text:
        raise Refused(_("Type a message first."), field="text")
    if len(text) > MESSAGE_LENGTH:
        raise Refused(_("A message has at most %(most)s characters.") % {"most": MESSAGE_LENGTH}, field="text")
    if mode not in (Mode.PUBLIC, Mode.GM):
        raise Refused(_("A message goes to the table or to the game master."), field="mode")
    with log.turn(actor, channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        return turn.record("message", mode=mode, payload={"text": text})


def throw_dice(*, actor: Viewer, channel_id: int, formula: str, mode: str = Mode.PUBLIC, once: str = "") -> LogEntry:
    """A free throw such as 3k8 or 2k6+1. Raises RuleError for a formula that cannot be read or is too big."""
    read = dice.parse(formula)
    with log.turn(actor, channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        thrown = throw(read.parts(0))
        faces = [[die.sides, die.face] for die in thrown]
        payload = {"formula": read.written(), "dice": faces, "total": read.total(thrown)}
        return turn.record("dice", mode=mode, payload=payload)
