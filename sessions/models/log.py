from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.tokens import TokenField

if TYPE_CHECKING:
    from rules.values import Sheets
    from sessions.access import Viewer


class Mode(models.TextChoices):
    """Who sees a roll."""

    PUBLIC = "public", _("public")
    GM = "gm", _("for the GM")
    BLIND = "blind", _("blind")
    SELF = "self", _("only me")


def _own_modes(viewer: Viewer) -> list[str]:
    """The secret modes in which this person's own entries are shown to them."""
    blind = viewer.sees_placeholders and not viewer.is_gm
    return [Mode.GM, *([Mode.BLIND] if blind else []), *([] if viewer.borrowed else [Mode.SELF])]


def _never_owners(viewer: Viewer) -> list[str]:
    """The field groups that an owner does not see of the own sheet, or not while a game master borrows these eyes."""
    return ["d", "e"] if viewer.borrowed else ["e"]


def seat_mark(seat_id: int) -> str:
    """A seat as `LogEntry.shared` names it: text, since a JSON list can't be searched on SQLite."""
    return f"<{seat_id}>"


class LogQuerySet(models.QuerySet["LogEntry"]):
    def visible_to(self, viewer: Viewer) -> LogQuerySet:
        """The one chokepoint of the log: lists, filters, counts and exports all go through it.

        A blind roll is in its roller's log as a placeholder only (log_display.py), if the campaign shows those.
        `LogEntry.is_visible_to` is the same rule for an entry that was read already: live frames ask it.
        """
        seen, groups = Q(mode=Mode.PUBLIC), Q(group__in=["", *viewer.groups])
        if viewer.is_gm:  # of this log only: elsewhere the same person may be a player
            seen |= Q(channel=viewer.channel_id) & ~Q(mode=Mode.SELF)
        if viewer.user_id is not None:  # nobody's own are not those of somebody who was deleted
            seen |= Q(actor=viewer.user_id, mode__in=_own_modes(viewer))
            groups |= Q(character__owner=viewer.user_id) & ~Q(group__in=_never_owners(viewer))
        if viewer.seat_id is not None:
            seen |= Q(shared__contains=seat_mark(viewer.seat_id), mode__in=_own_modes(viewer))
        return self.filter(seen & groups)

    def listed(self) -> LogQuerySet:
        """Rows of the shared log: roots only; a follow-up is shown within its root's row."""
        return self.filter(listed=True, parent=None)


class LogEntry(models.Model):
    """One thing that happened, told once. It never changes, but for its mode (reveal and back), for words that people
    take back: a retracted message (actions/retracting.py), all that was typed by somebody who has deleted the account
    (actions/forgetting.py), and for whose it is, when a guest's place goes to an account (actions/place_taking.py).

    session  the game session during which it happened, if one ran
    kind     what happened; sessions/log_display.py knows its template, log_sentences.py its sentence
    listed   belongs to the shared log; edits of a sheet stand in the sheet's history only
    group    "" or the sheet's field group that one must see to read it
    concerns ids of the seats that get a rendering of their own, with their own buttons
    shared   the seats whose test it is, too, as `seat_mark` writes them: they see it as its roller does
    parent   the roll that this boost, reroll, effort, correction or reveal belongs to
    undoes   the entry that this one takes back
    once     the key of the press that made it: a repeated press finds it here
    """

    token = TokenField()
    channel = models.ForeignKey("game_sessions.Channel", models.CASCADE, related_name="entries")
    seq = models.BigIntegerField()
    at = models.DateTimeField(default=timezone.now, editable=False)
    session = models.ForeignKey("game_sessions.GameSession", models.SET_NULL, null=True, related_name="entries")
    kind = models.CharField(max_length=24)
    mode = models.CharField(max_length=6, choices=Mode, default=Mode.PUBLIC)
    listed = models.BooleanField(default=True)
    group = models.CharField(max_length=1, blank=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    seat = models.ForeignKey("game_sessions.Seat", models.SET_NULL, null=True, related_name="+")
    character = models.ForeignKey("sheets.Character", models.SET_NULL, null=True, related_name="entries")
    concerns = models.JSONField(default=list)
    shared = models.TextField(blank=True)
    parent = models.ForeignKey("self", models.CASCADE, null=True, related_name="children")
    undoes = models.ForeignKey("self", models.CASCADE, null=True, related_name="undone_by")
    once = models.CharField(max_length=40, null=True)  # NULL, not "": unique per person only where there is one
    payload = models.JSONField(default=dict)

    # The people's sheets as the writer of a roll left them, for those who draw it in the same breath.
    sheets: Sheets | None = None

    objects = LogQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["channel", "seq"], name="one_entry_per_seq"),
            models.UniqueConstraint(fields=["actor", "once"], name="one_entry_per_press"),
        ]
        indexes = [
            models.Index(fields=["channel", "-seq"], condition=Q(listed=True, parent=None), name="log_rows"),
            models.Index(fields=["character", "-id"], name="log_of_character"),
            models.Index(fields=["actor", "-at"], name="log_of_person"),  # how fast somebody writes
        ]

    @cached_property
    def told(self) -> list[Change]:
        """Its changes as they were when it was read; whoever writes it sets them."""
        return list(self.changes.all())

    def is_visible_to(self, viewer: Viewer) -> bool:
        """The rule of LogQuerySet.visible_to, line by line, without asking the database."""
        seen, group = self.mode == Mode.PUBLIC, self.group in ("", *viewer.groups)
        if viewer.is_gm:
            seen |= self.channel_id == viewer.channel_id and self.mode != Mode.SELF
        if viewer.user_id is not None:
            seen |= self.actor_id == viewer.user_id and self.mode in _own_modes(viewer)
            owned = self.character is not None and self.character.owner_id == viewer.user_id
            group |= owned and self.group not in _never_owners(viewer)
        if viewer.seat_id is not None:
            seen |= seat_mark(viewer.seat_id) in self.shared and self.mode in _own_modes(viewer)
        return seen and group


class Change(models.Model):
    """One field of one row that an entry changed. History, undo and the refresh of panels read it.

    target  "character", "counter:momentum", "trait:TOKEN"; without a character "scene:TOKEN", "participant:TOKEN"
    delta   what was really added to a counter, after its bounds; None for other fields
    group   the sheet's field group (DESIGN section 5): a reader sees a change only with its group
    """

    entry = models.ForeignKey(LogEntry, models.CASCADE, related_name="changes")
    character = models.ForeignKey("sheets.Character", models.CASCADE, null=True, related_name="changes")
    target = models.CharField(max_length=60)
    field = models.CharField(max_length=24)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    delta = models.IntegerField(null=True)
    group = models.CharField(max_length=1)
    undone = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["character", "-id"], name="history_of_character"),
            models.Index(fields=["target", "-id"], condition=Q(character=None), name="history_of_scene"),
        ]
