"""Who sits at a table: names, roles, removal, leaving. Rights are checked again under the lock, as they may change."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caerbannog_site.errors import Conflict, Forbidden, Refused
from sessions import log
from sessions.access import Viewer, as_now, need_gm, need_open
from sessions.actions.breaking_off import let_go
from sessions.actions.invitations import close_all, is_taken
from sessions.actions.leaving import leave_scene
from sessions.models import Campaign, Change, LogEntry, Role, Seat
from sheets.actions import life, npcs
from sheets.models import Character

GIVEN_BY_HEAD = (Role.GM, Role.CO_GM, Role.PLAYER, Role.SPECTATOR)
GIVEN_BY_CO_GM = (Role.PLAYER, Role.SPECTATOR)


def roles_given_by(viewer_role: str, seat_role: str) -> tuple[str, ...]:
    """The roles that somebody of the first role may give to a seat that has the second; none: hands off."""
    if viewer_role == Role.GM and seat_role != Role.SCREEN:
        return GIVEN_BY_HEAD
    if viewer_role == Role.CO_GM and seat_role in GIVEN_BY_CO_GM:
        return GIVEN_BY_CO_GM
    return ()


def may_remove(viewer_role: str, seat_role: str) -> bool:
    """A table's screen is nobody's seat: any GM may take it away."""
    if viewer_role == Role.GM:
        return True
    return viewer_role == Role.CO_GM and seat_role in (*GIVEN_BY_CO_GM, Role.SCREEN)


def may_name(viewer: Viewer, seat: Seat) -> bool:
    """Everybody chooses their own name, the GMs anybody's."""
    return viewer.is_gm or seat.pk == viewer.seat_id


def rename(*, actor: Viewer, campaign: Campaign, seat: Seat, name: str, once: str = "") -> LogEntry | None:
    """Call a seat by another name, which nobody else at the table has. None: it is called so already."""
    need_open(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        if not may_name(as_now(actor), _read_again(seat)):
            raise Forbidden(_("You may only change your own name."))
        if seat.name == name:
            return None
        if is_taken(campaign, name, but=seat):
            raise Refused(_("Somebody else at the table is called so already."), field="name")
        was, seat.name = seat.name, name
        seat.save(update_fields=["name"])
        return turn.record("seat_named", payload={"seat": seat.pk, "name": name, "was": was})


def change_role(*, actor: Viewer, campaign: Campaign, seat: Seat, role: str, once: str = "") -> LogEntry | None:
    """Give a seat another role; its open pages end and come back with what that role sees. None: it has it already."""
    need_gm(actor)
    need_open(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        given = roles_given_by(as_now(actor).role, _read_again(seat).role)
        if role not in given:
            raise Forbidden(_("You may not give this role to this person."))
        if seat.role == role:
            return None
        _need_another_gm(campaign, seat)
        was, seat.role = seat.role, Role(role)
        seat.save(update_fields=["role"])
        log.raise_epochs(Seat.objects.filter(pk=seat.pk))
        return turn.record("role", payload={"seat": seat.pk, "name": seat.name, "role": seat.role, "was": was})


def remove(*, actor: Viewer, campaign: Campaign, seat: Seat, keep_npcs: bool, once: str = "") -> LogEntry:
    """Take somebody's seat away. Their characters go with them; `keep_npcs` leaves the GMs copies of those in play.

    The open invitation is closed too, or the code in their chat would let them straight back in.
    """
    need_gm(actor)
    need_open(actor)
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        if not may_remove(as_now(actor).role, _read_again(seat).role):
            raise Forbidden(_("You may not remove this person."))
        sheets = list(_sheets_of(seat))
        copies = npcs.copy_as_npcs(actor, campaign, sheets) if keep_npcs else []
        ended = let_go(sheets)
        changes = [*copies, *_stand_up(turn, campaign, seat, sheets)]
        close_all(campaign)
        return turn.record("seat_removed", changes=changes, payload={"seat": seat.pk, "name": seat.name, **ended})


def leave(*, actor: Viewer, campaign: Campaign, seat: Seat, once: str = "") -> LogEntry:
    """Give up one's own seat; one's characters go along."""
    need_open(actor)
    if seat.pk != actor.seat_id:
        raise Forbidden(_("You may only give up your own seat."))
    with log.turn(actor, campaign.channel_id, once=once) as turn:
        if turn.repeated:
            return turn.repeated
        sheets = list(_sheets_of(_read_again(seat)))
        ended = let_go(sheets)
        changes = _stand_up(turn, campaign, seat, sheets)
        return turn.record("seat_left", changes=changes, payload={"name": seat.name, **ended})


def _stand_up(turn: log.Turn, campaign: Campaign, seat: Seat, sheets: Iterable[Character]) -> list[Change]:
    _need_another_gm(campaign, seat)
    changes = []
    for character in sheets:
        changes += [*leave_scene(turn, character).changes, life.detach(character)]
    seat.removed_at = timezone.now()
    seat.save(update_fields=["removed_at"])
    log.raise_epochs(Seat.objects.filter(pk=seat.pk))
    return changes


def _sheets_of(seat: Seat) -> Iterable[Character]:
    return Character.objects.filter(campaign=seat.campaign_id, owner=seat.user_id).order_by("pk")


def _read_again(seat: Seat) -> Seat:
    if seat.user_id is None:
        raise Refused(_("Nobody sits there: it is the link of a screen."))
    seat.refresh_from_db(fields=["name", "role", "removed_at"])
    if seat.removed_at:
        raise Conflict(_("This person no longer sits at the table."))
    return seat


def is_last_gm(campaign: Campaign, seat: Seat) -> bool:
    """A table needs a game master, so this one can neither step down nor leave."""
    others = campaign.seats.filter(role=Role.GM, removed_at=None).exclude(pk=seat.pk)
    return seat.role == Role.GM and not others.exists()


def _need_another_gm(campaign: Campaign, seat: Seat) -> None:
    if is_last_gm(campaign, seat):
        raise Refused(_("A table needs a game master. Give this role to somebody else first."))
