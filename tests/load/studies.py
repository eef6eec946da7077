"""How long are the results of a large study computed?

    tests/services/with_services.sh .venv/bin/python -m tests.load.studies
    tests/services/with_services.sh .venv/bin/python -m tests.load.studies --items 200 --raters 3

Fills a database of its own with a study of texts of 220 tokens, judged on IIW's five metrics with
reasons, once by people here and once brought in as a file. Prints medians of several requests
through Django's own client (no network): seconds by the clock, and of this process.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.load.dashboards import new_project, prepared
from tests.load.filled_studies import METRICS, filled

if TYPE_CHECKING:
    from annotate.evaluation.models import Study
    from annotate.projects.models import Project


def timed(what: str, act: Callable[[], Any], times: int = 7) -> None:
    took, busy = [], []
    for _ in range(times):
        started, before = time.perf_counter(), time.process_time()
        act()
        took.append(time.perf_counter() - started)
        busy.append(time.process_time() - before)
    median = statistics.median
    print(f"{what:<36} {median(took):7.3f} s {median(busy):9.3f} s", flush=True)


def measured(study: "Study", project: "Project") -> None:
    from annotate.evaluation.services.ratings import import_ratings
    from tests.conftest import client_of

    client = client_of(project.created_by)
    address = f"/api/v1/projects/{project.pk}/studies"

    def get(path: str) -> bytes:
        answer: Any = client.get(f"{address}/{path}")
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        assert answer.status_code == 200, content
        return bytes(content)

    for path in ("results", "results/table.tex", "items", "items?disagree=1&metric=tldr"):
        timed(f"GET {path}", partial(get, f"{study.pk}/{path}"))
    timed("GET results/ratings.csv", lambda: get(f"{study.pk}/results/ratings.csv"), times=3)
    file = Path(tempfile.mkdtemp()) / "labels.csv"
    file.write_bytes(get(f"{study.pk}/results/ratings.csv"))
    names = iter(range(9))
    brought: list[Study] = []
    timed(
        "the same, brought in",
        lambda: brought.append(
            import_ratings(project=project, actor=None, path=file, name=f"Labels {next(names)}")
        ),
        times=1,
    )
    timed("GET results of what was brought in", lambda: get(f"{brought[0].pk}/results"))
    timed("GET studies", lambda: client.get(address))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=2_000)
    parser.add_argument("--raters", type=int, default=5)
    chosen = parser.parse_args()
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        print("DATABASE_URL must name a PostgreSQL server.")
        return 2
    database = prepared(server, kept=False)
    from annotate.core.rows import analyze_tables
    from annotate.workflow.models import Annotation

    project = new_project()
    study = filled(project, chosen.items, chosen.raters)
    analyze_tables(Annotation)
    print(f"{'':<36} {'clock':>9} {'process':>11}")
    print(f"{chosen.items:,} items, {chosen.raters} raters each, {len(METRICS)} metrics")
    measured(study, project)
    print(f"load average {os.getloadavg()[0]:.1f}")
    database.drop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
