"""What the first search for work costs after an act that parks most of a queue.

    tests/services/with_services.sh .venv/bin/python -m tests.load.bulk_acts
    … -m tests.load.bulk_acts --tasks 20000          to try it
    … -m tests.load.bulk_acts --leave-it             as if the act did not walk over what it parked

A project of so many open tasks gets its first batch, of every fiftieth sample: all other tasks are
parked. Then the search of a claim is explained twice, with the pages it touches. Needs a superuser.
"""

import argparse
import json
import os
import sys
import time
from typing import TYPE_CHECKING, Any

from tests.load.database import Database
from tests.load.serving import KEY
from tests.load.ten_million import fill_quickly, plan, told

if TYPE_CHECKING:
    from annotate.projects.models import Project

EVERY = 50


def measured(chosen: argparse.Namespace, database: Database) -> dict[str, Any]:
    """All figures, printed as they come."""
    from annotate.workflow import services
    from annotate.workflow.models import Sample, Task
    from annotate.workflow.services import passing_over
    from tests.load.filling import add_people, add_project

    people = add_people(1)
    project = add_project(people, name="Bulk")
    fill_quickly(database, project, chosen.tasks, seeds=False)
    found: dict[str, Any] = {"tasks": chosen.tasks, "walked": not chosen.leave_it}
    found["before"] = told("before", plan(project, people[0]))
    if chosen.leave_it:
        passing_over.FEW = sys.maxsize
    walk = passing_over._walk

    def timed_walk(project: "Project", most: int) -> None:
        started = time.monotonic()
        walk(project, most)
        found["walk"] = told("walk", {"ms": round(1e3 * (time.monotonic() - started), 1)})

    passing_over._walk = timed_walk
    keys = list(Sample.objects.filter(project=project).order_by("pk").values_list("pk", flat=True))
    started = time.monotonic()
    services.make_batch(project=project, actor=project.created_by, sample_ids=keys[::EVERY])
    found["act"] = told("act", {"seconds": round(time.monotonic() - started, 1)})
    found["open"] = Task.objects.filter(project=project, state=Task.State.OPEN).count()
    for name in ("first", "second", "third"):
        found[name] = told(f"{name} search", plan(project, people[0]))
    return found


def main() -> int:
    """Print the figures, the last line as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tasks", type=int, default=200_000, help="that are open")
    parser.add_argument("--leave-it", action="store_true", help="walk over nothing")
    chosen = parser.parse_args()
    database = Database(os.environ["DATABASE_URL"], "annotate_bulk_acts")
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": database.url,
        "LOG_LEVEL": "WARNING",
    }
    os.environ.setdefault("SECRET_KEY", KEY)
    database.make()
    import django

    django.setup()
    try:
        found = measured(chosen, database)
    finally:
        from django.db import connection

        connection.close()
        database.drop()
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
