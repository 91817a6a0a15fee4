"""Every way by which something of a table leaves the server, as raw bytes for one person."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from http.cookies import SimpleCookie
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from caerbannog_site import reader as live_reader
from caerbannog_site.http import GRANT_HEADER
from sessions import feed
from sessions.models import LogEntry
from sheets.models import Character
from tests.cast import Table

MEMBERS = ("alicja", "ewa", "bartek", "celina", "gustaw", "filip", "iga")
OUTSIDE = ("henryk", "daniel", "")  # removed, stranger, logged out
EVERYBODY = (*MEMBERS, *OUTSIDE)
# One of each right: what a co-GM, a guest and a screen see is that of a GM, a player and a spectator. What those
# outside get has a test of its own, in which the table holds all secrets at once.
SOME = ("alicja", "bartek", "celina", "filip")
PLAYERS = ("bartek", "celina", "filip")
Output = Callable[[Table, str], bytes]
OF_THE_MOMENT = (GRANT_HEADER, "X-Request-ID")  # new with every request
CSRF = re.compile(rb"\b[A-Za-z0-9]{64}\b|(?<=csrftoken=)[A-Za-z0-9]{32}\b")


def sheets(table: Table) -> tuple[Character, ...]:
    """A player's and a hidden NPC's."""
    return table.julio, table.shade


class Reader(Client):
    """A browser that only reads, without the test client's copies of every context, which cost more than the pages."""

    def __init__(self, cookies: SimpleCookie) -> None:
        super().__init__()
        self.cookies = cookies

    def request(self, **request: Any) -> HttpResponse:
        return self.handler(self._base_environ(**request))


def reader(table: Table, name: str) -> Reader:
    return Reader((table.client(name) if name else table.anonymous).cookies)


def get(table: Table, name: str, url: str) -> bytes:
    """The whole answer: status, headers, cookies and body."""
    answer = reader(table, name).get(url)
    head = "\n".join(f"{key}: {value}" for key, value in answer.headers.items() if key not in OF_THE_MOMENT)
    cookies = "\n".join(f"{key}={cookie.value}" for key, cookie in answer.cookies.items())
    return f"{answer.status_code}\n{head}\n{cookies}\n".encode() + answer.getvalue()


def pages(table: Table, name: str, *addresses: str) -> bytes:
    return b"".join(get(table, name, url) for url in addresses)


def table_page(table: Table, name: str) -> bytes:
    return pages(table, name, reverse("table", args=[table.campaign.token]))


def log_pages(table: Table, name: str) -> bytes:
    """Older rows, filtered ones, and the rows of a character of which the reader may know nothing."""
    url = reverse("table_log", args=[table.campaign.token])
    viewer = table.viewer(name) if name in MEMBERS else table.viewer("alicja")
    newest = LogEntry.objects.visible_to(viewer).listed().order_by("-seq").values_list("token", flat=True)
    queries = ("", f"?only=rolls&before={newest.first()}", f"?of={table.shade.token}")
    return pages(table, name, *[url + query for query in queries])


def search(table: Table, name: str) -> bytes:
    """Nearly every row, for each has an "e"; and what is looked for by who guesses a secret."""
    url = reverse("table_log", args=[table.campaign.token])
    return pages(table, name, url + "?q=e", url + "?q=CANARSEC")


def session_pages(table: Table, name: str) -> bytes:
    """The list of sessions, and each session with its log and recap."""
    token = table.campaign.token
    tokens = table.campaign.game_sessions.order_by("pk").values_list("token", flat=True)
    addresses = [reverse("session", args=[token, one]) for one in tokens]
    return pages(table, name, reverse("sessions", args=[token]), *addresses)


def log_files(table: Table, name: str) -> bytes:
    """The log as a file, in each form: the campaign's and a session's."""
    token = table.campaign.token
    addresses = [reverse("log_export", args=[token, "csv"])]
    for one in table.campaign.game_sessions.order_by("pk").values_list("token", flat=True):
        addresses += [reverse("session_export", args=[token, one, form]) for form in ("md", "json")]
    return pages(table, name, *addresses)


LIVE = ("table_live", "dash_live", "people_live", "sessions_live")


def grants(table: Table, name: str) -> Iterable[feed.Grant]:
    """The streams that this person may open: the table's, a game master's own, the lists', and each sheet's."""
    addresses = [reverse(one, args=[table.campaign.token]) for one in LIVE]
    addresses += [reverse("sheet_live", args=[one.token]) for one in sheets(table)]
    for url in addresses:
        if header := reader(table, name).get(url).headers.get(GRANT_HEADER):
            yield feed.read_grant(header)[1]


def live(table: Table, name: str, *, after: int = 0) -> bytes:
    """The frames of everything that happened after this seq, as an open stream gets them."""
    source = feed.Source()
    entries = source.fetch(table.campaign.channel_id, after, 1000)
    return b"".join(
        source.render(entry, source.audience(entry, grant)) for grant in grants(table, name) for entry in entries
    )


def replay(table: Table, name: str, cursor: str = "") -> bytes:
    """What a stream is told that comes back with this cursor."""
    log = live_reader.Reader(feed.Source())
    told = [log.missed(table.campaign.channel_id, grant, cursor)[1] for grant in grants(table, name)]
    return b"".join(frame for frames in told for frame in ([b"reset"] if frames is None else frames))


def sheet_page(table: Table, name: str) -> bytes:
    return pages(table, name, *[reverse("sheet", args=[one.token]) for one in sheets(table)])


def panels(table: Table, name: str) -> bytes:
    """One of each field group, to edit (to look at they are on the page); of the hidden NPC, all or nothing, one."""
    names = ("ident", "pools", "abilities", "biography", "private", "gm")
    addresses = [reverse("panel", args=[table.julio.token, panel]) + "?edit=1" for panel in names]
    addresses += [reverse("panel", args=[table.shade.token, "gm"])]
    return pages(table, name, *addresses)


def history(table: Table, name: str) -> bytes:
    """With the ledger of the experience, which is the history of one counter."""
    return pages(
        table, name, *[reverse(page, args=[one.token]) for page in ("history", "experience") for one in sheets(table)]
    )


def export(table: Table, name: str) -> bytes:
    return pages(table, name, *[reverse("export", args=[one.token]) for one in sheets(table)])


def paper(table: Table, name: str) -> bytes:
    return pages(table, name, *[reverse("print_sheet", args=[one.token]) + "?private=1" for one in sheets(table)])


def around(table: Table, name: str) -> bytes:
    """The pages that show people and tables rather than what happens."""
    token = table.campaign.token
    named = ("people", "more", "foes", "campaign_settings", "hand_over")
    return pages(table, name, reverse("home"), *[reverse(one, args=[token]) for one in named])


def dash(table: Table, name: str) -> bytes:
    """The game masters' own pages."""
    best = reverse("best", args=[table.campaign.token]) + "?trait=inquiry&difficulty=3"
    return pages(table, name, *[reverse(one, args=[table.campaign.token]) for one in ("dash", "seen")], best)


def eyes(table: Table, name: str) -> bytes:
    """What a game master sees through Bartek's eyes, and through Celina's."""
    found = b""
    for player in ("bartek", "celina"):
        seat = table.seats[player].token
        found += pages(table, name, reverse("as_table", args=[table.campaign.token, seat]))
        addresses = [reverse("as_sheet", args=[table.campaign.token, seat, one.token]) for one in sheets(table)]
        found += pages(table, name, *addresses)
    return found


def screen(secret: str) -> bytes:
    """What somebody without an account gets who has the link of a table's screen: its page, and all that it is told."""
    page = Client().get(reverse("tv", args=[secret]))
    header = Client().get(reverse("tv_live", args=[secret])).headers[GRANT_HEADER]
    channel, grant, _cursor = feed.read_grant(header)
    source = feed.Source()
    told = [source.render(one, source.audience(one, grant)) for one in source.fetch(channel, 0, 1000)]
    head = "\n".join(f"{key}: {value}" for key, value in page.headers.items() if key not in OF_THE_MOMENT)
    return b"".join([head.encode(), page.content, *told])


LOG = {"table": table_page, "log pages": log_pages, "live": live, "replay": replay, "search": search,
       "sessions": session_pages}  # fmt: skip
FILES = {"log files": log_files}
SHEET = {"sheet": sheet_page, "panels": panels, "history": history, "export": export, "paper": paper}
ALL = {**LOG, **FILES, **SHEET, "around": around, "dash": dash, "eyes": eyes}


class Several:
    """Outputs one after another."""

    def __init__(self, *parts: Output) -> None:
        self.parts = parts

    def __call__(self, table: Table, name: str) -> bytes:
        return b"".join(part(table, name) for part in self.parts)


# What a template leaves out of rows that it was given is the same on every database; which rows these are is not.
everything = Several(*({**LOG, "history": history} if settings.ON_POSTGRESQL else ALL).values())
# One output of each kind: what is left out draws the same rows and panels once more.
most = Several(table_page, live, log_files, sheet_page, history, export, around)


def without_csrf(found: bytes) -> bytes:
    return CSRF.sub(b"CSRF", found)


def who_reads(table: Table, output: Output, canary: str, persons: Iterable[str] = SOME) -> set[str]:
    """The persons in whose bytes the canary is."""
    parts, sought = getattr(output, "parts", (output,)), canary.encode()
    return {name for name in persons if any(sought in part(table, name) for part in parts)}
