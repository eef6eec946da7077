"""What is told about sets of questions, and about runs that put them to a model."""

from collections.abc import Iterator, Sequence
from typing import Literal, cast

from django.core.files.storage import default_storage
from django.db.models import QuerySet

from annotate.analysis.compositional.model import TITLES, Name
from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import ReasoningRun, ReasoningSet
from annotate.evaluation.schemas import reasoning as schemas
from annotate.evaluation.schemas.text_reports import NamedTexts
from annotate.people.schemas import Person
from annotate.projects.models import Project

_SHARE = ("n", "right", "share", "low", "high")
_COUNTS = ("invalid", "unanswered", "failed", "without_description")
_DIFFERENCE = ("n", "only_first", "only_second", "difference", "low", "high", "p")


def sets(project: Project) -> QuerySet[ReasoningSet]:
    """Newest first; the questions are read where they are wanted."""
    rows = ReasoningSet.objects.filter(project=project).select_related("created_by")
    return rows.defer("probes").order_by("-id")


def one_set(project: Project, set_id: int) -> ReasoningSet:
    return errors.existing(sets(project).filter(pk=set_id).first())


def described_sets(rows: Sequence[ReasoningSet]) -> list[schemas.ReasoningSet]:
    return [
        schemas.ReasoningSet(
            id=row.pk,
            name=row.name,
            layout=cast(Name, row.layout),
            title=TITLES[cast(Name, row.layout)],
            questions=row.number,
            left_out=row.left_out,
            created_by=Person.of(row.created_by),
            created_at=row.created_at,
        )
        for row in rows
    ]


def runs(project: Project) -> QuerySet[ReasoningRun]:
    """Newest first; results are read where they are wanted."""
    rows = ReasoningRun.objects.filter(project=project).select_related("job", "created_by")
    return rows.defer("results").order_by("-id")


def one_run(project: Project, run_id: int) -> ReasoningRun:
    return errors.existing(runs(project).filter(pk=run_id).first())


def described_runs(
    rows: Sequence[ReasoningRun], *, whole: bool = False
) -> list[schemas.ReasoningRun]:
    """Runs; the results of each only where they are asked for."""
    workers = jobs.workers()
    names = _names_of_sets(rows)
    return [
        schemas.ReasoningRun(
            id=row.pk,
            name=row.name,
            sets=names.get(row.pk, []),
            sources=[NamedTexts.model_validate(source) for source in row.sources],
            model=row.model,
            options=schemas.ReasoningOptions.model_validate(row.options),
            state=state_of(row),
            results=_results(row) if whole else None,
            job=jobs.job_of(row.job, workers) if row.job else None,
            code_version=row.code_version,
            created_by=Person.of(row.created_by),
            created_at=row.created_at,
        )
        for row in rows
    ]


def _names_of_sets(rows: Sequence[ReasoningRun]) -> dict[int, list[str]]:
    pairs = ReasoningRun.sets.through.objects.filter(reasoningrun__in=[row.pk for row in rows])
    names: dict[int, list[str]] = {}
    named = pairs.order_by("reasoningset_id").values_list("reasoningrun_id", "reasoningset__name")
    for run_id, name in named:
        names.setdefault(run_id, []).append(name)
    return names


def state_of(run: ReasoningRun) -> Literal["asking", "ready", "stopped"]:
    if run.finished:
        return "ready"
    under_way = run.job is not None and run.job.state in Job.UNFINISHED
    return "asking" if under_way else "stopped"


def _results(run: ReasoningRun) -> schemas.ReasoningResults | None:
    return schemas.ReasoningResults.model_validate(run.results) if run.results else None


def file_name(run: ReasoningRun) -> str:
    """Where the single answers of a run are kept."""
    return f"reasoning/{run.project_id}/{run.pk}-answers.csv"


def answers_of(run: ReasoningRun) -> str | None:
    name = file_name(run)
    return name if default_storage.exists(name) else None


def table_of(
    run: ReasoningRun, table: Literal["figures", "differences"]
) -> Iterator[Sequence[object]]:
    """The figures of a run, or how its sources differ, as rows with a header.

    Without a description a source is called nothing.
    """
    results = run.results or {"sources": [], "differences": []}
    if table == "differences":
        yield ("set", "first", "second", *_DIFFERENCE)
        for pair in results["differences"]:
            for name, own in pair["sets"].items():
                yield (name, pair["first"], pair["second"], *(own[key] for key in _DIFFERENCE))
        return
    yield ("set", "source", *_SHARE, "low_by_image", "high_by_image", "images", *_COUNTS)
    for source in results["sources"]:
        for name, own in source["sets"].items():
            image = own["by_image"]
            clustered = (image["low"], image["high"], image["images"])
            shares, counts = (own[key] for key in _SHARE), (own[key] for key in _COUNTS)
            yield (name, source["title"], *shares, *clustered, *counts)
