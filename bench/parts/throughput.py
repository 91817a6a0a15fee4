"""Stored rolls a second in one process with 8 screens, beside the bare view's inserts; and two processes on
PostgreSQL beside one. Eight people press as fast as they are answered; blocks take turns.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence

from bench import world
from bench.places import environment
from bench.report import Line, at_least, shown
from bench.servers import BARE, PRODUCT, running
from bench.sides import Bare, Product, Side, bare_environment

WRITERS, SCREENS, ROUNDS, SECONDS = 8, 8, 5, 2.0
Group = Sequence[Side]  # written to at the same time


def run() -> list[Line]:
    return [*_sqlite(), *_postgresql()]


def _sqlite() -> list[Line]:
    env = environment()
    table = world.made(env, players=WRITERS)
    bare, _ = bare_environment(env)
    signed, cookie = bare_environment(env, BARE_SIGNED="1")
    with running((PRODUCT, env), (BARE, bare), (BARE, signed)) as (product, floor, plain):
        rates, cpu = asyncio.run(measured({
            "rolls": lambda: [Product("roll", product, table, SCREENS)],
            "bare": lambda: [Bare("bare insert", floor, SCREENS)],
            "signed": lambda: [Bare("signed insert", plain, SCREENS, cookie=cookie)],
        }))  # fmt: skip
    rolls = statistics.median(rates["rolls"])
    lines = [
        Line("stored rolls, one process, 8 screens", f"{shown(rolls)} /s", f"{shown(cpu['rolls'])} ms of CPU each")
    ]
    for name, words in (
        ("bare", "the bare insert"),
        ("signed", "the insert of a signed-in person, Django's middleware"),
    ):
        beside = f"{shown(statistics.median(rates[name]))} /s, {shown(cpu[name])} ms of CPU each"
        percent = 100 * ratio(rates, "rolls", name)
        lines.append(at_least(f"of {words}", percent, 60, " %", beside) if name == "bare" else
                     Line(f"of {words}", f"{shown(percent)} %", beside))  # fmt: skip
    return lines


def _postgresql() -> list[Line]:
    from tests import postgres

    env = environment(postgres.url())
    tables = [world.made(env, players=WRITERS) for _ in range(4)]  # one table has one writer at a time: so, two of them
    with running(*[(PRODUCT, env)] * 3) as (alone, first, second):
        rates, _ = asyncio.run(measured({
            "one": lambda: [Product(f"one {n}", alone, tables[n], SCREENS // 2) for n in (0, 1)],
            "two": lambda: [Product(f"two {n}", (first, second)[n], tables[n + 2], SCREENS // 2) for n in (0, 1)],
        }))  # fmt: skip
    beside = f"{shown(statistics.median(rates['two']))} /s beside {shown(statistics.median(rates['one']))} /s"
    return [
        at_least(
            "two tables on PostgreSQL: a process each, to one process", ratio(rates, "two", "one"), 1.4, "x", beside
        )
    ]


def ratio(rates: dict[str, list[float]], name: str, other: str) -> float:
    """The median of the ratios of neighbouring blocks."""
    return statistics.median(a / b for a, b in zip(rates[name], rates[other], strict=True))


async def measured(wanted: dict[str, Callable[[], Group]]) -> tuple[dict[str, list[float]], dict[str, float]]:
    """Writes a second of each block, and milliseconds of the servers' CPU for one write."""
    groups = {name: make() for name, make in wanted.items()}
    for group in groups.values():
        for side in group:
            await side.open(WRITERS)
            await asyncio.gather(*(side.write(writer) for writer in range(WRITERS)))  # warm
    rates: dict[str, list[float]] = {name: [] for name in groups}
    cpu, done = dict.fromkeys(groups, 0.0), dict.fromkeys(groups, 0)
    for _ in range(ROUNDS):
        for name, group in groups.items():
            servers = {side.server for side in group}
            before, began = sum(server.cpu() for server in servers), time.monotonic()
            written = await _block(group)
            rates[name].append(written / (time.monotonic() - began))
            cpu[name] += sum(server.cpu() for server in servers) - before
            done[name] += written
    for group in groups.values():
        for side in group:
            if side.screens.lost:
                raise RuntimeError(f"{side.name}: {side.screens.lost} streams ended")
            side.close()
    return rates, {name: 1000 * cpu[name] / done[name] for name in groups}


async def _block(group: Group) -> int:
    until = time.monotonic() + SECONDS

    async def press(side: Side, writer: int) -> int:
        count = 0
        while time.monotonic() < until:
            await side.write(writer)
            count += 1
        return count

    presses = [press(group[writer % len(group)], writer) for writer in range(WRITERS)]
    return sum(await asyncio.gather(*presses))
