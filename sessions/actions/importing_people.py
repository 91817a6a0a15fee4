"""The people and the meetings of a campaign's file.

A seat of the file is nobody's account here: whoever sat there gets a place, a guest as whom nobody is signed in yet.
A game master hands it over with a link, the same that replaces a guest's lost phone.
"""

from __future__ import annotations

import secrets

from caerbannog_site.accounts.models import User
from sessions.actions.importing_now import Importing
from sessions.actions.invitations import GUEST, NAME_LENGTH, free_name
from sessions.models import GameSession, Role, Seat
from sessions.packing import COLUMNS, Row

STATES = [GameSession.State.PLANNED, GameSession.State.RUNNING, GameSession.State.PLAYED, GameSession.State.REMOVED]


def seats(now: Importing) -> Seat:
    """Those who sit here already stay as they are; the importer's own seat."""
    for row in now.crate.rows("seats"):
        known = now.names.known[Seat].get(row["token"])
        now.seats[row["token"]] = known or _seat(now, row)
    return Seat.objects.filter(campaign=now.campaign, user=now.turn.actor.user_id).first() or _own(now)


def _seat(now: Importing, row: Row) -> Seat:
    """A place for whoever sat there. The exporter's is the importer's where the campaign comes to be with this file."""
    seat = Seat(campaign=now.campaign, token=now.names.tokens[row["token"]], **row["cells"])
    if seat.removed_at is None:
        if now.fresh and row["token"] == now.crate.head["by"] and seat.role == Role.GM:
            seat.user_id = now.turn.actor.user_id
        else:
            seat.name = free_name(now.campaign, seat.name)
            seat.user = _guest(now, seat.name)
    seat.save()
    return seat


def _guest(now: Importing, name: str) -> User:
    username = GUEST + secrets.token_hex(12)
    user = User(username=username, display_name=name, is_guest=True, language=now.turn.actor.language)
    user.set_unusable_password()
    user.save()
    return user


def _own(now: Importing) -> Seat:
    """Of an importer who is nobody in the file."""
    user = User.objects.get(pk=now.turn.actor.user_id)
    name = free_name(now.campaign, str(user)[:NAME_LENGTH])
    return Seat.objects.create(campaign=now.campaign, user=user, role=Role.GM, name=name)


def sessions(now: Importing) -> None:
    """What differs is as the file has it, but for what has gone on here since."""
    for row in now.crate.rows("sessions"):
        known = now.names.known[GameSession].get(row["token"])
        one = known or GameSession(campaign=now.campaign, token=now.names.tokens[row["token"]])
        if known is None or STATES.index(row["cells"]["state"]) >= STATES.index(known.state):
            _fill(now, one, row)
        now.sessions[row["token"]] = one.pk
    if now.fresh and now.crate.head["running"]:
        now.campaign.channel.session_id = now.sessions[now.crate.head["running"]]
        now.campaign.channel.save(update_fields=["session"])


def _fill(now: Importing, one: GameSession, row: Row) -> None:
    """A session runs at a table that comes to be so, or where it runs already."""
    runs = now.fresh or one.state == GameSession.State.RUNNING
    for name in COLUMNS[GameSession]:
        setattr(one, name, row["cells"][name])
    if one.state == GameSession.State.RUNNING and not runs:
        one.state = GameSession.State.PLAYED
    one.save()
    one.attended.set([now.seats[name] for name in row["attended"]])
