"""What leads are told about seeding."""

from typing import Any

from django.db.models import Count

from annotate.core.jobs import selectors as jobs
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
        "detector": run.detector,
        "captioner": run.captioner,
        "ocr": run.ocr,
        "created_at": run.created_at,
        "job": jobs.as_dict(run.job, worker_alive=alive) if run.job else None,
        "counts": {
            "pending": states.get(SeededSample.State.PENDING, 0),
            "seeded": states.get(SeededSample.State.SEEDED, 0),
            "failed": states.get(SeededSample.State.FAILED, 0),
        },
        "failures": [
            {"sample_id": item.sample_id, "name": item.sample.image.name, "message": item.problem}
            for item in failed.order_by("pk")[:SHOWN_PROBLEMS]
        ],
    }


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
