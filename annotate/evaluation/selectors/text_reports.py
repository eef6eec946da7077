"""What is told about reports on texts."""

from collections.abc import Sequence
from typing import Any, Literal, cast

from django.core.files.storage import default_storage
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.evaluation.models import TextReport
from annotate.evaluation.schemas import text_reports as schemas
from annotate.evaluation.selectors.report_columns import TABLES, ReportTable, Row
from annotate.people.schemas import Person
from annotate.projects.models import Project


def table_of(report: TextReport, key: str) -> tuple[ReportTable, Sequence[Row]] | None:
    """A table and its rows, or None where the report has no such table."""
    rows = (report.results or {}).get("tables", {})
    return next(((table, rows[key]) for table in TABLES if table.key == key and key in rows), None)


def undefined_in(rows: Sequence[Row]) -> list[str]:
    """Why figures of these rows are missing, each reason once."""
    return sorted({why["message"] for row in rows for why in row["undefined"].values()})


# Figures of single texts and of single images: too many for a column, so they are files.
FILES = ("texts", "images")


def reports(project: Project) -> QuerySet[TextReport]:
    """Newest first; results are read where they are wanted."""
    rows = TextReport.objects.filter(project=project).select_related("job", "created_by")
    measured = ExpressionWrapper(Q(results__isnull=False), output_field=BooleanField())
    return rows.annotate(is_measured=measured).defer("results").order_by("-id")


def one_report(project: Project, report_id: int) -> TextReport:
    return errors.existing(reports(project).filter(pk=report_id).first())


def state_of(report: TextReport) -> Literal["measuring", "ready", "failed"]:
    """Of a report that `reports` returned."""
    if cast(Any, report).is_measured:
        return "ready"
    running = report.job is not None and report.job.state in Job.UNFINISHED
    return "measuring" if running else "failed"


def described(rows: Sequence[TextReport], *, whole: bool = False) -> list[schemas.TextReport]:
    """Reports; the results of each only where they are asked for."""
    workers = jobs.workers()
    return [
        schemas.TextReport(
            id=report.pk,
            name=report.name,
            sources=[schemas.NamedTexts.model_validate(source) for source in report.sources],
            options=schemas.TextReportOptions.model_validate(report.options),
            state=state_of(report),
            problem=_problem(report),
            results=_results(report) if whole else None,
            job=jobs.job_of(report.job, workers) if report.job else None,
            code_version=report.code_version,
            created_by=Person.of(report.created_by),
            created_at=report.created_at,
        )
        for report in rows
    ]


def _problem(report: TextReport) -> str:
    if state_of(report) != "failed":
        return ""
    error = (report.job and report.job.error) or {}
    return error.get("message") or "It was stopped before it was measured."


def _results(report: TextReport) -> schemas.TextReportResults | None:
    if report.results is None:
        return None
    results = {**report.results, "tables": tables_of(report.results)}
    results.pop("differences", None)
    return schemas.TextReportResults.model_validate(results)


def tables_of(results: Row) -> list[schemas.TextReportTable]:
    """The tables of what was measured, in their order."""
    rows, differences = results["tables"], results.get("differences", {})
    tables = [
        {
            "key": key,
            "columns": [column.name for column in table.columns],
            "rows": rows[key],
            "differences": differences.get(key, []),
        }
        for table in TABLES
        if (key := table.key) in rows
    ]
    return [schemas.TextReportTable.model_validate(table) for table in tables]


def file_name(report: TextReport, part: str) -> str:
    """Where the figures of a report's single texts or images are kept."""
    return f"text-reports/{report.project_id}/{report.pk}-{part}.csv"


def file_of(report: TextReport, part: str) -> str | None:
    name = file_name(report, part)
    return name if part in FILES and default_storage.exists(name) else None
