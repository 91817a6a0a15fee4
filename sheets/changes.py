"""Which of a sheet's changes a reader may know: by field group, and by the entry that made them."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from sessions.access import Viewer
from sessions.models import Change, LogEntry, Mode
from sheets.access import Rights
from sheets.models import Character


def changes_seen(character: Character, viewer: Viewer, rights: Rights) -> QuerySet[Change]:
    """The sheet's changes within the reader's groups, by entries that this reader may see, across its channels.

    What happened elsewhere, at an earlier table or alone, is not this table's GM's business as such: of it everybody
    sees the public entries and their own ones, and nobody the notes of another table's GM. A blind roll is the GMs'
    alone, also where the log shows its roller a placeholder.
    """
    here = Q(entry__channel=character.channel_id)
    public_or_own = Q(entry__mode=Mode.PUBLIC) | Q(entry__actor=viewer.user_id, entry__mode__in=[Mode.GM, Mode.SELF])
    entries = LogEntry.objects.filter(pk=OuterRef("entry")).visible_to(viewer)
    if not viewer.is_gm:
        entries = entries.exclude(mode=Mode.BLIND)
    return (
        Change.objects.filter(Exists(entries), character=character, group__in=list(rights.groups))
        .filter(here | public_or_own)
        .exclude(~here & Q(group="e"))
    )
