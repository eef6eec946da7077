"""What leads are told about seeding."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, QuerySet, Window
from django.db.models.functions import RowNumber

from annotate.core import clock
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.projects.models import Project
from annotate.seeding.models import SeededSample, SeedingRun
from annotate.workflow.models import Annotation, Sample

SHOWN_PROBLEMS = 20
State = SeededSample.State
_COUNTED = (State.PENDING, State.SEEDED, State.FAILED, State.UNSEEDED, State.STARTED)


def run_json(run: SeedingRun) -> dict[str, Any]:
    return runs_json([run])[0]


def runs_json(runs: Sequence[SeedingRun]) -> list[dict[str, Any]]:
    """Return runs with their counts and failures, with as many queries as for one."""
    items = SeededSample.objects.filter(run__in=runs)
    states = Counter(
        {
            (run_id, state): number
            for run_id, state, number in items.order_by()
            .values_list("run", "state")
            .annotate(number=Count("id"))
        }
    )
    dropped = items.exclude(dropped=[]).order_by().values_list("run")
    with_dropped = dict(dropped.annotate(number=Count("id")))
    failures = _failures(items)
    alive = jobs.workers().alive > 0
    return [
        {
            "id": run.pk,
            "over": run.over,
            "detector": run.detector,
            "captioner": run.captioner,
            "ocr": run.ocr,
            "created_at": run.created_at,
            "job": jobs.as_dict(run.job, worker_alive=alive) if run.job else None,
            "counts": {str(state): states[run.pk, state] for state in _COUNTED},
            "dropped": with_dropped.get(run.pk, 0),
            "seconds_left": _seconds_left(run.job) if run.job else None,
            "failures": failures.get(run.pk, []),
        }
        for run in runs
    ]


def _failures(items: QuerySet[SeededSample]) -> dict[int, list[dict[str, Any]]]:
    place = Window(RowNumber(), partition_by="run", order_by="pk")
    failed = items.filter(state=State.FAILED).annotate(place=place)
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    first = failed.filter(place__lte=SHOWN_PROBLEMS).select_related("sample__image")
    for item in first.order_by("pk"):
        found[item.run_id].append(
            {"sample_id": item.sample_id, "name": item.sample.image.name, "message": item.problem}
        )
    return found


def _seconds_left(job: Job) -> float | None:
    """Return how long the rest takes at the pace so far; None where there is no pace."""
    if job.state != Job.State.RUNNING or not job.done or job.started_at is None:
        return None
    spent = (clock.now() - job.started_at).total_seconds()
    return round(spent / job.done * (job.total - job.done), 1)


def runs_of(project: Project) -> QuerySet[SeedingRun]:
    """Return the runs of a project; the newest come first in a page."""
    return project.seeding_runs.select_related("job")


def newest_run(project: Project) -> SeedingRun | None:
    return project.seeding_runs.select_related("job").order_by("-pk").first()


def sample_counts(project: Project) -> dict[str, int]:
    samples = Sample.objects.filter(project=project)
    states = dict(samples.values_list("state").annotate(number=Count("id")).order_by())
    seeds = Annotation.objects.filter(project=project, index=0)
    failed = SeededSample.objects.filter(
        run__project=project,
        state=SeededSample.State.FAILED,
        sample__state=Sample.State.WAITING,
    )
    return {
        **{state: states.get(state, 0) for state in Sample.State.values},
        "seeded": seeds.aggregate(number=Count("sample", distinct=True))["number"],
        "failed": failed.aggregate(number=Count("sample", distinct=True))["number"],
    }
