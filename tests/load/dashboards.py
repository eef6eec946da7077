"""Are dashboards right and quick where a million answers were submitted?

    make bench-dashboards                          a million submissions: some ten minutes
    make bench-dashboards ARGS="--submissions 20000"
    make bench-dashboards ARGS="--submissions 20000 --only review"   on SQLite as well

Fills a database of its own with a synthetic project, makes the sums anew with `manage.py
rebuild_stats`, compares every row with a recount in SQL, and asks every page's endpoint over HTTP
of the product as it is deployed (gunicorn), one request after another. Prints tables and writes the
figures to var/bench/. The status is not zero where a row is wrong or an endpoint fails.
"""

import argparse
import os
import resource
import subprocess
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tests.load.database import Database

if TYPE_CHECKING:
    from annotate.projects.models import Project


def prepared(server: str, *, kept: bool) -> Database:
    """Make the database, then set Django up on it: models can be imported from here on."""
    database = Database(server, "annotate_dashboards")
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
    if not kept:
        database.make()
    import django

    django.setup()
    return database


def new_project() -> "Project":
    """Make an empty project and its lead."""
    from annotate.people.models import User
    from annotate.projects.services import create_project

    owner = User(username="lead")
    owner.set_unusable_password()
    owner.save()
    return create_project(
        name="Synthetic", description="", recipe_name="iiw", changes={}, creator=owner, seed=7
    )


def rebuilt(project: "Project") -> dict[str, float]:
    """Make the sums anew in a process of its own; return the time and the memory it took."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [sys.executable, "manage.py", "rebuild_stats", str(project.pk)]
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "seconds": round(time.monotonic() - started, 1),
        "processor_seconds": round(used, 1),
        "peak_mib": round(after.ru_maxrss / 1024),
    }


def filled(submissions: int) -> tuple["Project", dict[str, Any]]:
    """Make the project, rebuild its sums, and hold them against a recount."""
    from tests.load import recount, synthetic

    project = new_project()
    started = time.monotonic()
    rows = synthetic.fill(project, submissions)
    print(f"filled in {time.monotonic() - started:.0f} s: {rows}", flush=True)
    print(f"rebuilt: {(took := rebuilt(project))}", flush=True)
    compared = recount.recount(project)
    for each in compared:
        print(f"{each.what}: {each.rows:,} rows, {each.different} differ", flush=True)
    counted = [asdict(each) for each in compared]
    return project, {"rows": rows, "rebuild": took, "recount": counted}


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="make bench-dashboards",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--submissions", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=40, help="requests to each endpoint")
    parser.add_argument("--keep", action="store_true", help="leave the database where it is")
    parser.add_argument("--kept", action="store_true", help="measure again on what was left")
    parser.add_argument("--only", choices=("pages", "review"), help="measure one of the two parts")
    return parser.parse_args()


def main() -> int:
    """Fill, rebuild, recount and measure."""
    chosen = options()
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        print("DATABASE_URL must name a PostgreSQL server; `make bench-dashboards` sees to that.")
        return 2
    database = prepared(server, kept=chosen.kept)
    from annotate.projects.models import Project
    from tests.load import asking, report, reviewing

    result: dict[str, Any] = {"circumstances": report.circumstances({})}
    if chosen.kept:
        project = Project.objects.get(name="Synthetic")
    else:
        project, made = filled(chosen.submissions)
        result |= made
    found = []
    if chosen.only != "review":
        found = asking.all_endpoints(database, project, chosen.times)
    if chosen.only != "pages":
        result["review"] = reviewing.all_lists(database, project, chosen.submissions, chosen.times)
    result |= {"endpoints": [asdict(each) for each in found], "load_average": os.getloadavg()}
    print(f"figures in {report.save(result)}; load average {os.getloadavg()[0]:.1f}")
    if not (chosen.keep or chosen.kept):
        database.drop()
    wrong = sum(each["different"] for each in result.get("recount", []))
    return int(bool(wrong) or any(each.status not in (200, 404) for each in found))


if __name__ == "__main__":
    sys.exit(main())
