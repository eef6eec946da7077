"""The printed reports of a project."""

from collections.abc import Iterable

from django.db.models import QuerySet

from annotate.core import errors
from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.core.schemas import Notice
from annotate.dashboards import models
from annotate.dashboards.schemas import reports as schemas
from annotate.people.schemas import Person
from annotate.projects.models import Project


def reports(project: Project) -> QuerySet[models.Report]:
    rows = models.Report.objects.filter(project=project)
    return rows.select_related("job", "created_by", "project")


def one_report(project: Project, report_id: int) -> models.Report:
    return errors.existing(reports(project).filter(pk=report_id).first())


def described(rows: Iterable[models.Report]) -> list[schemas.Report]:
    workers = jobs.workers()
    return [_described(report, workers) for report in rows]


def _described(report: models.Report, workers: jobs.Workers) -> schemas.Report:
    at = f"/api/v1/projects/{report.project_id}/reports/{report.pk}"
    return schemas.Report(
        id=report.pk,
        title=report.title,
        with_names=report.with_names,
        state=Job.State(report.state),
        job=jobs.job_of(report.job, workers) if report.job else None,
        problem=Notice.restored(report.problem),
        code_version=report.code_version,
        html=f"{at}/html" if report.html else None,
        pdf=f"{at}/pdf" if report.pdf else None,
        sha256=report.sha256,
        created_by=Person.of(report.created_by) if report.created_by else None,
        created_at=report.created_at,
        finished_at=report.finished_at,
    )
