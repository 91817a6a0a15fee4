"""The log of a campaign's file: what is not here yet, in its order and at its times, after what is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from caerbannog_site import traces
from sessions.actions.importing_now import Importing, chunks
from sessions.models import Change, LogEntry
from sessions.models.log import seat_mark
from sessions.packing import Row

GROUPS = ("", *"apbce")  # of what files hold


def log(now: Importing) -> int:
    """Write the entries that are new here, and what they say of the older ones; how many they are."""
    known = now.names.known[LogEntry]
    for name, entry in known.items():
        now.entries[name], now.seqs[name] = entry.pk, entry.seq
    number = len(now.crate.contents.tokens.get(LogEntry, [])) - len(known)
    seq = now.turn.make_room(number)
    older: dict[str, Row] = {}
    wordless: dict[str, Row] = {}
    for rows in chunks(_new(now, older, wordless)):
        _write(now, rows, seq)
        seq += len(rows)
    _catch_up(now, older)
    _take_words(now, wordless)
    return number


def _new(now: Importing, older: dict[str, Row], wordless: dict[str, Row]) -> Iterator[Row]:
    """The rows that are new here. Of the others `older` keeps what later entries may have changed in them, `wordless`
    what is left of messages whose words were taken back.
    """
    known, named = now.names.known[LogEntry], {}
    for row in now.crate.rows("log"):
        if row["token"] in known:
            named[row["token"]] = _kept(row)
            if row["cells"]["kind"] == "message" and "text" not in row["cells"]["payload"]:
                wordless[row["token"]] = row["cells"]["payload"]
            continue
        for name in (row["parent"], row["undoes"]):
            while name in named:
                older[name] = named.pop(name)
                name = older[name]["undoes"]
        yield row


def _kept(row: Row) -> Row:
    cells, undone = row["cells"], [one["cells"]["undone"] for one in row["changes"]]
    return {"mode": cells["mode"], "undone": undone, "undoes": row["undoes"]}


def _write(now: Importing, rows: list[Row], seq: int) -> None:
    found = [_entry(now, row, seq + place) for place, row in enumerate(rows)]
    for row, entry in zip(rows, LogEntry.objects.bulk_create(found), strict=True):
        now.entries[row["token"]] = entry.pk
    late = [entry for row, entry in zip(rows, found, strict=True) if _link(now, row, entry)]
    LogEntry.objects.bulk_update(late, ["parent", "undoes", "payload"])
    Change.objects.bulk_create(
        [change for row, entry in zip(rows, found, strict=True) for change in _changes(now, row, entry)]
    )


def _entry(now: Importing, row: Row, seq: int) -> LogEntry:
    seat, number = now.seat(row["seat"]), row["character"]
    now.seqs[row["token"]] = seq
    return LogEntry(
        **{**row["cells"], "payload": now.payload(row["cells"]["payload"])},
        token=now.names.tokens[row["token"]], channel_id=now.campaign.channel_id, seq=seq,
        session_id=now.sessions.get(row["session"] or ""),
        actor_id=seat.user_id if seat else None, seat=seat,
        character_id=now.characters[number] if number else None,
        concerns=sorted(now.seats[name].pk for name in row["concerns"]),
        shared="".join(seat_mark(pk) for pk in sorted(now.seats[name].pk for name in row["shared"])),
        parent_id=now.entries.get(row["parent"] or ""), undoes_id=now.entries.get(row["undoes"] or ""),
    )  # fmt: skip


def _link(now: Importing, row: Row, entry: LogEntry) -> bool:
    """Name other entries of the same chunk, which have keys only now. Whether that was needed."""
    again, before = entry.payload.get("again"), (entry.parent_id, entry.undoes_id)
    entry.parent_id, entry.undoes_id = now.entries.get(row["parent"] or ""), now.entries.get(row["undoes"] or "")
    if again:
        entry.payload["again"] = [now.entries[name] for name in row["cells"]["payload"]["again"] if name in now.entries]
    if entry.payload.get("were") and row["parent"]:
        now.waiting.append((entry, row["parent"]))
    return bool(again) or before != (entry.parent_id, entry.undoes_id)


def _changes(now: Importing, row: Row, entry: LogEntry) -> Iterator[Change]:
    for one in row["changes"]:
        cells, number = one["cells"], one["character"]
        change = Change(entry=entry, character_id=now.characters[number] if number else None, **cells)
        change.target = now.here(change.target)
        for name in ("old", "new"):
            setattr(change, name, _value(now, change.field, cells[name]))
        now.told[change.character_id, change.target, change.field] = change.new
        yield change


def _value(now: Importing, field: str, value: Any) -> Any:
    if value and field == "portrait":
        return now.picture(value)
    if value and field == "campaign":
        return now.campaign.pk
    return now.here(value)


def _catch_up(now: Importing, older: dict[str, Row]) -> None:
    """What the new entries did to older ones: they were shown or hidden, or their changes taken back."""
    for name, row in older.items():
        LogEntry.objects.filter(pk=now.entries[name]).update(mode=row["mode"])
        changes = Change.objects.filter(entry=now.entries[name], group__in=GROUPS).order_by("pk")
        for change, undone in zip(changes, row["undone"], strict=False):
            Change.objects.filter(pk=change.pk).update(undone=undone)


def _take_words(now: Importing, wordless: dict[str, Row]) -> None:
    """What was taken back there is taken back here; the other way round, nothing brings it again."""
    for name, payload in wordless.items():
        found = LogEntry.objects.filter(pk=now.entries[name], payload__has_key="text")
        if found.update(payload=now.payload(payload)):
            traces.wipe_at_commit()
