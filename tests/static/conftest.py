from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests import chromium as found
from tests.browser.relay import Relay
from tests.static.table import Server, Table

expect.set_options(timeout=15_000)  # a busy machine is not a failure
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=found.installed(), args=FLAGS)  # None: Playwright's own
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.stop()


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    server.app = Table()
    yield server.app
    if server.app.loop:
        server.app.send(None)


@pytest.fixture
def wifi(server: Server) -> Iterator[Relay]:
    relay = Relay(server.port)
    yield relay
    relay.close()


@pytest.fixture
def visit(chromium: Browser, table: Table, wifi: Relay) -> Iterator[Callable[[], Page]]:
    """Opens the page through the relay. No test may end with a script error or a breach of the CSP."""
    context = chromium.new_context()
    wrong: list[str] = []

    def go(live: bool = True) -> Page:
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console", lambda message: wrong.append(message.text) if "Content Security Policy" in message.text else None
        )
        page.goto(wifi.url)
        if live:
            expect(page.locator("html")).to_have_attribute("data-live", "open")  # wait_for_function needs eval
        return page

    yield go
    context.close()
    assert wrong == []
