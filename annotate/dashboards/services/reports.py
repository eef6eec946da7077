"""Write a project down, once, to be printed and kept."""

import hashlib
from datetime import datetime
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from annotate import __version__
from annotate.core import clock, jobs
from annotate.core.jobs import services as job_services
from annotate.dashboards.models import Report
from annotate.dashboards.report.printing import NoPrinter, pdf
from annotate.dashboards.report.rendering import Head, html
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.hooks import ReportOptions, sections
from annotate.projects.models import Project
from annotate.projects.services import audit

STEPS = 3
PROGRAM = f"annotate {__version__}"


def start_report(
    *, project: Project, actor: User, title: str = "", with_names: bool = False
) -> Report:
    """Write a report in the background."""
    with transaction.atomic():
        report = Report.objects.create(
            project=project,
            created_by=actor,
            title=title or usual_title(project),
            with_names=with_names,
            code_version=PROGRAM,
        )
        report.job = job_services.start(
            name="dashboards.report",
            scope=project.scope,
            payload={"report_id": report.pk},
            by=actor.pk,
        )
        report.save(update_fields=["job"])
        verb, target = "report.started", report.title
        audit(project=project, actor=actor, verb=verb, target=target, with_names=with_names)
    return report


def usual_title(project: Project) -> str:
    return f"Report on {project.name}"[:200]


def page_of(
    *, project: Project, title: str, with_names: bool, at: datetime, author: User | None = None
) -> str:
    """The report on a project as it is now, as one HTML page."""
    head = Head(
        title=title or usual_title(project),
        project=project.name,
        description=project.description,
        at=at,
        author=author.shown_name if author else "",
        program=PROGRAM,
    )
    return html(head, sections(project, ReportOptions(with_names=with_names)))


@jobs.handler("dashboards.report")
def run_report(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Write the files of a report; a run that was killed is begun anew."""
    report = Report.objects.select_related("project", "created_by").get(pk=payload["report_id"])
    if report.finished_at is None:
        _write(report, progress)
    return {"sha256": report.sha256, "problem": report.problem}


def _write(report: Report, progress: jobs.Progress) -> None:
    progress.report(0, STEPS, Message("report_adding_up"))
    page = page_of(
        project=report.project,
        title=report.title,
        with_names=report.with_names,
        at=report.created_at,
        author=report.created_by,
    )
    content = page.encode()
    report.sha256 = hashlib.sha256(content).hexdigest()
    progress.report(1, STEPS, Message("report_printing"))
    report.html = _keep(report, "html", content)
    try:
        report.pdf = _keep(report, "pdf", pdf(page))
    except NoPrinter as why:
        report.problem = why.message.to_json()
    progress.report(2, STEPS, Message("report_saving"))
    report.finished_at = clock.now()
    report.save(update_fields=["html", "pdf", "sha256", "problem", "finished_at"])


def _keep(report: Report, suffix: str, content: bytes) -> str:
    """Put a file into the storage in the place of what a killed run left there."""
    name = f"reports/{report.project_id}/{report.pk}.{suffix}"
    if default_storage.exists(name):
        default_storage.delete(name)
    return default_storage.save(name, ContentFile(content))


def delete_report(*, report: Report, actor: User) -> None:
    """Throw a report and its files away; a job that still writes it finds nothing to do."""
    files = [name for name in (report.html, report.pdf) if name]
    if report.job is not None and report.finished_at is None:
        job_services.cancel(report.job)
    with transaction.atomic():
        audit(project=report.project, actor=actor, verb="report.deleted", target=report.title)
        report.delete()
    for name in files:
        default_storage.delete(name)
