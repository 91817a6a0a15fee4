"""Live updates of the whole product: real server processes, real streams, nothing held while they are open."""

from __future__ import annotations

import http.client
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.urls import reverse

from caerbannog_site import live
from caerbannog_site.http import GRANT_HEADER
from tests.cast import HTMX, client_of, make_table

PATIENCE = 30
STREAMS = 100
POOLS = 6  # threads, those of the requests and those of the hub together


@pytest.fixture
def table(transactional_db):
    return make_table()


def cookies_of(user) -> str:
    return "; ".join(f"{name}={cookie.value}" for name, cookie in client_of(user).cookies.items())


class Stream:
    """An open stream over a real connection."""

    def __init__(self, server, url: str, cookies: str, cursor: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.connection.request("GET", url, headers={"Cookie": cookies, "Last-Event-ID": cursor})
        self.answer = self.connection.getresponse()
        self.ended = False

    def until(self, wanted: bytes) -> bytes:
        """What comes up to and with the line that holds this."""
        found = b""
        while line := self.answer.readline():
            found += line
            if wanted in line:
                return found
        self.ended = True
        raise AssertionError(f"the stream ended before {wanted!r}: {found!r}")

    def rest(self) -> bytes:
        return self.answer.read()

    def close(self) -> None:
        self.connection.close()


def press(server, table, name: str, url: str, **fields: str) -> int:
    """What this person's browser sends to that process; the status of the answer."""
    client = client_of(table.people[name])
    token = client.get(reverse("table", args=[table.campaign.token])).context["csrf_token"]
    cookies = "; ".join(f"{key}={cookie.value}" for key, cookie in client.cookies.items())
    headers = {"Cookie": cookies, "X-CSRFToken": str(token), "Content-Type": "application/x-www-form-urlencoded"}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("POST", url, urlencode(fields), {**headers, **HTMX})
    with connection.getresponse() as answer:
        answer.read()
        return answer.status


def test_nothing_wakes_before_the_commit(table):
    woken: list[int] = []
    forget = live.subscribe(woken.append)
    try:
        with transaction.atomic():
            live.publish(7)
            assert woken == []
        assert woken == ([] if settings.ON_POSTGRESQL else [7])  # PostgreSQL tells every process by itself
    finally:
        forget()


def test_what_was_rolled_back_wakes_nobody(table):
    woken: list[int] = []
    forget = live.subscribe(woken.append)
    with suppress(ZeroDivisionError), transaction.atomic():
        live.publish(7)
        raise ZeroDivisionError
    forget()
    assert woken == []


def test_a_press_reaches_every_open_stream_with_its_row_and_nobody_else_gets_a_stream(servers, table):
    server = servers.start()
    url = reverse("table_live", args=[table.campaign.token])
    for name in ("daniel", "henryk"):
        refused = Stream(server, url, cookies_of(table.people[name]))
        assert refused.answer.status in (403, 404)
        refused.close()
    streams = [Stream(server, url, cookies_of(table.people[name])) for name in ("bartek", "celina")]
    for stream in streams:
        headers = {key.lower(): value for key, value in stream.answer.getheaders()}
        assert headers["content-type"].startswith("text/event-stream")
        assert headers["cache-control"] == "no-store"
        assert headers["x-accel-buffering"] == "no"
        assert GRANT_HEADER.lower() not in headers
        stream.until(b"event: heartbeat")
    for text in ("first", "second"):
        assert press(server, table, "alicja", reverse("say", args=[table.campaign.token]), text=text) == 200
    for stream in streams:
        assert stream.until(b"second").count(b"data-say") == 2
        stream.close()


def test_removing_a_person_ends_their_stream_and_says_so(servers, table):
    server = servers.start()
    stream = Stream(server, reverse("table_live", args=[table.campaign.token]), cookies_of(table.celina))
    stream.until(b"event: heartbeat")
    url = reverse("seat_remove", args=[table.campaign.token, table.seats["celina"].token])
    assert press(server, table, "alicja", url) == 302
    told = stream.until(b"data: removed")
    assert b"no longer sits" not in told  # that row is not for her any more
    assert stream.rest().strip() == b""


def test_a_hundred_open_streams_hold_no_thread_and_no_connection(servers, table):
    server = servers.start()
    url, cookies = reverse("table_live", args=[table.campaign.token]), cookies_of(table.bartek)

    def opened(count: int) -> list[Stream]:
        streams = [Stream(server, url, cookies) for _ in range(count)]
        for stream in streams:
            stream.until(b"event: heartbeat")
        return streams

    streams = opened(10)
    before = threads(server.pid), connections()
    streams += opened(STREAMS - len(streams))
    assert threads(server.pid) - before[0] < POOLS  # a pool's threads come when they are first needed
    assert connections() - before[1] < POOLS
    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < 5
    for stream in streams:
        stream.rest()
        stream.close()


def threads(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def connections() -> int:
    """To this database on PostgreSQL; SQLite has none to run out of."""
    if not settings.ON_POSTGRESQL:
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return cursor.fetchone()[0]
