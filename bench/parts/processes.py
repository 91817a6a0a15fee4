"""Two processes on PostgreSQL beside one, with 8, 100 and 500 open pages of two tables: rolls a second, the way from
a press to the last screen of its table, memory. Of two processes each serves half of every table's pages, as a web
server in front of them would have it, so half of what happens reaches its screens from the other process.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import time

from bench import world
from bench.parts.throughput import WRITERS, measured, ratio
from bench.places import environment
from bench.report import Line, shares, shown
from bench.servers import PRODUCT, Server, running
from bench.sides import Product

STREAMS = (8, 100, 500)
PRESSES, WARM_UP = 40, 5
Tables = tuple[world.World, world.World]  # one table has one writer at a time: so, two of them


def run() -> list[Line]:
    from tests import postgres

    env = environment(postgres.url())
    lines = []
    for count in STREAMS:
        tables = [(world.made(env, players=WRITERS), world.made(env, players=WRITERS)) for _ in range(2)]
        with running(*[(PRODUCT, env)] * 3) as (alone, *pair):
            lines += asyncio.run(_found(count, (tables[0], [alone]), (tables[1], pair)))
    return lines


async def _found(count: int, *wanted: tuple[Tables, list[Server]]) -> list[Line]:
    """What one process and then several do with `count` streams."""
    fresh = wanted[0][1][0].memory()
    times = [await _latency(await _opened(count, tables, servers)) for tables, servers in wanted]
    groups = [_sides(count, tables, servers) for tables, servers in wanted]
    memory: list[float] = []

    async def watch() -> None:
        """Memory while everything is open and written to."""
        while True:
            await asyncio.sleep(1)
            memory[:] = [max(server.memory() for server in servers) for _tables, servers in wanted]

    watching = asyncio.create_task(watch())
    rates, _cpu = await measured({"one": lambda: groups[0], "two": lambda: groups[1]})
    watching.cancel()
    one, two = (shown(statistics.median(rates[name])) for name in ("one", "two"))
    times_faster = shown(ratio(rates, "two", "one"))
    return [
        Line(f"{count} streams: rolls in two processes", f"{times_faster}x", f"{two} /s beside {one} /s"),
        Line(f"{count} streams: press to last screen, two processes", shares(times[1]),
             f"one: {shares(times[0])} (p50 / p95 / p99)"),
        Line(f"{count} streams: memory of each of two", f"{shown(memory[1])} MB",
             f"one: {shown(memory[0])} MB; at its start {shown(fresh)} MB"),
    ]  # fmt: skip


def _sides(count: int, tables: Tables, servers: list[Server]) -> list[Product]:
    """Each table's pages, spread over the servers."""
    share = count // len(tables) // len(servers)
    return [
        Product(f"{count} {table.campaign} {server.port}", server, table, pages=_pages(table, share))
        for server in servers for table in tables
    ]  # fmt: skip


def _pages(table: world.World, count: int) -> list[tuple[str, str]]:
    """As many pages as wanted: the same people have further tabs open."""
    return list(itertools.islice(itertools.cycle(table.pages(min(count, 16))), count))


async def _opened(count: int, tables: Tables, servers: list[Server]) -> list[Product]:
    sides = _sides(count, tables, servers)
    for side in sides:
        await side.open()
    return sides


async def _latency(sides: list[Product]) -> list[float]:
    """Milliseconds from a press at the first table to the receipt on the last of its screens, on whichever process."""
    same = [side for side in sides if side.world is sides[0].world]
    times = []
    for _ in range(WARM_UP + PRESSES):
        began = time.perf_counter()
        _answer, *last = await asyncio.gather(same[0].write(), *(side.screens.after() for side in same))
        times.append((max(last) - began) * 1000)
        await asyncio.sleep(0.01)
    for side in sides:
        side.close()
    return times[WARM_UP:]
