"""What is told about imports and exports."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.exchange import answers, import_schemas, schemas
from annotate.exchange.exports import FORMATS
from annotate.exchange.imports.placing import fitting
from annotate.exchange.models import Export, Import, ImportedAnswer
from annotate.kinds.capabilities import Captions
from annotate.messages import Message
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.seeding.schemas import ImportCounts, RowError
from annotate.workflow.schemas.parts import StageName
from annotate.workflow.schemas.samples import BroughtIn

_COUNTED = ("objects", "texts", "repaired", "fetched", "given")


def imports(project: Project) -> QuerySet[Import]:
    """Newest first."""
    return Import.objects.filter(project=project).select_related("job").order_by("-id")


def exports(project: Project) -> QuerySet[Export]:
    """Newest first."""
    return Export.objects.filter(project=project).select_related("job").order_by("-id")


def files_of(annotation_ids: Sequence[int]) -> dict[int, BroughtIn]:
    """With which file each of these answers came in, and who brought it."""
    rows = ImportedAnswer.objects.filter(annotation__in=annotation_ids, of__isnull=False)
    return {
        row.annotation_id: BroughtIn(
            file=row.of.source, by=Person.of(row.of.created_by) if row.of.created_by else None
        )
        for row in rows.select_related("of__created_by")
        if row.of is not None
    }


def import_choices(project: Project) -> import_schemas.ImportChoices:
    """As what objects and texts can come in, and for which stages; those that fit best first."""
    given = [
        import_schemas.ImportChoice(
            given_as=given_as,
            objects=[StageName.of(stage) for stage in stages.objects],
            texts=[StageName.of(stage) for stage in stages.texts],
        )
        for given_as, stages in fitting(project).items()
    ]
    return import_schemas.ImportChoices(given=given, most_addresses=settings.IMPORT_MAX_ADDRESSES)


def caption_stages(project: Project) -> list[str]:
    """The keys of the stages that answers can be brought in for."""
    stages = project.recipe.stages
    return [stage.key for stage in stages if isinstance(stage.kind_object, Captions)]


def formats_of(project: Project | None = None) -> schemas.Formats:
    """Every format there is, or those that can hold something of a project."""
    written = [known for known in FORMATS.values() if project is None or known.applies_to(project)]
    read = answers.FORMATS.values() if project is None or caption_stages(project) else ()
    return schemas.Formats(
        exports=[
            schemas.FormatEntry(
                name=known.name,
                title=known.title,
                summary=known.summary,
                holds_pictures=known.holds_pictures,
            )
            for known in written
        ],
        imports=[
            schemas.FormatEntry(name=known.name, title=known.title, summary=known.summary)
            for known in read
        ],
    )


def describe_imports(
    rows: Iterable[Import], *, with_errors: bool = False
) -> list[import_schemas.Import]:
    workers = jobs.workers()
    return [_describe_import(row, workers, with_errors=with_errors) for row in rows]


def _describe_import(
    row: Import, workers: jobs.Workers, *, with_errors: bool
) -> import_schemas.Import:
    problems = row.problems.order_by("row", "id") if with_errors else []
    return import_schemas.Import(
        id=row.pk,
        source=row.source,
        format=row.format,
        stage=row.stage_key,
        objects_stage=row.objects_stage,
        given_as=Import.GivenAs(row.given_as),
        texts_name=row.texts_name,
        fetch=row.fetch,
        understood=_understood(row.understood, with_rows=with_errors),
        dry_run=row.dry_run,
        state=Job.State(row.state),
        job=jobs.job_of(row.job, workers) if row.job else None,
        counts=ImportCounts(
            total=row.total, added=row.added, skipped=row.skipped, failed=row.failed
        ),
        created_at=row.created_at,
        finished_at=row.finished_at,
        errors=[RowError.model_validate(problem, from_attributes=True) for problem in problems],
        unused_count=row.unused_count,
        unused=[
            import_schemas.UnusedFile.of(Message(file["code"]), name=file["name"])
            for file in (row.unused if with_errors else [])
        ],
    )


def _understood(kept: dict[str, Any], *, with_rows: bool) -> import_schemas.Understood | None:
    if "format" not in kept:
        return None
    counts = {name: kept["counts"].get(name, 0) for name in _COUNTED}
    return import_schemas.Understood(
        format=kept["format"],
        columns=kept["columns"],
        header=kept["header"],
        **counts,
        left=[
            import_schemas.LeftEntry.of(Message(code), count=count)
            for code, count in sorted(kept["left"].items())
        ],
        rows=kept["rows"] if with_rows else [],
    )


def describe_exports(rows: Iterable[Export]) -> list[schemas.Export]:
    workers = jobs.workers()
    return [
        schemas.Export(
            id=row.pk,
            format=row.format,
            with_unfinished=row.with_unfinished,
            only_approved=row.only_approved,
            split=row.split,
            with_rejected=row.with_rejected,
            with_dropped=row.with_dropped,
            with_pictures=row.with_pictures,
            chosen=None if row.chosen is None else len(row.chosen),
            left_out=schemas.LeftOut(**row.left_out),
            state=Job.State(row.state),
            job=jobs.job_of(row.job, workers) if row.job else None,
            samples=row.samples,
            size_bytes=row.size_bytes,
            sha256=row.sha256,
            created_at=row.created_at,
            finished_at=row.finished_at,
            url=f"/api/v1/projects/{row.project_id}/exports/{row.pk}/file" if row.file else None,
            removed=_removed(row),
        )
        for row in rows
    ]


def _removed(row: Export) -> schemas.RemovedFile | None:
    if row.file_removed_at is None:
        return None
    return schemas.RemovedFile(at=row.file_removed_at, after_days=row.removed_after_days)
