"""Who may write a project down, read what was written, and throw it away."""

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotate.dashboards.models import Report
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import Bodies

_P = "projects/{project}/reports"
_ONE = f"{_P}/{{report}}"

BODIES: Bodies = {
    ("post", _P): {"title": "March"},
}


def put_in(project: Project) -> dict[str, int]:
    """Have a project whose report lies there as a page and as a PDF."""
    report = Report.objects.create(project=project, title="March")
    for suffix, content in (("html", b"<!doctype html>"), ("pdf", b"%PDF-1.4")):
        name = default_storage.save(f"reports/{report.pk}.{suffix}", ContentFile(content))
        setattr(report, suffix, name)
    report.finished_at = report.created_at
    report.save()
    return {"report": report.pk}
