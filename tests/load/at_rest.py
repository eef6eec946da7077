"""What web, worker and clock of a deployment take of memory and processor while nobody works.

They are started as docker-compose.yml does. Memory is the proportional set size (PSS) from /proc,
in which a page that processes share is counted once over all of them; Linux only.

    python -m tests.load.at_rest --seconds 30
"""

import argparse
import json
import os
import sys
import time

from tests.load.database import Database
from tests.load.deployment import deployed
from tests.load.processes import shared_memory
from tests.load.serving import KEY


def measured(database: Database, seconds: float) -> dict[str, dict[str, float]]:
    """By process: MiB of memory, and per cent of one core while `seconds` pass."""
    with deployed(database) as deployment:
        before = deployment.processor_seconds()
        time.sleep(seconds)
        after = deployment.processor_seconds()
        return {
            name: {
                "mib": round(shared_memory(deployment.pids[name] or 0)),
                "core_percent": round(100 * (after[name] - before[name]) / seconds, 2),
            }
            for name in ("web", "worker", "clock")
        }


def main() -> int:
    """Print a line for each process, and all of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    chosen = parser.parse_args()
    database = Database(os.environ["DATABASE_URL"], "annotate_rest")
    os.environ["DATABASE_URL"] = database.url
    os.environ.setdefault("SECRET_KEY", KEY)
    os.environ.setdefault("ALLOWED_HOSTS", "127.0.0.1")
    database.make()
    try:
        found = measured(database, chosen.seconds)
    finally:
        database.drop()
    for name, figures in found.items():
        print(f"{name:8} {figures['mib']:6.0f} MiB {figures['core_percent']:6.2f}% of a core")
    print(f"together {sum(figures['mib'] for figures in found.values()):6.0f} MiB")
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
