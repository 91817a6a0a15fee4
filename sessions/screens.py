"""What an open page shows besides its reader: live frames and the answers to presses are drawn for it."""

from __future__ import annotations

from dataclasses import dataclass

from sheets.access import Opened, Rights

LOG, SHEET, TABLE, DASH, TV = "", "sheet", "table", "dash", "tv"
PEOPLE, EVENINGS = "people", "evenings"
WITH_PARTY = (TABLE, DASH, TV)
LISTS = (PEOPLE, EVENINGS)  # no log, no sheet: their regions alone


@dataclass(frozen=True)
class Screen:
    """What a page shows: the log alone, the log and the party (TABLE, a game master's DASH, a TV's screen), one sheet
    with these rights and no log, or a list."""

    page: str = LOG
    character_id: int | None = None
    groups: str = ""
    edit: bool = False
    owner: bool = False

    @property
    def rights(self) -> Rights:
        return Rights(self.groups, edit=self.edit, owner=self.owner)


LOG_ALONE, SHEET_ALONE = Screen(LOG), Screen(SHEET)  # what is left of a page that an entry does not touch


def sheet_screen(opened: Opened) -> Screen:
    """The page of a sheet, as its reader opened it."""
    rights = opened.rights
    return Screen(SHEET, opened.character.pk, rights.groups, rights.edit, rights.owner)
