"""The two sides of a comparison: the product and its floor, written to and watched in the same way."""

from __future__ import annotations

import asyncio
import itertools
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from typing import Any

from bench.places import ROOT, scratch
from bench.servers import Server
from bench.wire import Connection, Screens
from bench.world import CSRF, TRAITS, World

ROW = "x" * 700  # about what the roll's own entry holds


class Side(ABC):
    """One way to write, and the screens that watch it."""

    def __init__(self, name: str, server: Server, pages: list[tuple[str, str]]) -> None:
        self.name, self.server, self.pages = name, server, pages
        self.screens = Screens(server.port)
        self.connections: list[Connection] = []
        self._turn = itertools.count()

    async def open(self, writers: int = 1) -> Side:
        await self.screens.open(self.pages)
        self.connections = [Connection(self.server.port, self.cookie(number)) for number in range(writers)]
        return self

    def cookie(self, writer: int) -> str:
        return ""

    @abstractmethod
    async def write(self, writer: int = 0) -> bytes:
        """One stored write by the writer of this number, to its answer."""

    async def written(self) -> float:
        """Milliseconds from a press to the receipt on the last screen; the answer to the press has come too."""
        began = time.perf_counter()
        _answer, last = await asyncio.gather(self.write(), self.screens.after())
        return (last - began) * 1000

    def close(self) -> None:
        self.screens.close()
        for connection in self.connections:
            connection.close()


class Product(Side):
    """A roll of the sheet's owner, pressed on the sheet's page; each writer is another player."""

    def __init__(
        self, name: str, server: Server, world: World, screens: int = 0, pages: list[tuple[str, str]] | None = None
    ) -> None:
        super().__init__(name, server, world.pages(screens) if pages is None else pages)
        self.world, self.players = world, list(world.sheets)

    def cookie(self, writer: int) -> str:
        return self.world.cookies[self.players[writer % len(self.players)]]

    async def write(self, writer: int = 0) -> bytes:
        sheet = self.world.sheets[self.players[writer % len(self.players)]]
        number = next(self._turn)
        data = {"traits": TRAITS[number % len(TRAITS)], "difficulty": 3, "once": f"{id(self)}-{number}"}
        page = f"http://127.0.0.1:{self.server.port}/s/{sheet}/"
        headers = {"X-CSRFToken": CSRF, "HX-Request": "true", "HX-Current-URL": page}
        return await self.connections[writer].post(f"/s/{sheet}/roll/", data, headers)


class Bare(Side):
    """The bare view ("insert") or the broadcaster alone ("say")."""

    def __init__(self, name: str, server: Server, screens: int, *, cookie: str = "", path: str = "/insert/") -> None:
        self.group = name.replace(" ", "-")
        super().__init__(name, server, [(f"/live?group={self.group}", "")] * screens)
        self.path, self._cookie = path, cookie

    def cookie(self, writer: int) -> str:
        return self._cookie

    async def write(self, writer: int = 0) -> bytes:
        headers = {"X-CSRFToken": CSRF}
        return await self.connections[writer].post(f"{self.path}?group={self.group}", {"text": ROW}, headers)


def bare_environment(env: dict[str, str], **options: Any) -> tuple[dict[str, str], str]:
    """The floor's environment with its database made, and the cookie of a person who is signed in."""
    made = {**env, **options, "BARE_DATABASE": str(scratch("bare") / "bare.sqlite3")}
    command = [sys.executable, "-m", "bench.bare"]
    done = subprocess.run(command, cwd=ROOT, env=made, check=True, capture_output=True, text=True)
    return made, f"sessionid={done.stdout.split()[-1]}; csrftoken={CSRF}"
