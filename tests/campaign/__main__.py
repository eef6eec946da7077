"""People work while every part of the product is killed, slowed down or misled about the time.

    make campaign                                    ten minutes, 200 people
    make campaign ARGS="--minutes 2 --people 40"
    make campaign ARGS="--seed 3 --json var/campaign.json"

A real deployment, private and on 127.0.0.1: gunicorn, a Celery worker, the clock, PostgreSQL with
its durable settings, Redis, a stand-in for a server of models, and lines between them that can be
made slow. Faults come in an order drawn by the seed, all of them before any comes again.

The exit status is not zero where an answer or a picture that was acknowledged is lost or doubled.
As root the disk can be filled, and with libfaketime installed the clock can be set.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.campaign import evidence, reckoning, scene
from tests.campaign.faults import drawn, possible, sets_the_clock
from tests.campaign.installation import PARTS, Installation, installed
from tests.campaign.ledger import Ledger
from tests.campaign.story import Story
from tests.campaign.told import told
from tests.campaign.work import everybody

# Seconds that a fault has, where nobody says how many faults there are to be.
EACH = 30.0
# Seconds that an answer takes a person on average: less than people need, so that a machine of two
# cores has a lot to do and yet is not what they wait for.
PACE = 20.0
# There must be tasks for whoever is quick.
QUICK = 0.7
DRAINING = 150.0


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="make campaign", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="of work (10)")
    parser.add_argument("--people", type=int, default=200, help="who annotate (200)")
    parser.add_argument(
        "--pace", type=float, default=PACE, help="seconds that an answer takes a person (20)"
    )
    parser.add_argument("--faults", type=int, help="how many (one in half a minute)")
    parser.add_argument("--only", action="append", help="a fault by its name; may be repeated")
    parser.add_argument("--seed", type=int, default=0, help="of the order and of the people (0)")
    parser.add_argument("--json", type=Path, help="a file for the report")
    return parser.parse_args()


@contextmanager
def models() -> Iterator[str]:
    """Run the stand-in for a server of models; yields `host:port`."""
    command = [sys.executable, "-m", "tests.backends.standin", "0.1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def say(line: str) -> None:
    print(line, flush=True)


def run(chosen: argparse.Namespace, house: Installation, address_of_models: str) -> dict[str, Any]:
    """Run one campaign; return its report."""
    seconds = 60 * chosen.minutes
    can, left_out = possible(house)
    if chosen.only:
        can = [fault for fault in can if fault.name in chosen.only]
    number = chosen.faults if chosen.faults is not None else max(1, int(seconds / EACH))
    faults = drawn(can, number, chosen.seed)
    if not any(map(sets_the_clock, faults)):
        house.keep_the_time()
    house.start("redis")
    samples = 20 + int(chosen.people * seconds / (QUICK * chosen.pace) / 6)
    stage = scene.set_up(house.variables, chosen.people, samples, address_of_models)
    for part in PARTS[1:]:
        house.keep_running(part)
    ledger = Ledger()
    story = Story(house, ledger, faults, seconds, say)
    say(
        f"{chosen.people} people, an answer in {chosen.pace:g} s each, {chosen.minutes:g} minutes,"
        f" {len(faults)} faults"
    )
    address, load = f"http://127.0.0.1:{house.port}", os.getloadavg()
    asyncio.run(everybody(address, stage, ledger, chosen.seed, chosen.pace, story.tell))
    ledger.close()
    drained = _drain(house)
    return {
        "minutes": chosen.minutes,
        "people": chosen.people,
        "pace": chosen.pace,
        "seed": chosen.seed,
        "faults": [fault.name for fault in faults],
        "left_out": left_out,
        "ended_by_themselves": story.ended,
        **evidence.found(house.server_url, ledger),
        "seconds_until_no_job_was_left": drained,
        "longest_outage": reckoning.longest(ledger.outages),
        "errors": reckoning.errors(ledger.asked),
        "latency_ms": reckoning.latency(ledger.asked),
        "memory_mib": reckoning.growth(story.memory),
        "requests": len(ledger.asked),
        "load_average": {"before": load, "after": os.getloadavg()},
        "cores": os.cpu_count(),
    }


def _drain(house: Installation) -> float | None:
    """Wait until no job is left; None where some hang."""
    started = time.monotonic()
    while time.monotonic() < started + DRAINING:
        if not evidence.unfinished(house.server_url):
            return round(time.monotonic() - started, 1)
        time.sleep(0.5)
    return None


def main() -> int:
    """Run what was asked for; the status says whether the promises were kept."""
    chosen, started = options(), time.monotonic()
    with models() as address, installed(address) as house:
        try:
            report = run(chosen, house, address)
        except BaseException:
            for log in sorted(house.folder.glob("*.log")):
                print(f"--- {log.name}\n{log.read_text()[-3000:]}", file=sys.stderr)
            raise
    report["seconds"] = round(time.monotonic() - started)
    say("\n" + told(report))
    load = report["load_average"]
    say(f"\n{report['requests']:,} requests; {report['seconds']} s in all; {report['cores']} cores")
    say(f"load of the machine before {load['before']}, after {load['after']}")
    for line in report["left_out"]:
        say(f"left out: {line}")
    if chosen.json:
        chosen.json.parent.mkdir(parents=True, exist_ok=True)
        chosen.json.write_text(json.dumps(report, indent=1))
    kept = reckoning.passes(report)
    say("Nothing acknowledged was lost or doubled." if kept else "PROMISES WERE BROKEN.")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
