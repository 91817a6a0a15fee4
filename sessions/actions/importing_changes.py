"""A sheet that is here already becomes what a campaign's file says of it. Nothing goes that the file does not list.

Each difference is a Change of the import, but for what the entries tell that have come with the same file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules import registry
from sessions.actions.importing_now import Importing
from sessions.actions.table_rows import stored
from sessions.packing import Row, picture_name
from sheets import fields, portraits
from sheets.actions.edit import changed
from sheets.models import ROWS, Character, Counter, Note
from sheets.models import Row as SheetRow

HEAD = (*fields.HEAD, "alias", "hidden", "archived_at")
KINDS = {model: kind for kind, model in ROWS.items()}


class Differences:
    """The sheets among these rows of the file that are here, as they stand."""

    def __init__(self, now: Importing, rows: Sequence[Row]) -> None:
        self.now = now
        known = now.names.known[Character]
        pks = [known[row["token"]].pk for row in rows if row["token"] in known]
        self.characters = Character.objects.select_related("campaign").in_bulk(pks)
        self.rows: dict[str, SheetRow] = {}
        for model in ROWS.values():
            self.rows |= {one.token: one for one in model.objects.filter(character__in=pks)}
        self.spec = registry.system(now.campaign.system).sheet()

    def take(self, row: Row) -> None:
        """Set the sheet to what the file has. A sheet that has left the table since is not touched."""
        character = self.characters[self.now.characters[row["n"]]]
        if character.campaign_id != self.now.campaign.pk:
            return
        self._head(character, row)
        for one in row["rows"]:
            here = self.rows.get(self.now.names.tokens[one.token])
            if here is None:
                self._add(character, one)
            elif here.character_id == character.pk:
                self._set(character, here, one, self._names(here))

    def _head(self, character: Character, row: Row) -> None:
        self._set(character, character, row["character"], HEAD)
        shown = portraits.read(character.portrait)
        if row["portrait"] != (picture_name(shown) if shown else ""):
            row["character"].portrait = self.now.picture(row["portrait"])
            self._set(character, character, row["character"], ("portrait",))

    def _names(self, row: SheetRow) -> list[str]:
        """The fields that people change, and with them nothing that makes the row what it is."""
        names = list(fields.GROUPS[KINDS[type(row)]])
        if isinstance(row, Counter):
            spec = self.spec.counter(row.key)
            return [name for name in names if name != "maximum" or (spec and spec.has_maximum)]
        return names

    def _set(self, character: Character, here: Any, there: Any, names: Sequence[str]) -> None:
        different = [name for name in names if getattr(here, name) != getattr(there, name)]
        for name in different:
            old, new = getattr(here, name), getattr(there, name)
            setattr(here, name, new)
            self._tell(character, here, name, stored(old), stored(new))
        if different:
            here.save(update_fields=different)

    def _add(self, character: Character, row: SheetRow) -> None:
        row.token, row.character_id = self.now.names.tokens[row.token], character.pk
        if isinstance(row, Note):
            row.campaign = self.now.campaign if row.kind == Note.Kind.GM else None
        row.save()
        if isinstance(row, Note):
            self._tell(character, row, "text", "", row.text)
        elif "deleted" in fields.GROUPS[KINDS[type(row)]] and not row.deleted:
            self._tell(character, row, "deleted", True, False)
        elif isinstance(row, Counter):
            self._tell(character, row, "current", None, row.current)

    def _tell(self, character: Character, row: Any, name: str, old: Any, new: Any) -> None:
        change = changed(character, row, name, old, new)
        if self.now.told.get((character.pk, change.target, name)) != new:
            self.now.changes.append(change)
