"""Who may do what with texts from elsewhere and with studies: raters learn nothing of them."""

from typing import Any

from annotate.evaluation.models import TextFile
from annotate.people.models import User
from annotate.projects.models import Project
from tests.architecture.matrix_audiences import LEAD, READER, Row

_P = "projects/{project}"
_S = f"{_P}/studies"
_ONE = f"{_S}/{{study}}"
_FINAL = {"type": "final", "stage": "description"}
_FIRST = {"type": "round", "stage": "description", "index": 1}

ROWS: dict[tuple[str, str], Row] = {
    ("get", f"{_P}/text-sources"): Row(READER),
    ("get", f"{_P}/text-files"): Row(READER),
    ("post", f"{_P}/text-files"): Row(LEAD, files=True),
    ("delete", f"{_P}/text-files/{{text_file}}"): Row(LEAD),
    ("post", f"{_S}/preview"): Row(
        LEAD, {"design": "side_by_side.v1", "sources": [_FIRST, _FINAL]}
    ),
    ("get", _S): Row(READER),
    ("post", _S): Row(
        LEAD,
        {
            "name": "Rounds",
            "design": "side_by_side.v1",
            "sources": [
                {"source": _FIRST, "title": "First"},
                {"source": _FINAL, "title": "Final"},
            ],
        },
    ),
    ("get", _ONE): Row(READER),
    ("patch", _ONE): Row(LEAD, {"name": "Another name"}),
    ("delete", _ONE): Row(LEAD),
    ("post", f"{_ONE}/close"): Row(LEAD),
    ("post", f"{_ONE}/reopen"): Row(LEAD),
}


def put_in(project: Project, owner: User) -> dict[str, Any]:
    """Have a file of texts."""
    file = TextFile.objects.create(project=project, name="model", created_by=owner, sha256="0")
    return {"text_file": file.pk}
