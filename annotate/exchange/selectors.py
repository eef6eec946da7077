"""What is told about imports and exports."""

from typing import Any

from django.db.models import QuerySet

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.exchange.models import Export, Import
from annotate.projects.models import Project


def imports(project: Project) -> QuerySet[Import]:
    """Return the imports into a project, newest first."""
    return Import.objects.filter(project=project).select_related("job").order_by("-id")


def exports(project: Project) -> QuerySet[Export]:
    """Return the exports of a project, newest first."""
    return Export.objects.filter(project=project).select_related("job").order_by("-id")


def one_import(project: Project, import_id: int) -> Import:
    """Return one import into this project, or raise NotFound."""
    found = imports(project).filter(pk=import_id).first()
    if found is None:
        raise errors.NotFound
    return found


def one_export(project: Project, export_id: int) -> Export:
    """Return one export of this project, or raise NotFound."""
    found = exports(project).filter(pk=export_id).first()
    if found is None:
        raise errors.NotFound
    return found


def imports_json(found: list[Import], *, with_errors: bool = False) -> list[dict[str, Any]]:
    """Return the JSON form of imports; with the errors of their rows where they are asked for."""
    alive = jobs.workers().alive > 0
    return [_import_json(each, alive, with_errors=with_errors) for each in found]


def _import_json(import_: Import, alive: bool, *, with_errors: bool) -> dict[str, Any]:
    problems = import_.problems.order_by("row", "id") if with_errors else []
    return {
        "id": import_.pk,
        "source": import_.source,
        "format": import_.format,
        "stage": import_.stage_key,
        "dry_run": import_.dry_run,
        "state": import_.state,
        "job": jobs.as_dict(import_.job, worker_alive=alive) if import_.job else None,
        "counts": {
            "total": import_.total,
            "added": import_.added,
            "skipped": import_.skipped,
            "failed": import_.failed,
        },
        "created_at": import_.created_at,
        "finished_at": import_.finished_at,
        "errors": [
            {
                "row": problem.row,
                "name": problem.name,
                "field": problem.field,
                "code": problem.code,
                "message": problem.message,
                "remedy": problem.remedy,
            }
            for problem in problems
        ],
    }


def exports_json(found: list[Export]) -> list[dict[str, Any]]:
    """Return the JSON form of exports."""
    alive = jobs.workers().alive > 0
    return [
        {
            "id": export.pk,
            "format": export.format,
            "only_done": export.only_done,
            "split": export.split,
            "with_rejected": export.with_rejected,
            "with_dropped": export.with_dropped,
            "with_pictures": export.with_pictures,
            "left_out": {"rejected": 0, "dropped": 0} | export.left_out,
            "state": export.state,
            "job": jobs.as_dict(export.job, worker_alive=alive) if export.job else None,
            "samples": export.samples,
            "size_bytes": export.size_bytes,
            "sha256": export.sha256,
            "created_at": export.created_at,
            "finished_at": export.finished_at,
            "url": f"/api/v1/projects/{export.project_id}/exports/{export.pk}/file"
            if export.file
            else None,
        }
        for export in found
    ]
