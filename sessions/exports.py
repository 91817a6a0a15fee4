"""The log in a file, oldest first, streamed: what one reader may see of it, in their language and time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo

from django.utils import timezone, translation

from caerbannog_site.templatetags.words import MINUS
from caerbannog_site.words import folded
from sessions import log_reading, log_search
from sessions.access import Viewer
from sessions.check_row import Face
from sessions.evening_display import Evening, evening, may_read, title_of
from sessions.log_display import Row
from sessions.log_pages import Wanted
from sessions.log_text import lines_of
from sessions.models import Campaign, GameSession, Mode


@dataclass(frozen=True)
class Line:
    """A row of the log as files hold it. `result` and `dice` are there where the reader sees them."""

    at: datetime
    session: str
    filter: str
    kind: str
    who: str
    words: list[str]
    says_who: bool  # its words name the person
    mode: str
    mode_label: str  # empty where everybody sees it
    undone: bool
    result: int | None = None
    dice: list[dict[str, int | bool | str]] = field(default_factory=list)


@dataclass(frozen=True)
class Story:
    """What a file tells: a campaign's log or one session's, as far as its reader may know."""

    campaign: Campaign
    viewer: Viewer
    asked: Wanted
    session: GameSession | None = None

    @property
    def evening(self) -> Evening | None:
        return evening(self.session, self.viewer) if self.session else None

    @property
    def title(self) -> str:
        return title_of(self.session.title, self.session.date) if self.session else self.campaign.name

    @property
    def recap(self) -> str:
        """The recap as it was typed, if the reader may read it."""
        return self.session.recap if self.session and may_read(self.session, self.viewer) else ""

    def chunks(self) -> Iterator[list[Line]]:
        """The lines, a chunk of the log at a time. What happens meanwhile is not waited for."""
        titles = self._titles()
        newest = self.asked.entries.order_by("-seq").values_list("seq", flat=True).first() or 0
        for entries in log_search.chunks(self.asked.entries.filter(seq__lte=newest), oldest_first=True):
            rows = log_reading.Reading(entries, sheets={}).rows(self.viewer)
            search = self.asked.search
            yield [
                line_of(row, titles.get(row.entry.session_id or 0, ""))
                for row in rows
                if not search or log_search.says(row, search)
            ]

    def _titles(self) -> dict[int, str]:
        begun = GameSession.objects.filter(campaign=self.campaign, began_at__isnull=False)
        return {pk: title_of(title, date) for pk, title, date in begun.values_list("pk", "title", "date")}


Writer = Callable[[Story], Iterator[str]]


def line_of(row: Row, session: str) -> Line:
    entry = row.entry
    return Line(
        at=timezone.localtime(entry.at),
        session=session,
        filter=row.filter,
        kind="roll" if row.blind else entry.kind,
        who=row.who,
        words=lines_of(row),
        says_who=bool(row.sentence),
        mode=entry.mode,
        mode_label=str(Mode(entry.mode).label) if row.secret else "",
        undone=row.undone,
        result=_result(row),
        dice=_dice(row),
    )


def _result(row: Row) -> int | None:
    """The number that the row shows; a hidden difficulty shows none."""
    if row.check is not None:
        seal = row.check.seal.replace(MINUS, "-")
        return int(seal) if seal.lstrip("-").isdigit() else None
    return row.data.get("total") if row.entry.kind == "dice" else None


def _dice(row: Row) -> list[dict[str, int | bool | str]]:
    if row.check is not None:
        return [_die(die) for die in row.check.dice]
    thrown = row.data.get("dice", ()) if row.entry.kind == "dice" else ()
    return [{"sides": sides, "face": face, "counted": True} for sides, face in thrown]


def _die(die: Face) -> dict[str, int | bool | str]:
    """A die of a test; whose it was where several people threw."""
    thrown: dict[str, int | bool | str] = {"sides": int(die.sides), "face": int(die.face), "counted": die.kept}
    return {**thrown, "who": die.who} if die.who else thrown


def streamed(pieces: Iterator[str], language: str, zone: tzinfo) -> Iterator[bytes]:
    """The bytes of a file. They leave when the middlewares are done, so each piece is made in the reader's terms."""
    while True:
        with translation.override(language), timezone.override(zone):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece.encode()


def filename(story: Story, form: str) -> str:
    session = story.session
    return file_name(session.date, session.title, form) if session else named_today(story.campaign.name, form)


def named_today(title: str, form: str) -> str:
    return file_name(timezone.localdate(), title, form)


def file_name(day: date, title: str, form: str) -> str:
    """The day and the title in letters that no file system refuses."""
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in folded(title)).split()
    return "-".join([day.isoformat(), *words])[:70].rstrip("-") + f".{form}"
