"""What is told about imports and exports."""

from collections.abc import Iterable

from django.db.models import QuerySet

from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.exchange import schemas
from annotate.exchange.models import Export, Import
from annotate.projects.models import Project
from annotate.seeding.schemas import ImportCounts, RowError


def imports(project: Project) -> QuerySet[Import]:
    """Newest first."""
    return Import.objects.filter(project=project).select_related("job").order_by("-id")


def exports(project: Project) -> QuerySet[Export]:
    """Newest first."""
    return Export.objects.filter(project=project).select_related("job").order_by("-id")


def describe_imports(rows: Iterable[Import], *, with_errors: bool = False) -> list[schemas.Import]:
    alive = jobs.workers().alive > 0
    return [_describe_import(row, alive, with_errors=with_errors) for row in rows]


def _describe_import(row: Import, alive: bool, *, with_errors: bool) -> schemas.Import:
    problems = row.problems.order_by("row", "id") if with_errors else []
    return schemas.Import(
        id=row.pk,
        source=row.source,
        format=row.format,
        stage=row.stage_key,
        dry_run=row.dry_run,
        state=Job.State(row.state),
        job=jobs.job_of(row.job, worker_alive=alive) if row.job else None,
        counts=ImportCounts(
            total=row.total, added=row.added, skipped=row.skipped, failed=row.failed
        ),
        created_at=row.created_at,
        finished_at=row.finished_at,
        errors=[RowError.model_validate(problem, from_attributes=True) for problem in problems],
    )


def describe_exports(rows: Iterable[Export]) -> list[schemas.Export]:
    alive = jobs.workers().alive > 0
    return [
        schemas.Export(
            id=row.pk,
            format=row.format,
            only_done=row.only_done,
            split=row.split,
            with_rejected=row.with_rejected,
            with_dropped=row.with_dropped,
            with_pictures=row.with_pictures,
            left_out=schemas.LeftOut(**row.left_out),
            state=Job.State(row.state),
            job=jobs.job_of(row.job, worker_alive=alive) if row.job else None,
            samples=row.samples,
            size_bytes=row.size_bytes,
            sha256=row.sha256,
            created_at=row.created_at,
            finished_at=row.finished_at,
            url=f"/api/v1/projects/{row.project_id}/exports/{row.pk}/file" if row.file else None,
        )
        for row in rows
    ]
