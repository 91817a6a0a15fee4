"""Pages that stay open: the memory of a process with 50 streams at the start of the given minutes and at their end,
while somebody rolls once a second and every tenth page is closed and opened again each minute. Only when it is named:
`python -m bench soak --minutes 10`.
"""

from __future__ import annotations

import asyncio
import statistics
import time

from bench import world
from bench.places import environment
from bench.report import Line, shown
from bench.servers import PRODUCT, running
from bench.sides import Product

STREAMS, AGAIN = 50, 5
SETTLED = 30  # rolls until everything is loaded that ever will be
WINDOW = 10  # neighbouring looks at the memory, of which the middle one counts


def run(minutes: float = 10) -> list[Line]:
    env = environment()
    table = world.made(env, watchers=40)
    with running((PRODUCT, env)) as (server,):
        memory, rolls, lost = asyncio.run(_soaked(Product("soak", server, table, STREAMS), minutes))
    start, end = statistics.median(memory[:WINDOW]), statistics.median(memory[-WINDOW:])
    return [
        Line(f"memory with {STREAMS} streams after {shown(minutes)} minutes", f"{shown(end)} MB",
             f"at their start {shown(start)} MB, at most {shown(max(memory))} MB"),
        Line("rolls meanwhile, each on every screen", f"{rolls}", f"{lost} streams lost"),
    ]  # fmt: skip


async def _soaked(side: Product, minutes: float) -> tuple[list[float], int, int]:
    """Looks at the memory, one for each roll; how many rolls; streams that ended by themselves."""
    await side.open()
    for _ in range(SETTLED):
        await side.written()
    memory, until, opened = [], time.monotonic() + minutes * 60, time.monotonic()
    while time.monotonic() < until:
        await side.written()
        memory.append(side.server.memory())
        if time.monotonic() - opened > 60:
            await _open_again(side)
            opened = time.monotonic()
        await asyncio.sleep(1)
    side.close()
    return memory, len(memory), side.screens.lost


async def _open_again(side: Product) -> None:
    """Some people reload their page."""
    before = Product("again", side.server, side.world, AGAIN)
    await before.open()
    before.close()
