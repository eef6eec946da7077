"""The printed reports of a project."""

from typing import Any

from django.db.models import QuerySet

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.dashboards.models import Report
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project


def reports(project: Project) -> QuerySet[Report]:
    """Return the reports of a project; a page of them is in the order it asks for."""
    return Report.objects.filter(project=project).select_related("job", "created_by", "project")


def one_report(project: Project, report_id: int) -> Report:
    """Return one report of this project, or raise NotFound."""
    found = reports(project).filter(pk=report_id).first()
    if found is None:
        raise errors.NotFound
    return found


def reports_json(found: list[Report]) -> list[dict[str, Any]]:
    """Return the JSON form of reports."""
    alive = jobs.workers().alive > 0
    return [_json(each, alive) for each in found]


def _json(report: Report, alive: bool) -> dict[str, Any]:
    at = f"/api/v1/projects/{report.project_id}/reports/{report.pk}"
    author = report.created_by
    return {
        "id": report.pk,
        "title": report.title,
        "with_names": report.with_names,
        "state": report.state,
        "job": jobs.as_dict(report.job, worker_alive=alive) if report.job else None,
        "problem": report.problem,
        "code_version": report.code_version,
        "html": f"{at}/html" if report.html else None,
        "pdf": f"{at}/pdf" if report.pdf else None,
        "sha256": report.sha256,
        "created_by": PersonSerializer(author).data if author else None,
        "created_at": report.created_at,
        "finished_at": report.finished_at,
    }
