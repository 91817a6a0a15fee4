"""Two people at two processes behind nginx, under a path, with the shipped file: docs/hosting/nginx.conf.

Whoever's process is stopped or dies goes on at the other, and has seen everything once.
"""

from __future__ import annotations

import re
import time
import urllib.request
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from sessions.models import LogEntry
from tests import proxies
from tests.browser import steps
from tests.servers import PATIENCE, ServerProcess, free_port

pytestmark = [pytest.mark.live, pytest.mark.processes]
TOKEN = "only for this test"


@dataclass
class Front:
    """The table as the browser finds it, and the two processes behind."""

    url: str
    processes: list[ServerProcess]
    asked: list[str] = field(default_factory=list)

    def streams(self, together: int) -> list[int]:
        """How many pages each process serves with live updates, once it is so many in all."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = [_streams(one) if one.process else 0 for one in self.processes]
            if sum(found) == together:
                return found
            time.sleep(0.05)
        raise TimeoutError(f"{found} streams")


def _streams(server: ServerProcess) -> int:
    asked = urllib.request.Request(f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return int(float(re.search(r"^table_open_streams (\S+)$", answer.read().decode(), re.MULTILINE)[1]))


@pytest.fixture
def front(servers, tmp_path, trouble):
    trouble.allow("status of 50[24]|net::ERR_|Failed to fetch|NetworkError|network error")  # while a process is gone
    port = free_port()
    url = f"http://127.0.0.1:{port}/table"
    settings = {"PUBLIC_URL": url, "TRUSTED_PROXIES": "127.0.0.1", "METRICS_TOKEN": TOKEN}
    processes = [servers.start(**settings), servers.start(**settings)]
    nginx = proxies.nginx(tmp_path, port, *(one.port for one in processes))
    yield Front(url, processes)
    nginx.end()


@pytest.fixture
def sit_down(person, front):
    """sit_down("alicja") -> her page at the table, which asks for nothing outside the table's own path."""

    def open_page(name: str = "", **options: object) -> Page:
        page = person(name, url=front.url + "/", **options)
        page.context.on("request", lambda request: front.asked.append(request.url))
        return page

    return open_page


def on_processes_of_their_own(front: Front, page: Page) -> None:
    """nginx chooses the process with fewer open connections; a page that came to the other's is opened again."""
    for _attempt in range(20):
        if front.streams(2) == [1, 1]:
            return
        page.reload()
        steps.live(page)
    raise AssertionError("nginx leads everybody to one process")


def throw(page: Page, formula: str) -> None:
    page.locator("#formula").fill(formula)
    page.locator("#free-dice").get_by_role("button").click()


def ids(page: Page) -> list[str]:
    return steps.rows(page).evaluate_all("rows => rows.map(row => row.id)")


def test_whoevers_process_ends_goes_on_at_the_other_and_has_seen_everything_once(sit_down, front, table):
    root = front.url + steps.table_path(table.campaign)
    alicja = sit_down("alicja")
    alicja.goto(front.url + steps.people_path(table.campaign))
    alicja.get_by_role("button", name="Make an invitation").click()
    link = alicja.get_by_label("Link").input_value()
    assert link.startswith(front.url + "/join/")

    guest = sit_down(width=360)
    guest.goto(link)
    guest.get_by_label("What should we call you?").fill("Zosia")
    guest.get_by_role("button", name="Sit down at the table").click()
    guest.wait_for_url(f"{root}**")
    steps.live(guest)

    steps.at(alicja, root)
    expect(steps.row(alicja, "Zosia")).to_have_count(1)
    on_processes_of_their_own(front, guest)

    written = steps.rows(alicja).count()

    def both_see_one_more(more: int = 1) -> None:
        nonlocal written
        written += more
        for page in (alicja, guest):
            expect(steps.rows(page)).to_have_count(written)

    throw(guest, "2k6+1")
    both_see_one_more()
    throw(alicja, "k20")
    both_see_one_more()
    steps.say(guest, "from one process to the other")
    both_see_one_more()

    first, second = front.processes
    assert first.stop() < 20
    steps.said(table, "celina", "while they move to the other")
    both_see_one_more()
    throw(alicja, "k12")
    throw(guest, "k10")
    both_see_one_more(2)
    assert front.streams(2) == [0, 2]

    first.start()
    second.kill()
    steps.said(table, "celina", "after a sudden death")
    both_see_one_more()
    throw(guest, "k8")
    throw(alicja, "k6")
    both_see_one_more(2)
    assert front.streams(2) == [2, 0]

    entries = LogEntry.objects.filter(kind__in=("message", "dice")).order_by("-seq")
    told = [f"row-{token}" for token in entries.values_list("token", flat=True)]
    assert len(told) == 9
    for page in (alicja, guest):
        assert ids(page)[:9] == told
        assert len(set(ids(page))) == written
    assert not [url for url in front.asked if not url.startswith(f"{front.url}/")]
