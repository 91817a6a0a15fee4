"""A campaign written out: all that its game master may see, and nothing of what is somebody's alone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from tempfile import TemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from django.utils import timezone

from caerbannog_site.backup.moment import one_moment
from sessions.access import Viewer
from sessions.models import Campaign, Role, Seat
from sessions.pack_play import Play
from sessions.pack_sheets import Sheets
from sessions.packing import FORMAT, MANIFEST, PICTURES, VERSION, Row, columns
from sheets import portraits


def packed(campaign: Campaign, viewer: Viewer) -> IO[bytes]:
    """The file, at its beginning. `viewer` is the game master who asks for it; the rows are those of one moment."""
    file = TemporaryFile()  # noqa: SIM115 -- whoever asked for it closes it
    try:
        with one_moment(), ZipFile(file, "w", ZIP_DEFLATED) as archive:
            fresh = Campaign.objects.select_related("channel__session").get(pk=campaign.pk)
            _write(archive, fresh, viewer)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


def _write(archive: ZipFile, campaign: Campaign, viewer: Viewer) -> None:
    seats = list(campaign.seats.exclude(role=Role.SCREEN).order_by("pk"))
    sheets = Sheets(campaign, seats)
    play = Play(campaign, viewer.anyone, seats, sheets)
    _put(archive, MANIFEST, [_manifest(campaign, seats, viewer)])
    _put(archive, "seats.jsonl", (_seat(one) for one in seats))
    _put(archive, "sessions.jsonl", play.sessions())
    _put(archive, "log.jsonl", play.log())
    for name in ("checks", "asks", "scenes", "rests"):
        _put(archive, f"{name}.jsonl", getattr(play, name)())
    _put(archive, "characters.jsonl", sheets.rows())  # last: only now is it known whom the log names
    for name, digest in sheets.pictures.items():
        archive.writestr(PICTURES + digest, portraits.read(name) or b"", ZIP_STORED)


def _put(archive: ZipFile, name: str, rows: Iterable[Row]) -> None:
    with archive.open(name, "w") as member:
        for row in rows:
            text = json.dumps(row, ensure_ascii=False, separators=(",", ":"), default=_plain)
            member.write(text.encode() + b"\n")


def _manifest(campaign: Campaign, seats: list[Seat], viewer: Viewer) -> Row:
    running = campaign.channel.session
    by = next((one.token for one in seats if one.pk == viewer.seat_id), "")
    told = {"id": campaign.token, **columns(campaign), "running": running.token if running else ""}
    return {"format": FORMAT, "v": VERSION, "made_at": timezone.now(), "by": by, "campaign": told}


def _seat(seat: Seat) -> Row:
    return {"token": seat.token, **columns(seat)}


def _plain(value: Any) -> str:
    if isinstance(value, date):  # a time, too
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in a file")
