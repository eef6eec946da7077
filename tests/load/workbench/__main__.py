"""Measure the workbench in a real browser: frames, input latency, next task, script, first visit.

    make bench-workbench                                all of it: some ten minutes on two cores
    make bench-workbench ARGS="--only gestures --boxes 500"
    make bench-workbench ARGS="--only next --tasks 10"
    make bench-workbench ARGS="--only typing --words 100,3000"
    make bench-workbench ARGS="--only loading --visits 10"

Serves the built client (frontend/dist, or the folder in BENCH_DIST) on SQLite. Chromium is the one
in CHROMIUM or on the path. Prints tables and writes the figures to var/bench/.
"""

import argparse
import os
import shutil
import sys
from dataclasses import asdict
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.installation import Served
from tests.load import report
from tests.load.workbench import figures, loading, sizes
from tests.load.workbench.gestures import GESTURES
from tests.load.workbench.installation import installation, shown
from tests.load.workbench.keying import typing
from tests.load.workbench.playing import play
from tests.load.workbench.waiting import next_task

PARTS = ("gestures", "typing", "next", "pages", "loading")


def numbers(text: str) -> list[int]:
    """Parse a list such as `20,500`."""
    return [int(each) for each in text.split(",")]


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="make bench-workbench",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--boxes", type=numbers, default=[20, 100, 500], help="e.g. 20,500")
    parser.add_argument("--gestures", default=",".join(GESTURES), help="e.g. pan,zoom")
    parser.add_argument("--words", type=numbers, default=[100, 1000, 3000], help="e.g. 100,3000")
    parser.add_argument("--tasks", type=int, default=30, help="submitted one after another")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds of work at each task")
    parser.add_argument("--visits", type=int, default=5, help="first visits over a slow line")
    parser.add_argument("--only", choices=PARTS, action="append", help="a part; may be repeated")
    return parser.parse_args()


def measured(chosen: argparse.Namespace, served: Served, browser: Browser) -> dict[str, Any]:
    """Measure the parts that were asked for."""
    parts = chosen.only or PARTS
    result: dict[str, Any] = {}
    if "gestures" in parts:
        shown("\n" + figures.head())
        played = play(served, browser, chosen.boxes, chosen.gestures.split(","))
        result["gestures"] = [asdict(each) for each in played]
    if "typing" in parts:
        shown("")
        result["typing"] = typing(served, browser, chosen.words)
    if "next" in parts:
        waits = next_task(served, browser, chosen.tasks, chosen.pause)
        result["next_task"] = figures.spread(waits) | {"all": waits}
    if "pages" in parts:
        result["pages"] = sizes.pages(served, browser)
    if "loading" in parts:
        result["loading"] = loading.first_visits(served, browser, chosen.visits)
    return result


def main() -> int:
    """Measure, print, save; the status is not zero where a page loads more script than it may."""
    chosen = options()
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not path:
        print("No Chromium found: install one, or name it in CHROMIUM.")
        return 2
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # the driver leaves its event loop running
    with installation() as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        result = measured(chosen, served, browser)
        browser.close()
    result["load_average"] = os.getloadavg()
    shown("\n" + "\n".join(figures.verdict(result)))
    shown(f"load average {os.getloadavg()[0]:.1f}; figures in {report.save(result)}")
    return 1 if figures.too_heavy(result) else 0


if __name__ == "__main__":
    sys.exit(main())
