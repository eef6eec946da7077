"""Who may do what with reports on texts."""

from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotate.evaluation.models import QuestionFile, TextReport
from annotate.evaluation.selectors.text_reports import file_name
from annotate.people.models import User
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import FILES, Bodies

_P = "projects/{project}/text-reports"
_ONE = f"{_P}/{{text_report}}"
_FINAL = {"type": "final", "stage": "description"}

BODIES: Bodies = {
    ("post", "projects/{project}/question-files"): FILES,
    ("post", _P): {"name": "Texts", "sources": [{"source": _FINAL}]},
}


def put_in(project: Project, owner: User) -> dict[str, Any]:
    """Have a report on the final texts, measured, and a file of questions."""
    report = TextReport.objects.create(
        project=project,
        created_by=owner,
        name="Texts",
        sources=[{"source": _FINAL, "title": "Final"}],
        options={"references": None, "measures": [], "same_images": True, "meteor": False},
        results={"sources": [], "references": None, "tables": {}},
    )
    default_storage.delete(file_name(report, "texts"))
    default_storage.save(file_name(report, "texts"), ContentFile(b""))
    questions = QuestionFile.objects.create(
        project=project,
        created_by=owner,
        name="Questions",
        questions=[["a.jpg", "other", True, ["red"]]],
        number=1,
        sha256="0" * 64,
    )
    return {"text_report": report.pk, "question_file": questions.pk}
