"""Who may do what with spelling."""

from annotate.projects.models import Project
from annotate.quality.models import Suggestion
from annotate.workflow.models import Assignment
from tests.architecture.matrix_audiences import LEAD, READER, Row

_P = "projects/{project}"

ROWS: dict[tuple[str, str], Row] = {
    ("get", f"{_P}/spelling"): Row(READER),
    ("post", f"{_P}/spelling/run"): Row(LEAD, {"stage": "objects"}),
    ("post", f"{_P}/spelling/accept"): Row(LEAD, {"items": [{"id": "{suggestion}"}]}),
    ("post", f"{_P}/spelling/reject"): Row(LEAD, {"ids": ["{suggestion}"]}),
    ("post", f"{_P}/spelling/undo"): Row(LEAD, {"ids": ["{suggestion}"]}),
    ("get", f"{_P}/words"): Row(READER),
    ("put", f"{_P}/words"): Row(LEAD, {"words": ["ikea"]}),
}


def put_in(project: Project, submitted: Assignment) -> dict[str, int]:
    """Put a doubtful word of an answer into a project; return its id by name."""
    assert submitted.answer is not None
    suggestion = Suggestion.objects.create(
        project=project,
        annotation=submitted.answer,
        path="objects[0].label",
        start=0,
        end=4,
        word="lmap",
        options=[{"word": "lamp", "confidence": 0.9}],
        confidence=0.9,
    )
    return {"suggestion": suggestion.pk}
