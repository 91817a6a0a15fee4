"""python -m bench [part ...] [--save] [--minutes 10]"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from pathlib import Path

from bench import report
from bench.parts import LONG, NAMES

RESULTS = Path(__file__).parent / "RESULTS.md"
FOREWORD = """# Measured

Written by `python -m bench --save` ({head}). What is printed beside a number was measured in the same run,
turn by turn with it. A high load stretches wall times and the distance between two of them; ratios, and the CPU of
one write, say more about the code.
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure the product beside a floor.")
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="part",
        help=f"of {', '.join(NAMES)}, all of these without a name; or {', '.join(LONG)}",
    )
    parser.add_argument("--save", action="store_true", help=f"write {RESULTS.name}")
    parser.add_argument("--minutes", type=float, default=10, help=f"how long {', '.join(LONG)} takes")
    options = parser.parse_args()
    unknown = set(options.parts) - {*NAMES, *LONG}
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    written = [FOREWORD.format(head="; ".join(report.head()))]
    for name in options.parts or NAMES:
        part = importlib.import_module(f"bench.parts.{name}")
        before, began = report.load(), time.monotonic()
        lines = part.run(options.minutes) if name in LONG else part.run()
        told = f"load {before} before, {report.load()} after; {time.monotonic() - began:.0f} s"
        print(f"== {name}   ({told})\n{report.printed(lines)}\n", flush=True)
        about = (part.__doc__ or "").strip()
        written.append(f"## {name}\n\n{about}\n\n{report.markdown(lines)}\n\n{told.capitalize()}.\n")
    if options.save:
        RESULTS.write_text("\n".join(written), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
