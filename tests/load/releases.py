"""How long a release takes to freeze, and how much memory, disk and processor time.

    python -m tests.load.releases                          20,000 samples, usual formats and Parquet
    python -m tests.load.releases --samples 5000
    python -m tests.load.releases --formats coco parquet csv label-studio

In a database of its own, on samples like those of `tests.load.exchange`. Then it beside the
next version, and its archive.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.load.exchange import (
    Clock,
    Silent,
    WithoutPandas,
    fill,
    new_project,
    peak_growth,
    private_database,
)


def measure(samples: int, formats: list[str]) -> dict[str, Any]:
    """Freeze `samples` finished samples; compare and pack what came of it."""
    from annotate.exchange.releases import differences, output, services
    from annotate.exchange.releases.wishes import Wish

    project = new_project("Released")
    fill(project, samples)
    made: list[Any] = []

    def freeze(version: str) -> None:
        wish = Wish(name="bench", version=version, formats=formats)
        made.append(services.release_here(project=project, wish=wish, watcher=Silent()))

    started, clock = time.perf_counter(), Clock()
    growth = peak_growth(lambda: freeze("1.0.0"))
    seconds, speed = time.perf_counter() - started, clock.per_second(samples)
    freeze("1.1.0")
    first, second = made
    compared = _processor_seconds(lambda: differences.comparison(second, first))
    packed = _processor_seconds(lambda: sum(map(len, output.packed(first))))
    assert first.frozen.samples == second.frozen.samples == samples
    return {
        "samples": samples,
        "formats": formats,
        "seconds": round(seconds, 1),
        **speed,
        "mb": round(first.frozen.size_bytes / 1e6, 1),
        "peak_growth_mib": round(growth, 1),
        "compare_processor_s": compared,
        "archive_processor_s": packed,
    }


def _processor_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return round(time.process_time() - began, 2)


def main() -> None:
    """Print the figures as JSON, in one line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=20_000)
    parser.add_argument("--formats", nargs="+", default=["coco", "parquet"])
    chosen = parser.parse_args()
    sys.meta_path.insert(0, WithoutPandas)
    with private_database() as vendor:
        print(
            json.dumps({"database": vendor, "release": measure(chosen.samples, chosen.formats)}),
            flush=True,
        )


if __name__ == "__main__":
    main()
