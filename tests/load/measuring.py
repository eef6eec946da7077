"""One run of the load against one server, and what it showed."""

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from typing import Any

from annotate.projects.models import Project
from annotate.quality.models import PendingCheck
from tests.load.annotators import Plan
from tests.load.database import Database
from tests.load.deployment import Deployment
from tests.load.history import drained

WARM_UP = 2.0  # seconds that do not count: first connections, first plans, caches


@dataclass(frozen=True)
class Run:
    """Times in milliseconds, as the clients saw them; processor time in ms per submission."""

    what: str
    open_tasks: int
    annotators: int
    submissions_per_second: float
    claim: dict[str, float | None]
    submit: dict[str, float | None]
    # By part of what is measured: web, worker, clock, database, redis.
    processor_ms: dict[str, float]
    load_ms: float
    # Answers that were not checked yet when the last one came in, and seconds until they were.
    backlog: int
    drained_seconds: float
    refusals: dict[str, int]
    duplicates: int | None
    lost: int | None
    load_average: float

    def as_json(self) -> dict[str, Any]:
        """Return the figures by name."""
        return asdict(self)

    @property
    def whole_ms(self) -> float:
        """Processor ms of an answer over everything but the load."""
        return sum(self.processor_ms.values())


def percentiles(seconds: list[float]) -> dict[str, float | None]:
    """Return p50, p95 and p99 in milliseconds: the smallest value that so many do not exceed."""
    ordered = sorted(seconds)
    if not ordered:
        return {"p50": None, "p95": None, "p99": None}
    return {
        f"p{share}": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * share // 100)], 1)
        for share in (50, 95, 99)
    }


@dataclass(frozen=True)
class Target:
    """A server under load, and the parts whose processor time is counted."""

    what: str
    deployment: Deployment


def load(
    target: Target,
    project: Project,
    secrets: list[str],
    seconds: float,
    *,
    by_browser: bool = False,
    by_session: bool = False,
) -> dict[str, Any]:
    """Let the annotators loose; return what they saw."""
    plan: Plan = {
        "port": target.deployment.port,
        "project": project.pk,
        "secrets": secrets,
        "by_session": by_session,
        "by_browser": by_browser,
        "warm_up": WARM_UP,
        "seconds": seconds,
    }
    finished = subprocess.run(
        [sys.executable, "-m", "tests.load.annotators"],
        input=json.dumps(plan),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    seen: dict[str, Any] = json.loads(finished.stdout)
    return seen


def measure(
    target: Target,
    database: Database,
    project: Project,
    secrets: list[str],
    *,
    open_tasks: int,
    seconds: float,
    check: bool = True,
    **ways: bool,
) -> Run:
    """Measure one number of annotators at one number of open tasks.

    Args:
        ways: how they work, as `load` takes it.
    """
    before = target.deployment.processor_seconds()
    seen = load(target, project, secrets, seconds, **ways)
    number = max(len(seen["acknowledged"]), 1)
    backlog = PendingCheck.objects.filter(project=project).count()
    waited = drained(project) if "worker" in target.deployment.pids else 0.0
    after = target.deployment.processor_seconds()
    return Run(
        what=target.what,
        open_tasks=open_tasks,
        annotators=len(secrets),
        submissions_per_second=round(len(seen["submits"]) / seconds, 1),
        claim=percentiles(seen["claims"]),
        submit=percentiles(seen["submits"]),
        processor_ms={
            name: round(1000 * (after[name] - before[name]) / number, 2) for name in before
        },
        load_ms=round(1000 * seen["processor_seconds"] / number, 2),
        backlog=backlog,
        drained_seconds=round(waited, 1),
        refusals=seen["refusals"],
        duplicates=duplicates(database, project) if check else None,
        lost=lost(database, seen["acknowledged"]) if check else None,
        load_average=round(os.getloadavg()[0], 1),
    )


def duplicates(database: Database, project: Project) -> int:
    """Count tasks answered or held twice, and people who were twice at one sample."""
    return int(
        database.value(
            """
            SELECT count(*) FROM (
              SELECT 1 FROM workflow_assignment
              WHERE project_id = %(project)s AND state IN ('live', 'submitted') GROUP BY task_id
              HAVING count(*) > 1
              UNION ALL
              SELECT 1 FROM workflow_assignment
              WHERE project_id = %(project)s AND state IN ('live', 'submitted')
              GROUP BY sample_id, annotator_id HAVING count(*) > 1
              UNION ALL
              SELECT 1 FROM workflow_annotation
              WHERE project_id = %(project)s AND origin = 'person'
              GROUP BY sample_id, stage_key, index HAVING count(*) > 1
            ) AS twice
            """,
            {"project": project.pk},
        )
    )


def lost(database: Database, acknowledged: list[str]) -> int:
    """Count submissions that were acknowledged and are not in the database with their answer."""
    found = database.value(
        """
        SELECT count(DISTINCT a.submit_key) FROM workflow_assignment a
        JOIN workflow_annotation n ON n.id = a.answer_id AND n.author_id = a.annotator_id
        WHERE a.state = 'submitted' AND a.submit_key = ANY(%(keys)s::uuid[])
        """,
        {"keys": acknowledged},
    )
    return len(set(acknowledged)) - int(found)
