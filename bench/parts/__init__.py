"""One module for each thing that is measured; `run()` gives its lines. To add one: a module here, a line in NAMES."""

NAMES = ("rules", "storage", "queries", "weight", "log_depth", "latency", "throughput", "cpu", "processes")
LONG = ("soak",)  # only where it is named
