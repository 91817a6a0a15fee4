"""Everything of one person in one file: profile, seats, characters with private notes, messages and rolls.

    data.json               profile, tables and what this person said and rolled there
    characters/NAME.json    each of their sheets, which “Import a character” reads
    portraits/NAME.webp     the pictures on them

As far as its owner may know: nothing of other people, and a blind roll stays blind. Of a table that they have left they
get what they wrote and threw, as it stood then.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from tempfile import TemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.socialaccount.models import SocialAccount
from django.utils import timezone

from caerbannog_site.accounts.models import User
from sessions import log_reading, log_search
from sessions.access import Viewer, viewer_of
from sessions.export_json import entry_of
from sessions.exports import line_of
from sessions.models import Channel, LogEntry, Role, Seat
from sessions.models.log import LogQuerySet
from sheets import portraits, snapshot, transfer
from sheets.access import Rights
from sheets.models import Character

FORMAT, VERSION = "caerbannog-table/person", 1
KINDS = ("message", "dice", "check")
OWN = Rights("apbcd", owner=True)


def written(user: User) -> IO[bytes]:
    """The file, open at its beginning."""
    file = TemporaryFile()  # noqa: SIM115 -- whoever sends it closes it
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        sheets = list(Character.objects.filter(owner=user).select_related("campaign").order_by("pk"))
        names = [f"{number:02}-{transfer.filename(one)}" for number, one in enumerate(sheets, 1)]
        for name, rows in zip(names, snapshot.load(sheets).values(), strict=True):
            archive.writestr(f"characters/{name}", _dumped(transfer.export(rows, OWN)))
            if portrait := portraits.read(rows.character.portrait):
                archive.writestr(f"portraits/{name.removesuffix('.json')}.webp", portrait)
        archive.writestr("data.json", _dumped(_data(user, [f"characters/{name}" for name in names])))
    file.seek(0)
    return file


def _data(user: User, characters: list[str]) -> dict[str, Any]:
    seats = user.seats.select_related("campaign").order_by("pk")
    return {
        "format": FORMAT,
        "v": VERSION,
        "made_at": timezone.localtime().isoformat(timespec="seconds"),
        "profile": _profile(user),
        "tables": [_table(seat, user) for seat in seats],
        "characters": characters,
        "alone": [entry for channel in _alone(user) for entry in _entries(channel, user)],
    }


def _profile(user: User) -> dict[str, Any]:
    named = ("username", "display_name", "email", "language", "time_zone", "theme", "is_guest")
    moments = {name: getattr(user, name) for name in ("date_joined", "last_login")}
    told = {name: getattr(user, name) for name in named}
    told["discord"] = [
        {"id": one.uid, "name": one.extra_data.get("name")} for one in SocialAccount.objects.filter(user=user)
    ]
    return {**told, **{name: moment.isoformat() if moment else None for name, moment in moments.items()}}


def _table(seat: Seat, user: User) -> dict[str, Any]:
    left = seat.removed_at.isoformat() if seat.removed_at else None
    told = {"name": seat.name, "role": seat.role, "joined_at": seat.joined_at.isoformat(), "left_at": left}
    return {"campaign": seat.campaign.name, **told, "entries": list(_of_seat(seat, user))}


def _of_seat(seat: Seat, user: User) -> Iterator[dict[str, Any]]:
    viewer = viewer_of(seat, seat.campaign, user.language)
    entries = LogEntry.objects.filter(channel=seat.campaign.channel_id)
    if seat.removed_at is None:
        return _told(entries, viewer)
    # Nothing that was revealed since, nobody's name that came out since, no rights of a game master.
    then = entries.filter(at__lte=seat.removed_at).exclude(children__at__gt=seat.removed_at)
    return _told(then, replace(viewer, role=Role.PLAYER), former=True)


def _alone(user: User) -> list[int]:
    """The logs of sheets at no table, of sheets that went to one, too."""
    return list(Channel.objects.filter(campaign=None, entries__actor=user).distinct().values_list("pk", flat=True))


def _entries(channel_id: int, user: User) -> Iterator[dict[str, Any]]:
    viewer = Viewer(user_id=user.pk, channel_id=channel_id, language=user.language)
    return _told(LogEntry.objects.filter(channel=channel_id), viewer)


def _told(entries: LogQuerySet, viewer: Viewer, *, former: bool = False) -> Iterator[dict[str, Any]]:
    """This person's own rows among these entries, oldest first, as they see them."""
    own = entries.filter(actor=viewer.user_id, kind__in=KINDS).listed().visible_to(viewer)
    for chunk in log_search.chunks(own, oldest_first=True):
        for row in log_reading.Reading(chunk, sheets={}).rows(viewer):
            if former and row.check is not None:
                row.check.came = []  # whom it reached is known by the name of today
            yield entry_of(line_of(row, ""))


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
