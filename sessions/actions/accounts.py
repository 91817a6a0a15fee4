"""An account goes for good: name and words from every table's log, sheets as their owner has chosen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site import traces
from caerbannog_site.accounts.models import User
from caerbannog_site.errors import Conflict, Refused
from sessions import log
from sessions.access import Viewer, viewer_of
from sessions.actions.breaking_off import let_go
from sessions.actions.forgetting import forget, names_of
from sessions.actions.leaving import leave_scene
from sessions.actions.people import is_last_gm
from sessions.actions.words_taken import Gone
from sessions.models import Change, Channel, LogEntry, Mode, Seat
from sheets.actions.erasing import erase, leave_to_gms, own_rows
from sheets.models import Character


class Sheets(NamedTuple):
    """A person's sheets: those that go, with the keys of their own rows, and those left to a table's game masters."""

    lost: Sequence[Character]
    rows: Collection[str]
    kept: Sequence[Character]


def delete_account(*, user: User, left: Collection[str] = ()) -> None:
    """Delete the account of this person. `left` are the tokens of the campaigns whose game masters keep the characters.

    All in one transaction, with one entry at each table. Refused while a campaign has no other game master; Conflict
    when the person has just sat down somewhere.
    """
    with ExitStack() as stack:
        turns = {pk: stack.enter_context(log.turn(_actor(user), pk)) for pk in channels_of(user)}
        seats = list(user.seats.select_related("campaign").order_by("pk"))
        if any(seat.removed_at is None and is_last_gm(seat.campaign, seat) for seat in seats):
            raise Refused(_("First hand over or delete the campaigns that have no other game master."))
        if not turns.keys() >= set(channels_of(user)):
            raise Conflict(_("Something has just changed. Load the page again."))
        sheets = _sheets(user, [seat.campaign_id for seat in seats if seat.campaign.token in left])
        for seat in seats:
            _leave_for_good(turns[seat.campaign.channel_id], user, seat, sheets)
        for character in Character.objects.filter(owner=user):
            erase(character)
        _empty_own_logs(user)
        traces.wipe_at_commit()
        user.delete()


def _actor(user: User) -> Viewer:
    return Viewer(user_id=user.pk, language=user.language)


def channels_of(user: User) -> list[int]:
    """Every log that this person is in, in the order in which they are locked."""
    theirs = Q(campaign__seats__user=user) | Q(characters__owner=user) | Q(campaign=None, entries__actor=user)
    return sorted(set(Channel.objects.filter(theirs).values_list("pk", flat=True)))


def _sheets(user: User, left: Collection[int]) -> Sheets:
    own = Character.objects.filter(owner=user).select_related("campaign").order_by("pk")
    lost = list(own.exclude(campaign__in=left))
    return Sheets(lost, own_rows(lost), list(own.filter(campaign__in=left)))


def _leave_for_good(turn: log.Turn, user: User, seat: Seat, sheets: Sheets) -> None:
    """The seat stays, for the log's sake, as nobody's and without a name."""
    campaign, was_here = seat.campaign, seat.removed_at is None
    turn.actor = viewer_of(seat, campaign, user.language)
    gone = Gone(seat.pk, names_of(seat), {one.pk for one in sheets.lost}, sheets.rows)
    here = [one for one in sheets.lost if one.campaign_id == campaign.pk]
    ended = let_go(here)
    changes: list[Change] = []
    for character in here:
        changes += leave_scene(turn, character).changes
        erase(character)
    for character in sheets.kept:
        if character.campaign_id == campaign.pk:
            leave_to_gms(character)
    seat.user, seat.name, seat.removed_at = None, "", seat.removed_at or timezone.now()
    seat.save(update_fields=["user", "name", "removed_at"])
    log.raise_epochs(campaign.seats.all())
    mode = Mode.PUBLIC if was_here else Mode.GM
    turn.record("seat_erased", listed=was_here, mode=mode, changes=changes, payload=ended)
    forget(campaign, user.pk, gone)


def _empty_own_logs(user: User) -> None:
    """What was said and rolled beside sheets at no table has no other reader."""
    own = Channel.objects.filter(campaign=None, entries__actor=user).distinct()
    for channel in list(own):
        LogEntry.objects.filter(channel=channel).delete()
        if not channel.characters.exists():
            channel.delete()
