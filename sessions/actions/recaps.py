"""The recap of a game session: the game masters' alone until they publish it, and again once they take it back."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Refused
from sessions.access import Viewer
from sessions.actions.evenings import changed, gm_turn, read_again, told_of
from sessions.models import Campaign, Change, GameSession, LogEntry, Mode
from sessions.models.game_session import RECAP_LENGTH
from sheets.actions.edit import TextConflict, fingerprint


def write(
    *, actor: Viewer, campaign: Campaign, session: GameSession, text: str, was: str, once: str = ""
) -> LogEntry | None:
    """Set the recap. `was` is the fingerprint of the text that the writer had read; TextConflict when it moved on.

    None when nothing changed. Who is no game master does not even learn that somebody wrote.
    """
    if len(text) > RECAP_LENGTH:
        raise Refused(_("A recap has at most %(most)s characters.") % {"most": RECAP_LENGTH}, field="value")
    with gm_turn(actor, campaign, once) as turn:
        if turn.repeated:
            return turn.repeated
        old = read_again(session).recap
        if old == text:
            return None
        if was != fingerprint(old):
            raise TextConflict(theirs=old, mine=text)
        session.recap = text
        session.save(update_fields=["recap"])
        return turn.record("recap", mode=Mode.GM, listed=False, changes=[changed(session, "recap", old, text)])


def publish(*, actor: Viewer, campaign: Campaign, session: GameSession, once: str = "") -> LogEntry:
    """Everybody at the table may read the recap from now on, also as it is changed later."""
    with gm_turn(actor, campaign, once) as turn:
        if turn.repeated:
            return turn.repeated
        if read_again(session).published_at:
            raise Conflict(_("This recap is published already."))
        if not session.recap.strip():
            raise Refused(_("Write the recap first."))
        session.published_at = timezone.now()
        session.save(update_fields=["published_at"])
        moved = changed(session, "published_at", None, session.published_at.isoformat())
        return turn.record("recap_published", changes=[moved], payload=told_of(session))


def withdraw(*, actor: Viewer, campaign: Campaign, session: GameSession, once: str = "") -> LogEntry:
    """Nobody but the game masters may read the recap any more, nor find in the log that there is one."""
    with gm_turn(actor, campaign, once) as turn:
        if turn.repeated:
            return turn.repeated
        old = read_again(session).published_at
        if old is None:
            raise Conflict(_("This recap is not published."))
        session.published_at = None
        session.save(update_fields=["published_at"])
        shown = _hide_publication(session)
        moved = changed(session, "published_at", old.isoformat(), None)
        return turn.record("conceal", mode=Mode.GM, parent=shown, changes=[moved], payload={"revealed": shown.seq})


def _hide_publication(session: GameSession) -> LogEntry:
    """The entry that told of the recap becomes the game masters', as a roll does that is hidden again."""
    published = Change.objects.filter(target=f"session:{session.token}", entry__kind="recap_published", undone=False)
    change = published.select_related("entry").latest("pk")
    Change.objects.filter(pk=change.pk).update(undone=True)
    LogEntry.objects.filter(pk=change.entry_id).update(mode=Mode.GM)
    change.entry.mode = Mode.GM
    return change.entry
