"""What leads are told about seeding."""

from typing import Any

from django.db.models import Count, QuerySet

from annotate.core import clock
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.projects.models import Project
from annotate.seeding.models import SeededSample, SeedingRun
from annotate.workflow.models import Annotation, Sample

SHOWN_PROBLEMS = 20


def run_json(run: SeedingRun) -> dict[str, Any]:
    """Return one run with its counts and the first of its failures."""
    states = dict(run.items.values_list("state").annotate(number=Count("id")).order_by())
    failed = run.items.filter(state=SeededSample.State.FAILED).select_related("sample__image")
    alive = jobs.workers().alive > 0
    return {
        "id": run.pk,
        "over": run.over,
        "detector": run.detector,
        "captioner": run.captioner,
        "ocr": run.ocr,
        "created_at": run.created_at,
        "job": jobs.as_dict(run.job, worker_alive=alive) if run.job else None,
        "counts": {
            "pending": states.get(SeededSample.State.PENDING, 0),
            "seeded": states.get(SeededSample.State.SEEDED, 0),
            "failed": states.get(SeededSample.State.FAILED, 0),
            "unseeded": states.get(SeededSample.State.UNSEEDED, 0),
            "started": states.get(SeededSample.State.STARTED, 0),
        },
        "dropped": run.items.exclude(dropped=[]).count(),
        "seconds_left": _seconds_left(run.job) if run.job else None,
        "failures": [
            {"sample_id": item.sample_id, "name": item.sample.image.name, "message": item.problem}
            for item in failed.order_by("pk")[:SHOWN_PROBLEMS]
        ],
    }


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
    """Return the project's latest run, finished or not."""
    return project.seeding_runs.select_related("job").order_by("-pk").first()


def sample_counts(project: Project) -> dict[str, int]:
    """Return how many samples are in each state, have a seed, or could not be given one."""
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
