"""What is told about reports on texts."""

from collections.abc import Sequence
from typing import Any, Literal, cast

from django.core.files.storage import default_storage
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation import schemas
from annotate.evaluation.models import TextReport
from annotate.evaluation.selectors.report_tables import TABLES
from annotate.people.schemas import Person
from annotate.projects.models import Project

# Figures of single texts and of single images: too many for a column, so they are files.
FILES = ("texts", "images")


def reports(project: Project) -> QuerySet[TextReport]:
    """Return the reports of a project, newest first; results are read where they are wanted."""
    found = TextReport.objects.filter(project=project).select_related("job", "created_by")
    measured = ExpressionWrapper(Q(results__isnull=False), output_field=BooleanField())
    return found.annotate(is_measured=measured).defer("results").order_by("-id")


def one_report(project: Project, report_id: int) -> TextReport:
    """Return one report of this project, or raise NotFound."""
    found = reports(project).filter(pk=report_id).first()
    if found is None:
        raise errors.NotFound
    return found


def state_of(report: TextReport) -> Literal["measuring", "ready", "failed"]:
    """Return `ready`, `failed` or `measuring` of a report that `reports` returned."""
    if cast(Any, report).is_measured:
        return "ready"
    running = report.job is not None and report.job.state in Job.UNFINISHED
    return "measuring" if running else "failed"


def described(found: Sequence[TextReport], *, whole: bool = False) -> list[schemas.TextReport]:
    """Reports; the results of each only where they are asked for."""
    alive = jobs.workers().alive > 0
    return [
        schemas.TextReport(
            id=report.pk,
            name=report.name,
            sources=[schemas.NamedTexts.model_validate(each) for each in report.sources],
            options=schemas.TextReportOptions.model_validate(report.options),
            state=state_of(report),
            problem=_problem(report),
            results=_results(report) if whole else None,
            job=jobs.job_of(report.job, worker_alive=alive) if report.job else None,
            code_version=report.code_version,
            created_by=Person.of(report.created_by),
            created_at=report.created_at,
        )
        for report in found
    ]


def _problem(report: TextReport) -> str:
    if state_of(report) != "failed":
        return ""
    job = report.job
    said = (job.error or {}).get("message", "") if job is not None else ""
    return said or "It was stopped before it was measured."


def _results(report: TextReport) -> schemas.TextReportResults | None:
    if report.results is None:
        return None
    rows = report.results["tables"]
    tables = [
        {
            "key": table.key,
            "columns": [each.name for each in table.columns],
            "rows": rows[table.key],
        }
        for table in TABLES
        if table.key in rows
    ]
    return schemas.TextReportResults.model_validate({**report.results, "tables": tables})


def file_name(report: TextReport, part: str) -> str:
    """Return where the figures of a report's single texts or images are kept."""
    return f"text-reports/{report.project_id}/{report.pk}-{part}.csv"


def file_of(report: TextReport, part: str) -> str | None:
    """Return the name of such a file, or None where there is none."""
    name = file_name(report, part)
    return name if part in FILES and default_storage.exists(name) else None
