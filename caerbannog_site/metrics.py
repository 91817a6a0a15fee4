"""What a process counts of itself, for whoever watches it from outside (health.py shows it).

With several processes each writes its numbers into the folder PROMETHEUS_MULTIPROC_DIR (serve.py sets it), and
whichever is asked adds them up.
"""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"

STREAMS = Gauge("table_open_streams", "Open pages that watch a log.", multiprocess_mode="livesum")
LAG = Histogram(
    "table_live_lag_seconds", "From an entry's writing to its frames being handed to the open streams.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60),
)  # fmt: skip
OVERFLOWS = Counter("table_stream_overflows", "Streams that were cut because their browser read too slowly.")
REPLAYS = Counter("table_stream_replays", "Streams that came back with a cursor and were told what they had missed.")
ROLLS = Counter("table_rolls", "Tests and free dice that were thrown and stored.")


def told() -> bytes:
    """All numbers in Prometheus' text format: of all processes where they share a folder, else of this one."""
    if FOLDER not in os.environ:
        return generate_latest()
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
