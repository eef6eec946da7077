"""What the tenth, hundredth, thousandth and ten-thousandth answer of somebody cost.

    python -m tests.load.curve                                  on the PostgreSQL of DATABASE_URL
    python -m tests.load.curve --embedded                       on SQLite
    python -m tests.load.curve --answers 10,1000 --rounds 2

Web server, worker, clock and the servers on this machine are counted. REDIS_URL must name a Redis.
"""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.load.database import Database
from tests.load.deployment import deployed
from tests.load.serving import KEY


@dataclass(frozen=True)
class File:
    """A database of SQLite, where `deployed` expects one of PostgreSQL."""

    url: str

    def make(self) -> None:
        """Migrate it."""
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
        subprocess.run(migrate, check=True, env={**os.environ, "DATABASE_URL": self.url})

    def drop(self) -> None:
        """It goes with its folder."""

    def postmaster(self) -> None:
        """Nobody serves it."""


def measured(database: Any, numbers: list[int], rounds: int) -> dict[str, float]:
    """The curve on one database."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": database.url,
        "LOG_LEVEL": "WARNING",
    }
    os.environ.setdefault("SECRET_KEY", KEY)
    os.environ.setdefault("ALLOWED_HOSTS", "127.0.0.1")
    database.make()
    import django

    django.setup()
    from tests.load.filling import add_people, add_project, add_samples
    from tests.load.history import GIVEN, LEASE_SECONDS, WINDOW, curve

    people = add_people(rounds + len(numbers))
    project = add_project(people, name="history")
    enough = (GIVEN + WINDOW) * len(numbers) + 2 * rounds * WINDOW * len(numbers)
    add_samples(project, enough)
    os.environ["JOB_LEASE_SECONDS"] = LEASE_SECONDS
    with deployed(database) as deployment:
        found = curve(deployment, project, people, numbers, rounds)
    print(json.dumps(found.rounds), file=sys.stderr)
    return found.as_json()


def main() -> int:
    """Print the curve, the last line as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--answers", default="10,100,1000,10000", help="after how many")
    parser.add_argument("--rounds", type=int, default=3, help="of each, in turns")
    parser.add_argument("--embedded", action="store_true", help="on SQLite")
    chosen = parser.parse_args()
    numbers = [int(each) for each in chosen.answers.split(",")]
    with TemporaryDirectory(prefix="annotate-curve-") as folder:
        path = Path(folder, "annotate.sqlite3")
        database: Any = File(f"sqlite:///{path}")
        if not chosen.embedded:
            database = Database(os.environ["DATABASE_URL"], "annotate_curve")
        try:
            found = measured(database, numbers, chosen.rounds)
        finally:
            database.drop()
    for number in numbers:
        ms, growth = found[f"ms_{number}"], found[f"growth_{number}"]
        print(f"{number:>7,}: {ms:6.1f} ms, {growth:.2f} of the first")
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
