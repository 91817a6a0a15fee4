"""Several people at once: threads that start together, each with a database connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections

PATIENCE = 60  # seconds


def at_once(n: int, function: Callable[[int], Any]) -> list[Any]:
    """Call `function(0)` to `function(n - 1)` in n threads that start together; their answers in that order.

    The first error of a thread is raised here. The test needs `transactional_db`, or the threads see nothing.
    """
    barrier = threading.Barrier(n, timeout=PATIENCE)

    def run(number: int) -> Any:
        try:
            barrier.wait()
            return function(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(n) as pool:
        calls = [pool.submit(run, number) for number in range(n)]
    return [call.result() for call in calls]
