"""The characters of a campaign's file: here those who are new, in importing_changes.py those who are known."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from django.db.models import Q

from sessions.access import Viewer
from sessions.actions.importing_changes import Differences
from sessions.actions.importing_now import Importing, chunks
from sessions.models import Seat
from sessions.packing import Row
from sheets.actions.births import need_room
from sheets.models import ROWS, Bonus, Character, Note, Trait
from sheets.models import Counter as Pool
from sheets.models import Row as SheetRow


def characters(now: Importing) -> None:
    """Everybody whom the log names; their rows come after it. Refused when somebody would have too many sheets."""
    for row in now.crate.rows("characters"):
        known = now.names.known[Character].get(row["token"])
        now.characters[row["n"]] = (known or _new(now, row)).pk
        if known and not row["gone"]:
            _find_rows(now, known, row)
    made = Character.objects.filter(pk__in=now.characters.values(), campaign=now.campaign)
    for owner in Counter(made.values_list("owner", flat=True)):
        need_room(Viewer(user_id=owner), None if owner else now.campaign, 0)


def _new(now: Importing, row: Row) -> Character:
    """Of somebody who has left the table only the name, which is at no table and nobody's."""
    character: Character = row["character"]
    character.token, character.channel_id = now.names.tokens[row["token"]], now.campaign.channel_id
    if not row["gone"]:
        seat: Seat | None = now.seat(row["owner"])
        character.campaign = now.campaign
        character.owner_id = seat.user_id if seat and seat.removed_at is None else None
        character.portrait = now.picture(row["portrait"])
    character.save()
    return character


def _find_rows(now: Importing, character: Character, row: Row) -> None:
    """What a sheet has once is the same row, whoever wrote it first: the file's name of it is the one here."""
    own = {}
    for model in ROWS.values():
        for one in _rows_of(model, [character.pk], now):
            own[_key(one)] = one
    for one in row["rows"]:
        if (key := _key(one)) and (here := own.get(key)):
            now.names.rename(one.token, here)


def _rows_of(model: type[SheetRow], characters: list[int], now: Importing) -> Any:
    found = model.objects.filter(character__in=characters)
    return found.filter(Q(campaign=None) | Q(campaign=now.campaign)) if model is Note else found


def _key(row: SheetRow) -> tuple[Any, ...] | None:
    """What makes a row the only one of its kind on a sheet, if anything does."""
    if isinstance(row, Trait) and row.key:
        return Trait, row.category, row.key
    if isinstance(row, Bonus):
        return Bonus, row.category
    if isinstance(row, Pool):
        return Pool, row.key
    return (Note, row.kind) if isinstance(row, Note) else None


def rows(now: Importing) -> None:
    """The rows of all sheets. What they are is known only after the log, which tells how they came to be so."""
    for found in chunks(row for row in now.crate.rows("characters") if not row["gone"]):
        fresh: dict[type[SheetRow], list[SheetRow]] = defaultdict(list)
        differences = Differences(now, found)
        for row in found:
            if row["token"] in now.names.known[Character]:
                differences.take(row)
            else:
                for one in row["rows"]:
                    fresh[type(one)].append(_belonging(now, now.characters[row["n"]], one))
        for model, made in fresh.items():
            model.objects.bulk_create(made)


def _belonging(now: Importing, character: int, row: SheetRow) -> SheetRow:
    """The row under its name here, on this character's sheet."""
    row.token, row.character_id = now.names.tokens[row.token], character
    if isinstance(row, Note) and row.kind == Note.Kind.GM:
        row.campaign = now.campaign
    return row
