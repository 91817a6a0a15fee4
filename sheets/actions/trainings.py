"""A game master's hand in a training; what goes into it otherwise goes in at rests (sessions/actions/rests.py)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Refused
from sessions.access import Viewer, need_gm
from sessions.models import LogEntry
from sheets.actions.edit import changed, find_row
from sheets.actions.turns import secrecy, sheet_turn
from sheets.models import Character, Training
from sheets.models.rows import COUNTER_LIMIT

REASON_LENGTH = 120


def clean_reason(typed: str) -> str:
    """Why something was corrected, in one line. Refused when nothing is said or too much."""
    reason = " ".join(typed.replace("\x00", "").split())
    if not reason:
        raise Refused(_("Say why: the reason stays beside the number."), field="reason")
    if len(reason) > REASON_LENGTH:
        raise Refused(_("A reason has at most %(most)s characters.") % {"most": REASON_LENGTH}, field="reason")
    return reason


def correct_training(
    *, actor: Viewer, character: Character, token: str, invested: int, reason: str, once: str = ""
) -> LogEntry | None:
    """Set what was put into a training, for a reason; the experience on the sheet stays as it is.

    None when nothing changed. Raises Forbidden for all but GMs, Refused for a number out of bounds or no reason.
    """
    need_gm(actor)
    reason = clean_reason(reason)
    if not 0 <= invested <= COUNTER_LIMIT:
        raise Refused(_("Experience is from 0 to %(most)s.") % {"most": COUNTER_LIMIT}, field="invested")
    with sheet_turn(actor, character, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        row = find_row(character, f"training:{token}")
        assert isinstance(row, Training)
        before = row.invested
        if before == invested:
            return None
        row.invested = invested
        row.save(update_fields=["invested"])
        return turn.record(
            "edit", character=character, changes=[changed(character, row, "invested", before, invested)],
            mode=secrecy(character), listed=False, payload={"row": row.name, "reason": reason},
        )  # fmt: skip
