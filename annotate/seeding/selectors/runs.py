"""What leads are told about seeding."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import cast

from django.db.models import Count, QuerySet, Window
from django.db.models.functions import RowNumber
from rest_framework.request import Request

from annotate.core import clock
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.core.operations import paginate_together
from annotate.core.schemas import Page
from annotate.projects.models import Project
from annotate.seeding import models
from annotate.seeding.models import SeededSample
from annotate.seeding.schemas import (
    Opened,
    SampleCounts,
    Seeding,
    SeedingCounts,
    SeedingFailure,
    SeedingRun,
)
from annotate.workflow.models import Annotation, Sample

SHOWN_PROBLEMS = 20
State = SeededSample.State


def newest_run(project: Project) -> models.SeedingRun | None:
    return project.seeding_runs.select_related("job").order_by("-pk").first()


def shown_run(run: models.SeedingRun) -> SeedingRun:
    return _shown_runs([run])[0]


def shown_seeding(project: Project, opening: Job | None) -> Seeding:
    run = newest_run(project)
    return Seeding(
        counts=sample_counts(project),
        run=shown_run(run) if run else None,
        opening=jobs.job_of(opening, jobs.workers()) if opening else None,
    )


def shown_opening(done: int | Job) -> Opened:
    if isinstance(done, Job):
        return Opened(opened=None, job=jobs.job_of(done, jobs.workers()))
    return Opened(opened=done, job=None)


def runs_page(request: Request, project: Project) -> Page[SeedingRun]:
    runs = project.seeding_runs.select_related("job")
    return paginate_together(request, runs, _shown_runs)


def _shown_runs(runs: Sequence[models.SeedingRun]) -> list[SeedingRun]:
    """Runs with their counts and failures, with as many queries as for one."""
    items = SeededSample.objects.filter(run__in=runs)
    states = items.order_by().values_list("run", "state").annotate(Count("id"))
    counts = Counter({(run_id, state): number for run_id, state, number in states})
    dropped = items.exclude(dropped=[]).order_by().values_list("run")
    with_dropped = dict(dropped.annotate(Count("id")))
    failures = _failures(items)
    workers = jobs.workers()
    return [
        SeedingRun.from_row(
            run,
            job=jobs.job_of(cast(Job, run.job), workers),
            counts=_counts(run.pk, counts),
            dropped=with_dropped.get(run.pk, 0),
            seconds_left=_seconds_left(cast(Job, run.job)),
            failures=failures.get(run.pk, []),
        )
        for run in runs
    ]


def _counts(run_id: int, counts: Mapping[tuple[int, str], int]) -> SeedingCounts:
    return SeedingCounts(
        pending=counts[run_id, State.PENDING],
        seeded=counts[run_id, State.SEEDED],
        failed=counts[run_id, State.FAILED],
        unseeded=counts[run_id, State.UNSEEDED],
        started=counts[run_id, State.STARTED],
    )


def _failures(items: QuerySet[SeededSample]) -> dict[int, list[SeedingFailure]]:
    place = Window(RowNumber(), partition_by="run", order_by="pk")
    failed = items.filter(state=State.FAILED).annotate(place=place)
    first = failed.filter(place__lte=SHOWN_PROBLEMS).select_related("sample__image")
    failures: dict[int, list[SeedingFailure]] = defaultdict(list)
    for item in first.order_by("pk"):
        failures[item.run_id].append(
            SeedingFailure.stored(
                item.problem,
                item.problem_message,
                sample_id=item.sample_id,
                name=item.sample.image.name,
            )
        )
    return failures


def _seconds_left(job: Job) -> float | None:
    """How long the rest takes at the pace so far; None where there is no pace."""
    if job.state != Job.State.RUNNING or not job.done or job.started_at is None:
        return None
    spent = (clock.now() - job.started_at).total_seconds()
    return round(spent / job.done * (job.total - job.done), 1)


def sample_counts(project: Project) -> SampleCounts:
    samples = Sample.objects.filter(project=project)
    states = Counter(dict(samples.values_list("state").annotate(Count("id")).order_by()))
    seeds = Annotation.objects.filter(project=project, index=0)
    failed = SeededSample.objects.filter(
        run__project=project, state=State.FAILED, sample__state=Sample.State.WAITING
    )
    return SampleCounts(
        waiting=states[Sample.State.WAITING],
        open=states[Sample.State.OPEN],
        done=states[Sample.State.DONE],
        withdrawn=states[Sample.State.WITHDRAWN],
        seeded=seeds.aggregate(number=Count("sample", distinct=True))["number"],
        failed=failed.aggregate(number=Count("sample", distinct=True))["number"],
    )
