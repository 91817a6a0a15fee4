"""Eight people roll, spend and write while the server is killed again and again: what was acknowledged is there, once.

Whoever got no answer presses again with the same key, as the page does.
"""

from __future__ import annotations

import hashlib
import http.client
import threading
import time
import urllib.parse
from collections import Counter as Tally
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from django.db import connection, connections
from django.db.models import Sum
from django.urls import reverse

from sessions.models import Change, Check, LogEntry
from sheets.actions.edit import fingerprint
from sheets.models import Character, Counter, Note
from tests.cast import CharacterFactory, client_of, make_table
from tests.forked import ForkedServer
from tests.races import PATIENCE
from tests.servers import environment_of_servers, free_port
from tests.test_races import assert_in_order

ROUNDS, PEOPLE = 20, 8
PRESSES = 10  # acknowledged between two deaths
CSRF = "x" * 32
AGAIN = (OSError, http.client.HTTPException)  # nobody answered


@dataclass(frozen=True)
class Press:
    path: str
    data: dict[str, str]
    once: str

    @property
    def key(self) -> str:
        """As the log keeps it."""
        return hashlib.sha256(f"{self.path} {self.once}".encode()).hexdigest()[:40]


class Player:
    """One browser: presses one thing after the other, each until it is acknowledged."""

    def __init__(self, number: int, session: str, port: int, own: Character, shared: Character) -> None:
        self.number, self.port, self.own, self.shared = number, port, own, shared
        self.cookie = f"sessionid={session}; csrftoken={CSRF}"
        self.wire: http.client.HTTPConnection | None = None
        self.acknowledged: list[Press] = []
        self.text = ""

    def play(self, over: threading.Event, until: float) -> None:
        while not over.is_set():
            press = self._next(len(self.acknowledged))
            while not self._answered(press):
                assert time.monotonic() < until, "no answer any more"
                time.sleep(0.02)
            self.acknowledged.append(press)

    def _next(self, number: int) -> Press:
        """A test, something gained and something spent of what is everybody's, a text of one's own."""
        kind, once = number % 4, f"{self.number}-{number}"
        if kind == 0:
            return Press(reverse("roll", args=[self.own.token]), {"traits": "inquiry", "difficulty": "2"}, once)
        if kind < 3:
            path = reverse("counter", args=[self.shared.token, "experience"])
            return Press(path, {"delta": "+2" if kind == 1 else "-1"}, once)
        was, self.text = fingerprint(self.text), f"Person {self.number} wrote this at press {number}."
        path = reverse("set_field", args=[self.own.token, "note:=biography", "text"])
        return Press(path, {"value": self.text, "was": was}, once)

    def _answered(self, press: Press) -> bool:
        body = urllib.parse.urlencode({**press.data, "once": press.once, "csrfmiddlewaretoken": CSRF})
        headers = {
            "Cookie": self.cookie, "HX-Request": "true", "Origin": f"http://127.0.0.1:{self.port}",
            "Content-Type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        self.wire = self.wire or http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            self.wire.request("POST", press.path, body, headers)
            answer = self.wire.getresponse()
            told = answer.read()
        except AGAIN:
            self.wire.close()
            self.wire = None
            return False
        assert answer.status in (200, 204), f"{answer.status}: {told.decode()[:2000]}"
        return True


@pytest.fixture
def server(transactional_db):
    forked = ForkedServer(free_port(), environment_of_servers())
    yield forked
    forked.end()


@pytest.fixture
def table(transactional_db):
    return make_table()


@pytest.fixture
def players(table, server) -> list[Player]:
    """Game masters and the owner of the sheet that all of them change; each has a sheet alone besides."""
    found = []
    for number in range(PEOPLE):
        user = (table.alicja, table.ewa, table.bartek)[number % 3]
        own = CharacterFactory(campaign=table.campaign, owner=user, levels={"inquiry": 2})
        found.append(Player(number, client_of(user).cookies["sessionid"].value, server.port, own, table.julio))
    return found


def die_again_and_again(server: ForkedServer, players: list[Player], over: threading.Event, until: float) -> None:
    try:
        for number in range(1, ROUNDS + 1):
            while sum(len(player.acknowledged) for player in players) < number * PRESSES:
                assert time.monotonic() < until, "too few answers"
                assert not over.is_set(), "somebody gave up"
                time.sleep(0.01)
            server.kill()
            server.start()
    finally:
        over.set()


def test_every_acknowledged_press_counts_exactly_once_whenever_the_server_dies(table, server, players):
    over, until = threading.Event(), time.monotonic() + 4 * PATIENCE

    def play(player: Player) -> None:
        try:
            player.play(over, until)
        finally:
            over.set()
            connections.close_all()

    with ThreadPoolExecutor(PEOPLE) as pool:
        playing = [pool.submit(play, player) for player in players]
        die_again_and_again(server, players, over, until)
    for one in playing:
        one.result()

    pressed = [press for player in players for press in player.acknowledged]
    assert len(pressed) >= ROUNDS * PRESSES
    assert Tally(LogEntry.objects.values_list("once", flat=True)) == Tally(press.key for press in pressed)
    assert Check.objects.count() == sum("roll" in press.path for press in pressed)
    assert_in_order(table)

    gained = sum(int(press.data.get("delta", 0)) for press in pressed)
    assert Counter.objects.get(character=table.julio, key="experience").current == gained
    for counter in Counter.objects.filter(character__in=[table.julio, *(player.own for player in players)]):
        changes = Change.objects.filter(character=counter.character, target=f"counter:{counter.key}")
        assert counter.current == changes.aggregate(Sum("delta"))["delta__sum"]
    for player in players:
        assert Note.objects.get(character=player.own).text == player.text
        texts = Change.objects.filter(character=player.own, field="text").order_by("entry__seq")
        assert [change.old for change in texts] == ["", *[change.new for change in texts][:-1]]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            assert cursor.fetchall() == [("ok",)]
