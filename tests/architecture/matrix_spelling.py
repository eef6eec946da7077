"""Who may do what with spelling."""

from annotate.projects.models import Project
from annotate.quality.models import Suggestion
from annotate.workflow.models import Assignment
from tests.architecture.matrix_audiences import Bodies

_P = "projects/{project}"

BODIES: Bodies = {
    ("post", f"{_P}/spelling/run"): {"stage": "objects"},
    ("post", f"{_P}/spelling/accept"): {"items": [{"id": "{suggestion}"}]},
    ("post", f"{_P}/spelling/reject"): {"ids": ["{suggestion}"]},
    ("post", f"{_P}/spelling/undo"): {"ids": ["{suggestion}"]},
    ("put", f"{_P}/words"): {"words": ["ikea"]},
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
