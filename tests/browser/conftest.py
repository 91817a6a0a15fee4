"""Journeys in a real browser against the real ASGI application, which runs in a thread of the test process.

    def test_a_roll(person, table, dice):
        page = person("bartek", width=360)
        page.goto("/")

Every page fails its test on an error of its scripts, and on any request to another host.
"""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # Playwright's sync API runs a loop in the test's thread

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from caerbannog_site.accounts.models import User
from tests import chromium
from tests.browser.relay import Relay
from tests.cast import client_of

TIMEOUT = 20_000  # milliseconds for every wait of Playwright: a busy machine is not a failure
expect.set_options(timeout=TIMEOUT)
LOOKS_AGAIN = 5  # seconds
SHOTS = os.environ.get("SHOTS", "")
LOCALES = {"pl": "pl-PL", "en": "en-GB"}
# A colour on its way to another one is neither, and its contrast nothing. A page in the background stands still.
AT_REST = """() => Promise.race([
    Promise.allSettled(document.getAnimations().map(one => one.finished)),
    new Promise(enough => setTimeout(enough, 1000)),
])"""


class LiveSite:
    """uvicorn in a thread, one for the whole run."""

    def __init__(self) -> None:
        from caerbannog_site import asgi

        self.hub = asgi.hub
        config = uvicorn.Config(
            asgi.application, host="127.0.0.1", port=0, log_level="warning", timeout_graceful_shutdown=1
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        self.port: int = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def wait_until_quiet(self) -> None:
        """Let the streams of closed pages end before the database is emptied under them."""
        until = time.monotonic() + 3
        while self.hub.tables and time.monotonic() < until:
            time.sleep(0.01)

    def stop(self) -> None:
        if self.hub.loop is not None:
            self.hub.loop.call_soon_threadsafe(self.hub.stop)  # its listener holds a connection to the database
        self.server.should_exit = True
        self.thread.join(10)


class Trouble:
    """What pages must not do. `allow("409")` lets pass what a test brings about on purpose (a pattern)."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.allowed: list[str] = []

    def allow(self, pattern: str) -> None:
        self.allowed.append(pattern)

    def watch(self, context: BrowserContext) -> None:
        context.on("console", lambda message: self._console(message.type, message.text, message.location))
        context.on("weberror", lambda error: self.seen.append(f"script error: {error.error}"))
        context.on("request", lambda request: self._request(request.url))

    def left(self) -> list[str]:
        return [line for line in self.seen if not any(re.search(pattern, line) for pattern in self.allowed)]

    def _console(self, kind: str, text: str, location: dict[str, object]) -> None:
        if kind == "error":
            self.seen.append(f"console: {text} ({location.get('url')})")

    def _request(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
            self.seen.append(f"request to another host: {url}")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """An installed Chromium where there is one, else Playwright's own."""
    arguments = ["--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
    if os.geteuid() == 0:
        arguments.append("--no-sandbox")  # Chromium refuses to start as root with it
    path = {"executable_path": chromium.installed()} if chromium.installed() else {}
    return {**browser_type_launch_args, **path, "args": arguments}


@pytest.fixture(scope="session")
def site(django_db_setup) -> Iterator[LiveSite]:
    server = LiveSite()
    yield server
    server.stop()


@pytest.fixture
def trouble() -> Iterator[Trouble]:
    """What the pages of this test did wrong; the test fails on what it did not allow."""
    watched = Trouble()
    yield watched
    assert not watched.left(), "\n".join(watched.left())


@pytest.fixture
def open_context(
    browser: Browser, site: LiveSite, transactional_db, trouble: Trouble
) -> Iterator[Callable[..., BrowserContext]]:
    """open_context(user=None, width=1280, theme="light", language="en", url=..., **playwright) -> a browser context."""
    contexts: list[BrowserContext] = []

    def make(
        user: User | None = None,
        *,
        width: int = 1280,
        height: int = 800,
        theme: str = "light",
        language: str = "en",
        url: str = "",
        **options: object,
    ) -> BrowserContext:
        context = browser.new_context(
            base_url=url or site.url,
            viewport={"width": width, "height": height},
            has_touch=width < 768,
            color_scheme=theme,
            locale=LOCALES[language],
            timezone_id="Europe/Warsaw",
            **options,
        )
        contexts.append(context)
        context.set_default_timeout(TIMEOUT)
        trouble.watch(context)
        if user is not None:
            if user.language != language:
                user.language = language
                user.save(update_fields=["language"])
            session = client_of(user).cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": session, "url": url or site.url}])
        return context

    yield make
    for context in contexts:
        context.close()
    site.wait_until_quiet()


@pytest.fixture
def person(open_context, table) -> Callable[..., Page]:
    """person("bartek", width=360, theme="dark", language="pl", url=relay.url) -> a page where he is signed in.

    Each call is a browser of its own; `page.context.new_page()` is a second tab of the same.
    """

    def open_page(name: str = "", **options: object) -> Page:
        user = table.people[name.lower()] if name else None
        return open_context(user, **options).new_page()

    return open_page


@pytest.fixture
def relay(site: LiveSite, trouble: Trouble) -> Iterator[Relay]:
    """A wire to the server that can be cut: person("bartek", url=relay.url), relay.drop(), freeze(), restore()."""
    trouble.allow(r"net::ERR_|Failed to fetch|NetworkError|network error")
    wire = Relay(site.port)
    yield wire
    wire.close()


@pytest.fixture
def assert_accessible() -> Callable[..., None]:
    """assert_accessible(page): axe finds nothing serious or critical on the page that stays.

    With `rules` only those are looked at: in other colours, say, nothing but the contrast can differ.
    Like `expect` it looks again for a while: a live page that an answer or a frame is just redrawing passes through
    colours that nobody is meant to read.
    """

    def check(page: Page, context: str | None = None, rules: list[str] | None = None) -> None:
        options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
        until = time.monotonic() + LOOKS_AGAIN
        while found := _faults(page, context, options):
            assert time.monotonic() < until, page.url + "\n" + "\n".join(found)

    return check


def _faults(page: Page, context: str | None, options: dict) -> list[str]:
    page.evaluate(AT_REST)
    found = Axe().run(page, context, options).response["violations"]
    bad = [one for one in found if one["impact"] in ("serious", "critical")]
    return [f"{one['impact']}: {one['id']}: {one['help']}: {_targets(one)}" for one in bad]


def _targets(violation: dict) -> str:
    return "; ".join(str(node["target"]) for node in violation["nodes"][:5])


@pytest.fixture
def shot(request) -> Callable[..., None]:
    """shot(page, "sheet-360"): a picture of the whole page in the folder that SHOTS names; without SHOTS nothing."""

    def take(page: Page, name: str = "", full_page: bool = True) -> None:
        if SHOTS:
            folder = Path(SHOTS)
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"{name or request.node.name}.png", full_page=full_page)

    return take
