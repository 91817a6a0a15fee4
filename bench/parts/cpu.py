"""CPU of the server for each screen more, beside a bare ASGI broadcaster that sends frames of the same length; and
the memory of a process with 50 streams.
"""

from __future__ import annotations

import asyncio
import statistics

from bench import world
from bench.places import environment
from bench.report import Line, at_most, shown
from bench.servers import BARE, PRODUCT, running
from bench.sides import Bare, Product, Side, bare_environment

FEW, MANY = 20, 220  # with the few, every kind of audience is there already
ROUNDS, BLOCK = 20, 6  # writes in a block, one after the other


def run() -> list[Line]:
    env = environment()
    worlds = {count: world.made(env, watchers=210) for count in (FEW, MANY)}
    fifty = world.made(env, watchers=40)
    bare, _ = bare_environment(env, BARE_FRAME="1500")
    with running((PRODUCT, env), (BARE, bare)) as (product, floor):
        fresh = product.memory()
        cpu, length, memory = asyncio.run(_measured(
            {
                **{f"roll {n}": Product(f"roll {n}", product, worlds[n], n) for n in (FEW, MANY)},
                **{f"say {n}": Bare(f"say {n}", floor, n, path="/say") for n in (FEW, MANY)},
            },
            Product("fifty", product, fifty, 50),
        ))  # fmt: skip
    more = {what: _each(cpu[f"{what} {FEW}"], cpu[f"{what} {MANY}"]) for what in ("roll", "say")}
    return [
        at_most("CPU per screen more, to the bare broadcaster's", more["roll"] / more["say"], 1.5, "x",
                f"{shown(more['roll'])} us beside {shown(more['say'])} us"),
        Line(f"CPU of one roll with {FEW} and with {MANY} screens", f"{_middle(cpu, FEW)} and {_middle(cpu, MANY)} ms",
             f"{length:.0f} bytes to a screen"),
        at_most("memory of a process with 50 streams", memory, 150, " MB", f"at its start {shown(fresh)} MB"),
    ]  # fmt: skip


def _middle(cpu: dict[str, list[float]], screens: int) -> str:
    return shown(statistics.median(cpu[f"roll {screens}"]))


def _each(few: list[float], many: list[float]) -> float:
    """Microseconds for one screen more: the median of neighbouring blocks' differences."""
    return statistics.median(b - a for a, b in zip(few, many, strict=True)) / (MANY - FEW) * 1000


async def _measured(sides: dict[str, Side], fifty: Side) -> tuple[dict[str, list[float]], float, float]:
    """Milliseconds of CPU for one write with its fan-out, bytes that one screen got for it, MB with 50 streams."""
    await fifty.open()
    for _ in range(10):
        await fifty.written()
    memory = fifty.server.memory()
    fifty.close()
    found: dict[str, list[float]] = {name: [] for name in sides}
    for side in sides.values():
        await side.open()
        await side.written()
    for _ in range(ROUNDS):
        for name, side in sides.items():
            before = side.server.cpu()
            for _ in range(BLOCK):
                await side.written()
            found[name].append((side.server.cpu() - before) / BLOCK * 1000)
    many = sides[f"roll {MANY}"].screens
    length = many.bytes / sum(screen.whole for screen in many.screens)
    for side in sides.values():
        side.close()
    return found, length, memory
