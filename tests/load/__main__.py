"""Measure claiming and submitting through HTTP, beside a minimal view and bare SQL; and the rest.

    make bench                       all of it: about ten minutes on two cores
    make bench ARGS=--short          the smallest and the largest project only: about three
    make bench ARGS="--only claims --open 1000 --annotators 32"
    make bench ARGS="--only comparison --json"   its ratios as JSON in the last line
    make bench ARGS="--only models"  the back end `openai` against a stand-in server

Needs PostgreSQL in DATABASE_URL (`make bench` starts a private one, durable as in production) and
makes databases of its own in it. Prints tables and writes the figures to var/bench/.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

from tests.load.database import Database

if TYPE_CHECKING:
    from tests.load.measurements import Measurements

PARTS = (
    *("claims", "comparison", "flow", "exchange", "million", "releases", "models"),
    *("rest", "embedded"),
)
_SHOWN = ("fsync", "synchronous_commit", "full_page_writes", "shared_buffers", "server_version")


def numbers(text: str) -> list[int]:
    """Parse a list such as `1000,10000`."""
    return [int(each) for each in text.split(",")]


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="make bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--open", type=numbers, help="open tasks, e.g. 1000,1000000")
    parser.add_argument("--annotators", type=numbers, help="people at once, e.g. 1,8,32")
    parser.add_argument("--seconds", type=int, help="of each run")
    parser.add_argument("--short", action="store_true", help="fewer and shorter runs")
    parser.add_argument(
        "--long", action="store_true", help="also an answer after 10,000 of the same person"
    )
    parser.add_argument("--only", choices=PARTS, action="append", help="a part; may be repeated")
    parser.add_argument(
        "--json", action="store_true", help="print the comparison as JSON, in the last line"
    )
    parser.add_argument(
        "--keep", action="store_true", help="write the figures to tests/load/last.json"
    )
    chosen = parser.parse_args()
    short = chosen.short
    chosen.open = chosen.open or ([1_000, 1_000_000] if short else [10**n for n in range(3, 7)])
    chosen.annotators = chosen.annotators or ([32] if short else [1, 8, 32])
    chosen.seconds = chosen.seconds or (8 if short else 10)
    return chosen


def prepared(server: str) -> "Measurements":
    """Make the database, then set Django up on it: models can be imported from here on."""
    database = Database(server, "annotate_load")
    os.environ.update(
        {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": database.url,
            "LOG_LEVEL": "WARNING",
        }
    )
    os.environ.setdefault(
        "SECRET_KEY", "only-for-measuring-0123456789-0123456789-0123456789-0123456789"
    )
    os.environ.setdefault("ALLOWED_HOSTS", "127.0.0.1")
    database.make()
    import django

    django.setup()
    from tests.load.measurements import Measurements

    return Measurements(database)


def exchange(server: str, *, short: bool) -> list[dict[str, Any]]:
    """Measure import, opening and export, each in a process and a database of its own."""
    rows = "20000" if short else "100000"
    print("\nImport and export", flush=True)
    found = _lines_of(["exchange", "--rows", rows, "--samples", rows], DATABASE_URL=server)
    return [*found, *_lines_of(["opening", "--rows", "20000"], DATABASE_URL=server)]


def million(server: str, *, short: bool) -> list[dict[str, Any]]:
    """Measure an import of a million rows of metadata: does it take more memory with its length?"""
    print("\nA long import", flush=True)
    rows = "200000" if short else "1000000"
    return _lines_of(["exchange", "import", "--rows", rows], DATABASE_URL=server)


def releases(server: str, *, short: bool) -> list[dict[str, Any]]:
    """Measure how releases are frozen, in a process and a database of their own."""
    print("\nReleases", flush=True)
    return _lines_of(["releases", "--samples", "5000" if short else "20000"], DATABASE_URL=server)


def models() -> list[dict[str, Any]]:
    """Measure how near the back end `openai` comes to a server's own speed."""
    print("\nModel servers", flush=True)
    # It falls short with the status, and still says by how much.
    return _lines_of(["models", "--concurrency", "8", "32"], check=False)


def rest(server: str) -> dict[str, Any]:
    """Measure what the processes of a deployment take while nobody works."""
    print("\nAt rest", flush=True)
    return _lines_of(["at_rest"], DATABASE_URL=server)[-1]


def embedded(*, short: bool) -> dict[str, Any]:
    """Measure eight annotators on SQLite while the one worker has jobs to do."""
    print("\nEmbedded", flush=True)
    return _lines_of(["embedded", "--seconds", "20" if short else "60"])[-1]


def _lines_of(
    command: list[str], *, check: bool = True, **environment: str
) -> list[dict[str, Any]]:
    """Run another module of this folder; return the objects that it prints."""
    module, *arguments = command
    finished = subprocess.run(
        [sys.executable, "-m", f"tests.load.{module}", *arguments],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=check,
    )
    print(finished.stdout, flush=True)
    return [json.loads(line) for line in finished.stdout.splitlines() if line.startswith("{")]


def main() -> int:
    """Run what was asked for; the status says whether the promises (not the aims) were kept."""
    chosen = options()
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        print("DATABASE_URL must name a PostgreSQL server; `make bench` sees to that.")
        return 2
    parts, started = chosen.only or PARTS, time.monotonic()
    result: dict[str, Any] = {}
    if {"claims", "comparison", "flow"} & set(parts):
        measurements = prepared(server)
        result = measurements.run(chosen, parts, _SHOWN)
        measurements.database.drop()
    for name, part in (("exchange", exchange), ("million", million), ("releases", releases)):
        if name in parts:
            result[name] = part(server, short=chosen.short)
    if "models" in parts:
        result["models"] = models()
    if "rest" in parts:
        result["rest"] = rest(server)
    if "embedded" in parts:
        result["embedded"] = embedded(short=chosen.short)
    from tests.load import kept, report

    figures = kept.figures(result)
    print("\n" + kept.told(figures, whole=not chosen.only and not chosen.short))
    if chosen.keep:
        kept.keep(figures)
    result["seconds"] = round(time.monotonic() - started)
    print(f"\n{result['seconds']} s in all; figures in {report.save(result)}")
    found = result.get("ratios", {})
    if chosen.json:
        print(json.dumps(report.line(result.get("comparison", {}))))
    return 1 if found.get("duplicates") or found.get("lost") else 0


if __name__ == "__main__":
    sys.exit(main())
