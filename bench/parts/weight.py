"""A sheet's page, opened for the first time in a real browser: what comes over the wire, fonts included."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from bench import world
from bench.places import environment
from bench.report import Line, at_most
from bench.servers import PRODUCT, Server, running

WIDTHS = (390, 1280)
SETTLE = 1500  # ms after the page's load event, for whatever it still asks for


@dataclass
class Watched:
    """What the browser was told by its own network layer."""

    urls: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    encodings: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, float] = field(default_factory=dict)

    def follow(self, session: Any) -> None:
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.responseReceived", self._answered)
        session.on(
            "Network.loadingFinished", lambda told: self.sizes.update({told["requestId"]: told["encodedDataLength"]})
        )
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def _asked(self, told: dict[str, Any]) -> None:
        if told["request"]["url"].startswith("http"):
            self.urls[told["requestId"]] = told["request"]["url"]

    def _answered(self, told: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in told["response"]["headers"].items()}
        self.kinds[told["requestId"]] = told["type"]
        self.encodings[told["requestId"]] = headers.get("content-encoding", "none")

    def elsewhere(self) -> set[str]:
        return {url for url in self.urls.values() if urlsplit(url).hostname != "127.0.0.1"}

    def told(self) -> list[str]:
        """One phrase for each kind of answer: how many, how large, how encoded."""
        count, size, encoded = Counter[str](), Counter[str](), dict[str, set[str]]()
        for number, kind in self.kinds.items():
            count[kind] += 1
            size[kind] += int(self.sizes.get(number, 0))
            encoded.setdefault(kind, set()).add(self.encodings[number])
        return [f"{kind} {count[kind]}x {size[kind] / 1000:.1f} KB {'+'.join(sorted(encoded[kind]))}" for kind in count]


def run() -> list[Line]:
    env = environment()
    table = world.made(env)
    with running((PRODUCT, env)) as (server,):
        found = {width: _opened(server, table, width) for width in WIDTHS}
    lines = []
    for width, watched in found.items():
        total = sum(watched.sizes.values()) / 1000
        lines += [
            at_most(f"{width} px wide: bytes on the wire", total, 150, " KB", watched.told()[0]),
            at_most(f"{width} px wide: requests", len(watched.urls), 15, "", "the live stream among them"),
            at_most(f"{width} px wide: requests to other hosts", len(watched.elsewhere()), 0),
        ]
    return lines + [Line("of it", kind.split(" ", 1)[0], kind.split(" ", 1)[1]) for kind in found[WIDTHS[-1]].told()]


def _opened(server: Server, table: world.World, width: int) -> Watched:
    from playwright.sync_api import sync_playwright

    from tests import chromium

    arguments = ["--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
    arguments += ["--no-sandbox"] if os.geteuid() == 0 else []
    base = f"http://127.0.0.1:{server.port}"
    session = table.cookies["player0"].split(";")[0].removeprefix("sessionid=")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.installed() or None, args=arguments)
        context = browser.new_context(viewport={"width": width, "height": 800}, locale="pl-PL")
        context.add_cookies([{"name": "sessionid", "value": session, "url": base}])
        page = context.new_page()
        watched = Watched()
        watched.follow(context.new_cdp_session(page))
        page.goto(f"{base}/s/{table.sheets['player0']}/", wait_until="load", timeout=60_000)
        page.wait_for_timeout(SETTLE)
        browser.close()
    return watched
