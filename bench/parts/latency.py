"""From the press of the roll button, commit included, to the receipt on the last of N screens.

Beside it, turn by turn in the same run: a bare Django view that inserts one row and is then broadcast, and the
broadcaster alone.
"""

from __future__ import annotations

import asyncio
import time

from bench import world
from bench.places import environment
from bench.report import Line, at_most, share, shares
from bench.servers import BARE, PRODUCT, Server, running
from bench.sides import Bare, Product, Side, bare_environment

SECONDS, WARM_UP, PAUSE = 30, 8, 0.01
ABOVE = 25  # ms at p95


def run() -> list[Line]:
    env = environment()
    few, many = world.made(env), world.made(env, watchers=40)
    bare, _ = bare_environment(env)
    with running((PRODUCT, env), (BARE, bare)) as (product, floor):
        sides = [
            Product("roll, 8 screens", product, few, 8), Bare("insert, 8 screens", floor, 8),
            Product("roll, 50 screens", product, many, 50), Bare("insert, 50 screens", floor, 50),
            Bare("broadcast, 50 screens", floor, 50, path="/say"),
        ]  # fmt: skip
        times = asyncio.run(_measured(sides, product))
    lines = [Line(name, shares(found), "p50 / p95 / p99") for name, found in times.items()]
    return lines + [_verdict(times, count) for count in (8, 50)]


async def _measured(sides: list[Side], product: Server) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {side.name: [] for side in sides}
    for side in sides:
        await side.open()
    until = time.monotonic() + SECONDS
    rounds = 0
    while time.monotonic() < until:
        for side in sides:
            took = await side.written()
            if rounds >= WARM_UP:
                times[side.name].append(took)
            await asyncio.sleep(PAUSE)
        rounds += 1
    for side in sides:
        side.close()
    return times


def _verdict(times: dict[str, list[float]], screens: int) -> Line:
    roll, insert = times[f"roll, {screens} screens"], times[f"insert, {screens} screens"]
    above = share(roll, 0.95) - share(insert, 0.95)
    middle = share(roll, 0.5) - share(insert, 0.5)
    beside = f"p50 {middle:+.1f} ms; {len(roll)} rolls"
    return at_most(f"p95 above the bare insert, {screens} screens", above, ABOVE, " ms", beside)
