"""A message is taken back: its text goes for good, the row stays and says so."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site import traces
from caerbannog_site.errors import Forbidden, Refused
from sessions import log
from sessions.access import Viewer, as_now
from sessions.models import LogEntry


def retract(*, actor: Viewer, entry: LogEntry, once: str = "") -> LogEntry | None:
    """Take the text out of this message; its writer's and the game masters' right. None: it was taken out already.

    In an archived campaign too: nobody must open the table for taking a word back. Nothing brings the text back.
    """
    with log.turn(actor, entry.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        root = LogEntry.objects.get(pk=entry.pk)
        if root.kind != "message":
            raise Refused(_("Only a message can be retracted."))
        if root.actor_id != actor.user_id and not as_now(actor).is_gm:
            raise Forbidden(_("Only its writer and the game masters can retract a message."))
        if "text" not in root.payload:
            return None
        root.payload = {"v": 1, "retracted": actor.seat_id}
        root.save(update_fields=["payload"])
        traces.wipe_at_commit()
        return turn.record("retracted", parent=root, mode=root.mode, seats=[root.seat_id])
